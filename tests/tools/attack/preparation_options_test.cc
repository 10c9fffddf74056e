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

}  // namespace
}  // namespace bora::tools
