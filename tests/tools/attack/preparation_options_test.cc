#include <gtest/gtest.h>

#include "support/input_error.h"
#include "tools/attack/parse_attack.h"
#include "tools/attack/session/input_source.h"

namespace bora::tools {
namespace {

using testing::expect_input_error;

AttackConfig parse(Settings settings) {
  settings.emplace_back("model", "m.pt");
  return parse_attack(settings, RunTask::images);
}

TEST(PreparationOptions, LeaveImagesAloneUnlessGiven) {
  EXPECT_TRUE(parse({}).data.preparation.keeps_images());
  EXPECT_EQ(parse({}).data.preparation.text(), "");
}

TEST(PreparationOptions, AreWhatIsDone) {
  const AttackConfig config = parse({{"resize", "256"},
                                     {"crop", "224x200"},
                                     {"channels", "3"},
                                     {"class-map", "map.csv"},
                                     {"data", "photos"}});
  const Preparation found = data_source(config, {}, "image").preparation;
  EXPECT_EQ(found.resize, (ImageSides{256, 0}));
  EXPECT_EQ(found.crop, (ImageSides{224, 200}));
  EXPECT_EQ(found.channels, 3);
  EXPECT_EQ(found.class_map, "map.csv");
}

TEST(PreparationOptions, AreRefusedBeforeAnythingIsLoaded) {
  expect_input_error([&] { parse({{"crop", "0"}}); }, "--crop", "got '0'");
  expect_input_error([&] { parse({{"crop", "0"}, {"threat", "semantic"}}); }, "--crop");
  expect_input_error([&] { parse({{"channels", "2"}}); }, "--channels", "'2'");
}

TEST(NamingProbe, NamesTheFirstInputWithoutFiniteScores) {
  ImageDataset data;
  data.records = {7, 5, 3};
  const auto error = [&] {
    return testing::input_error(
        [&] { call_naming_probe(data, "image", [] { throw NotFiniteProbe("m.pt: gives NaN", 2); }); });
  };
  EXPECT_EQ(error(), "m.pt: gives NaN; the first is image 3");
  data.names = {"a.png", "b.png", "c.png"};
  EXPECT_EQ(error(), "m.pt: gives NaN; the first is image 3 (c.png)");
}

TEST(RangeOfInputs, HasAFormerName) {
  for (const char* name : {"range", "stretch"}) EXPECT_EQ(parse({{name, "3-9"}}).data.range, std::pair(3, 9));
  EXPECT_NE(parse({{"stretch", "3-9"}}).stored.ini.find("\nrange = 3-9\n"), std::string::npos);
  expect_input_error([&] { parse({{"stretch", "3-9"}, {"range", "3-9"}}); }, "--range is given twice");
}

TEST(Baseline, IsLookedForBeforeTheModelIsLoaded) {
  expect_input_error(
      [&] {
        parse({{"fail-if", "regression > 0.1"}, {"baseline", "nowhere"}});
      },
      "--baseline: nowhere does not exist");
}

TEST(OptionsWithoutEffect, AreRefused) {
  expect_input_error(
      [&] {
        parse({{"images", "5"}, {"range", "0-9"}});
      },
      "--images and --range exclude each other");
  expect_input_error(
      [&] {
        parse({{"images", "5"}, {"image", "a.png"}});
      },
      "--images: is for --data, not for a single input");
  expect_input_error([&] { parse({{"order", "file"}, {"image", "a.png"}}); }, "--order: is for --data");
  EXPECT_NO_THROW(parse({{"images", "5"}, {"order", "file"}}));
  const auto of_graphs = [](Settings settings) {
    settings.emplace_back("model", "m.pt");
    parse_attack(settings, RunTask::graphs);
  };
  expect_input_error(
      [&] {
        of_graphs({{"most-injected", "2"}});
      },
      "--most-injected: is for --edit-mode inject");
  expect_input_error([&] { of_graphs({{"injected-degree", "2"}}); }, "--injected-degree: is for");
  EXPECT_NO_THROW(of_graphs({{"most-injected", "2"}, {"edit-mode", "inject"}}));
  const auto of_program = [](Settings settings) {
    settings.insert(settings.end(), {{"model", "exec:./serve"}, {"data", "digits"}, {"device", "cuda"}});
    parse_attack(settings, RunTask::images);
  };
  expect_input_error([&] { of_program({}); }, "--device: is for models in this process");
  expect_input_error([&] { of_program({{"prior", "learn"}}); }, "--device: is for models in this process");
  EXPECT_NO_THROW(of_program({{"prior", "data"}})) << "substitute models run on the device";
}

}  // namespace
}  // namespace bora::tools
