#include "tools/assess/attack_stage.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::tools {
namespace {

AssessOptions attacking(Settings settings) {
  AssessOptions options;
  options.data = "digits";
  options.bounds = {"0.1"};
  options.range = "0-9";
  options.attack = "random";
  options.attack_settings = std::move(settings);
  return options;
}

void refused(const AssessOptions& options, const std::string& message) {
  try {
    check_attack(options);
    FAIL() << "accepted, expected: " << message;
  } catch (const InputError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with(message)) << error.what();
  }
}

TEST(AttackStage, ErrorsNameTheOptionOfTheAssessmentThatHoldsTheSetting) {
  EXPECT_NO_THROW(check_attack(attacking({{"targets", "all"}})));
  refused(attacking({{"continuous", "true"}}), "--attack-options continuous: got 'true', expected yes or no");
  refused(attacking({{"targets", "both"}}), "--attack-options targets: got 'both'");
  refused(attacking({{"contnuous", "yes"}}),
          "unknown option --attack-options contnuous; did you mean --attack-options continuous?");
  refused(attacking({{"target", "1"}, {"targets", "all"}}),
          "--attack-options target, --attack-options targets and --attack-options untargeted exclude");
}

TEST(AttackStage, ErrorsInOptionsOfTheAssessmentKeepTheirNames) {
  AssessOptions wrong = attacking({});
  wrong.bounds = {"40"};
  refused(wrong, "--eps: ");
  wrong = attacking({{"norm", "l0"}, {"prior", "data"}});
  wrong.bounds = {"8"};
  refused(wrong,
          "--attack-options prior: is for --attack-options norm linf and l2, but --attack-options norm");
  wrong.norm = "l0";
  refused(wrong, "--attack-options prior: is for --norm linf and l2, but --norm is l0");
  wrong = attacking({});
  wrong.graphs = true;
  wrong.bounds = {"-1"};
  refused(wrong, "--edits: ");
}

TEST(AttackStage, ErrorsInOptionsOfAModelNameTheModel) {
  AssessOptions options = attacking({});
  const std::string program = "exec:./serve --batch 1";
  options.given = {{"mine", program, {{"mean", "half"}}, "--models"}};
  refused(options, "--models mine;mean: got 'half'");
  options.given.front().option = "--baseline";
  refused(options, "--baseline mine;mean: got 'half'");
}

TEST(AttackStage, ErrorsNameThePlanThatHoldsTheSetting) {
  AssessOptions options = attacking({{"continuous", "true"}});
  options.attack_origin = "plan.toml: --attack-options";
  refused(options, "plan.toml: --attack-options continuous: got 'true'");
  options.attack_settings.clear();
  options.bounds = {"40"};
  refused(options, "--eps: ");
}

// Writes four test images of 4x4 with the labels 0 to 3 as IDX files.
void write_images(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  const auto number = [](char value) { return std::string(3, '\0') + value; };
  std::ofstream(folder / "t10k-images-idx3-ubyte")
      << std::string("\0\0\x08\x03", 4) + number(4) + number(4) + number(4) + std::string(64, 'x');
  std::ofstream(folder / "t10k-labels-idx1-ubyte")
      << std::string("\0\0\x08\x01", 4) + number(4) + std::string("\0\1\2\3", 4);
}

TEST(AttackStage, LoadsTheTestPartAsItIsAttacked) {
  const testing::TemporaryFolder folder;
  write_images(folder.path() / "images");
  std::ofstream(folder.path() / "map.csv") << "label,class\n0,0\n1,1\n2,\n3,\n";
  const auto loaded = [&](Settings settings) {
    AssessOptions options = attacking(std::move(settings));
    options.data = (folder.path() / "images").string();
    options.range = "auto";
    return with_range(std::move(options));
  };
  EXPECT_EQ(loaded({}).range, "0-3");
  EXPECT_EQ(loaded({}).shape, (ImageShape{1, 4, 4}));
  const AssessOptions prepared =
      loaded({{"class-map", (folder.path() / "map.csv").string()}, {"crop", "2"}, {"channels", "3"}});
  EXPECT_EQ(prepared.range, "0-1") << "the classes 2 and 3 are left out";
  EXPECT_EQ(prepared.shape, (ImageShape{3, 2, 2}));
}

TEST(AttackStage, RefusesImagesOfAnotherShapeThanModelsAreTrainedOn) {
  const testing::TemporaryFolder folder;
  write_images(folder.path());
  AssessOptions options = attacking({{"crop", "2"}});
  options.data = folder.path().string();
  options.trained = {"lenet"};
  testing::expect_input_error([&] { with_range(options); },
                              "--attack-options: images are cropped to 2, but models are trained on",
                              "are, 1x4x4");
  options.attack_settings = {{"crop", "4"}};
  options.range = "0-3";
  EXPECT_EQ(with_range(options).range, "0-3");
}

TEST(AttackStage, RefusesModelsThatTakeImagesOfAnotherShape) {
  const testing::TemporaryFolder folder;
  write_images(folder.path());
  AssessOptions options = attacking({{"resize", "2"}});
  options.data = folder.path().string();
  options.range = "0-3";
  options.given = {{"small", "exec:./small", {{"input-shape", "1x2x2"}}, "--models"},
                   {"large", "exec:./large", {{"input-shape", "1x4x4"}}, "--models"}};
  const std::string message = "exec:./large: takes images of 1x4x4, the data are 1x2x2";
  refused(with_range(options), message);
  options.attack_settings.emplace_back("part", "test");  // the shape is not known from with_range()
  refused(with_range(options), message);
  options.given.pop_back();
  EXPECT_NO_THROW(check_attack(with_range(options)));
  options.given.push_back({"any", "exec:./any", {}, "--models"});
  EXPECT_NO_THROW(check_attack(with_range(options))) << "only a query would tell";
}

TEST(AttackStage, WarnsOfModelFilesWithTheSameContentAndOptions) {
  const testing::TemporaryFolder folder;
  AssessOptions options;
  const auto give = [&](const std::string& name, const std::string& content, Settings settings) {
    const std::filesystem::path file = folder.path() / (name + ".pt");
    std::ofstream(file) << content;
    options.given.push_back({name, file.string(), std::move(settings), "--models"});
  };
  give("a", "weights", {});
  give("b", "other weights", {});
  give("c", "weights", {{"defence", "jpeg:75"}});
  options.given.push_back({"d", "exec:./program", {}, "--models"});
  EXPECT_TRUE(warnings_of_equal_models(options).empty());
  give("e", "weights", {});
  EXPECT_EQ(warnings_of_equal_models(options),
            std::vector<std::string>{
                "e has the same content as a, so differences between the two are due to chance"});
}

}  // namespace
}  // namespace bora::tools
