#include <cmath>

#include <gtest/gtest.h>

#include "models/victims/score_meaning.h"
#include "models/victims/victim.h"

namespace bora::models {
namespace {

Scores row(std::initializer_list<float> values, ScoreKind kind) {
  Scores scores{Batch(1, static_cast<Eigen::Index>(values.size())), kind};
  std::copy(values.begin(), values.end(), scores.values.data());
  return scores;
}

TEST(HiddenScores, AreNeverTheBestAndAtMostTheLowestReportedScore) {
  const Scores some = row({kHidden, -3, kHidden, -5}, ScoreKind::logits);
  EXPECT_EQ(predicted_class(some, 0), 1);
  EXPECT_EQ(at_most(some.values), row({-5, -3, -5, -5}, ScoreKind::logits).values);
  const Scores all = row({1, -2, 3}, ScoreKind::logits);
  EXPECT_EQ(at_most(all.values), all.values);
}

TEST(LogProbabilities, OfLogitsIsTheLogSoftmax) {
  const auto out = log_probabilities(row({1, 2, 3}, ScoreKind::logits));
  const double normaliser = std::log(std::exp(1.0) + std::exp(2.0) + std::exp(3.0));
  for (int j = 0; j < 3; ++j) EXPECT_NEAR(out(0, j), j + 1 - normaliser, 1e-15);
}

TEST(LogProbabilities, OfLogitsStaysExactFarIntoTheTail) {
  const auto out = log_probabilities(row({1000, 0, -2000}, ScoreKind::logits));
  EXPECT_EQ(out(0, 0), 0);
  EXPECT_EQ(out(0, 1), -1000);
  EXPECT_EQ(out(0, 2), -3000);
}

TEST(LogProbabilities, OfLogProbabilitiesIsTheIdentity) {
  const auto first = log_probabilities(row({0.5f, -1, 4, 2}, ScoreKind::logits));
  const auto second = log_probabilities({first.cast<float>(), ScoreKind::logits});
  EXPECT_LT((first - second).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(LogProbabilities, OfProbabilitiesHaveAFloor) {
  const auto out = log_probabilities(row({0.25f, 0.75f, 0}, ScoreKind::probabilities));
  EXPECT_NEAR(out(0, 0), std::log(0.25), 1e-15);
  EXPECT_NEAR(out(0, 1), std::log(0.75), 1e-15);
  EXPECT_NEAR(out(0, 2), std::log(1e-30), 1e-12);
}

// Above 128, single precision has less than five decimals.
TEST(RoundedDigits, AreNotDetectedInLargeScores) {
  Batch scores(4, 10);
  for (int i = 0; i < scores.size(); ++i)
    scores.data()[i] = -300 - std::sqrt(2.0F) * static_cast<float>(i * i);
  EXPECT_EQ(rounded_digits(scores), -1);
  EXPECT_EQ(rounded_digits(scores * 1e6F), -1) << "all floats of this size are whole numbers";
  EXPECT_EQ(rounded_digits(scores.array().round()), 0);
  EXPECT_EQ(rounded_digits((scores.array() * 10).round() / 10), 1);
  EXPECT_EQ(rounded_digits(Batch::Zero(4, 10)), 0);
}

TEST(PredictedClass, IsTheFirstOfEquals) {
  Scores scores{Batch(2, 9), ScoreKind::logits};
  scores.values << 0, 1, 7, 3, 7, 7, 0, 0, 7,  //
      -3, -2, -2, -5, -4, -2, -9, -9, -2;
  EXPECT_EQ(predicted_class(scores, 0), 2);
  EXPECT_EQ(predicted_class(scores, 1), 1);
}

TEST(LogProbabilities, GradientsAreThoseOfFiniteDifferences) {
  Eigen::RowVectorXd weights(3);
  weights << 0.7, -1.1, 0.9;
  for (const ScoreKind kind : {ScoreKind::logits, ScoreKind::probabilities}) {
    Scores scores{Batch(2, 3), kind};
    scores.values << 0.5f, 0.3f, 0.2f, 0.125f, 0.5f, 0.375f;
    const auto gradient = gradient_of_scores(scores, 1, weights);
    const float step = 1.0f / 1024;  // exact in float
    for (int j = 0; j < 3; ++j) {
      Scores above = scores, below = scores;
      above.values(1, j) += step;
      below.values(1, j) -= step;
      const double difference =
          (log_probabilities(above).row(1) - log_probabilities(below).row(1)).dot(weights) / (2 * step);
      EXPECT_NEAR(gradient[j], difference, 1e-3 * (1 + std::abs(difference))) << to_string(kind) << j;
    }
  }
}

TEST(LogProbabilities, BelowTheFloorThereIsNoGradient) {
  Scores scores{Batch(1, 2), ScoreKind::probabilities};
  scores.values << 1, 0;
  EXPECT_EQ(gradient_of_scores(scores, 0, Eigen::RowVectorXd::Ones(2)), Eigen::RowVectorXf({{1, 0}}));
}

}  // namespace
}  // namespace bora::models
