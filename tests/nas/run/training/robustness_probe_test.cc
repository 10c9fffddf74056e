#include "nas/run/training/robustness_probe.h"

#include <gtest/gtest.h>

#include "attacks/record/run_reader.h"
#include "common/random.h"
#include "models/torchscript_fixtures.h"
#include "support/generated_images.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::nas {
namespace {

constexpr std::atomic<bool> kGoOn = false;

// Returns grey 8x8 images. Images of class 1 are slightly brighter than those of class 0, and their first
// pixel is white instead of black.
ImageDataset images(int count = 40) {
  return testing::generated_images(count, {1, 8, 8}, 2, 4, [](Rng& rng, int label, int position) {
    return position == 0 ? 255 * label : 124 + 4 * label + rng.index(4);
  });
}

// Returns a model with scores of two classes, from a number that is positive for class 1.
std::string decided_by(const std::string& number) {
  return "y = " + number + "\n  return torch.stack([-y, y], 1)";
}
const std::string kByBrightness = decided_by("10 * (x.flatten(1)[:, 1:].mean(1) - 0.5)");
const std::string kByFirstPixel = decided_by("10 * (x.flatten(1)[:, 0] - 0.5)");
const std::string kAlwaysZero = decided_by("x.flatten(1)[:, 0] * 0 - 1");

class Probe : public ::testing::Test {
 protected:
  Resistance measured(const std::string& body, const RobustnessOptions& options) {
    write_torchscript(folder_ / "model.pt", body);
    return RobustnessProbe(images(), options)
        .measure(folder_ / "model.pt", folder_ / "attack", kGoOn)
        .value();
  }
  const RobustnessOptions options_{.images = 12, .budget = 15, .epsilon = 0.2, .seed = 3};
  const testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
};

TEST_F(Probe, AModelOfSmallBrightnessDifferencesResistsNothing) {
  const Resistance found = measured(kByBrightness, options_);
  EXPECT_EQ(found.images, 12);
  EXPECT_EQ(found.resisting, 0);
  EXPECT_GE(found.queries, 12) << "a query an image at least";
  EXPECT_LT(found.queries, 12 * 15);
}

TEST_F(Probe, AModelThatIsConstantWithinEpsilonResistsAll) {
  const Resistance found = measured(kByFirstPixel, options_);
  EXPECT_EQ(found.resisting, 12);
  EXPECT_EQ(found.share(), 1);
  EXPECT_EQ(found.queries, 12 * 15) << "the whole budget of each";
  RobustnessOptions wide = options_;
  wide.epsilon = 0.8;
  EXPECT_LT(measured(kByFirstPixel, wide).resisting, 12) << "a larger bound reaches it";
}

// Misclassified images are not attacked.
TEST_F(Probe, MisclassifiedImagesDoNotResist) {
  RobustnessOptions all = options_;
  all.images = 40;
  const Resistance found = measured(kAlwaysZero, all);
  EXPECT_EQ(found.images, 40);
  EXPECT_EQ(found.resisting, 20);
  EXPECT_EQ(found.queries, 20 * 15);
  const Resistance wrong = measured(decided_by("10 * (0.5 - x.flatten(1)[:, 0])"), options_);
  EXPECT_EQ(wrong.images, 12);
  EXPECT_EQ(wrong.resisting, 0);
  EXPECT_EQ(wrong.queries, 0);
}

TEST_F(Probe, WritesAReadableRun) {
  const Resistance found = measured(kByBrightness, options_);
  const RunRecord run = read_run(folder_ / "attack");
  EXPECT_EQ(run.status, "complete");
  EXPECT_EQ(run.budget, 15);
  EXPECT_DOUBLE_EQ(run.epsilon, 51.0 / 255);
  EXPECT_FALSE(run.targeted);
  ASSERT_EQ(run.instances.size(), 12u);
  std::int64_t queries = 0;
  for (const auto& instance : run.instances) queries += instance.queries;
  EXPECT_EQ(queries, found.queries);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "attack/adversarial/bo"));
}

TEST_F(Probe, UsesTheSameImagesAndIsDeterministic) {
  const Resistance once = measured(kByBrightness, options_), again = measured(kByBrightness, options_);
  EXPECT_EQ(once.queries, again.queries);
  const auto records = [&] {
    std::vector<int> all;
    for (const auto& input : read_run(folder_ / "attack").inputs) all.push_back(input.record);
    return all;
  };
  const auto first = records();
  measured(kByFirstPixel, options_);
  EXPECT_EQ(records(), first);
  RobustnessOptions other = options_;
  other.seed = 4;
  measured(kByFirstPixel, other);
  EXPECT_NE(records(), first);
}

TEST_F(Probe, Stops) {
  write_torchscript(folder_ / "model.pt", kByFirstPixel);
  const std::atomic<bool> stop = true;
  EXPECT_FALSE(RobustnessProbe(images(), options_).measure(folder_ / "model.pt", folder_ / "attack", stop));
  // The files of the stopped run do not prevent another one.
  EXPECT_EQ(measured(kByFirstPixel, options_).resisting, 12);
}

TEST_F(Probe, SaysWhatIsWrong) {
  using testing::expect_input_error;
  expect_input_error([] { RobustnessProbe(images(), {.images = 41}); }, "robust-images", "41", "40");
  expect_input_error([] { RobustnessProbe(images(), {.images = 0}); }, "robust-images");
  expect_input_error([] { RobustnessProbe(images(), {.images = 4, .budget = 0}); }, "robust-budget");
  const auto too_small = [] { RobustnessProbe(images(), {.images = 4, .epsilon = 0.001}); };
  expect_input_error(too_small, "robust-eps", "grey level");
  EXPECT_DOUBLE_EQ(RobustnessProbe(images(), {.images = 4}).epsilon(), 76.0 / 255) << "0.3 for grey images";
}

}  // namespace
}  // namespace bora::nas
