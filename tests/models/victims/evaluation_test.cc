#include "models/victims/evaluation.h"

#include <gtest/gtest.h>

#include "models/toy_dataset.h"
#include "support/input_error.h"

namespace bora::models {
namespace {

using testing::expect_input_error;

// Victim that predicts the class whose bar is brightest in the first column, and counts queries.
class BarVictim final : public Victim {
 public:
  BarVictim(const ImageShape& shape, int classes) : spec_{"bar victim", shape, classes, ScoreKind::logits} {}
  const VictimSpec& spec() const override { return spec_; }
  Scores scores(const Batch& images) override {
    rows += static_cast<int>(images.rows());
    Scores scores{Batch(images.rows(), spec_.classes), spec_.kind};
    for (int label = 0; label < spec_.classes; ++label)
      scores.values.col(label) =
          images.col((2 * label + 1) * spec_.input.height / (2 * spec_.classes) * spec_.input.width);
    return scores;
  }
  int rows = 0;

 private:
  VictimSpec spec_;
};

TEST(ImagesAsBatch, AreScaledRows) {
  const auto dataset = bars(5, {1, 16, 16}, 2, 1);
  const auto batch = images_as_batch(dataset, 3, 2);
  ASSERT_EQ(batch.rows(), 2);
  ASSERT_EQ(batch.cols(), 256);
  for (int j = 0; j < 256; ++j) EXPECT_EQ(batch(1, j), static_cast<float>(dataset.image(4)[j]) / 255.0f);
}

TEST(MeasureAccuracy, CountsEveryImageOnce) {
  auto dataset = bars(5000, {1, 16, 16}, 4, 2);
  dataset.labels[7] = (dataset.labels[7] + 1) % 4;
  dataset.labels[4999] = (dataset.labels[4999] + 1) % 4;
  BarVictim victim(dataset.shape, 4);
  const auto accuracy = measure_accuracy(victim, dataset);
  EXPECT_EQ(victim.rows, 5000);
  EXPECT_EQ(accuracy.total, 5000);
  EXPECT_EQ(accuracy.correct, 4998);
  EXPECT_DOUBLE_EQ(accuracy.fraction(), 4998.0 / 5000);
}

TEST(MeasureAccuracy, RefusesDataThatDoNotFit) {
  BarVictim victim({1, 16, 16}, 4);
  expect_input_error([&] { measure_accuracy(victim, bars(4, {1, 16, 17}, 4, 3)); }, "1x16x17", "1x16x16");
  expect_input_error([&] { measure_accuracy(victim, bars(5, {1, 16, 16}, 5, 3)); }, "label 4", "4 classes");
}

}  // namespace
}  // namespace bora::models
