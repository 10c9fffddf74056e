#include <cmath>

#include <gtest/gtest.h>

#include "models/victim.h"

namespace bora {
namespace {

Scores row(std::initializer_list<float> values, ScoreKind kind) {
  Scores scores{Batch(1, static_cast<Eigen::Index>(values.size())), kind};
  std::copy(values.begin(), values.end(), scores.values.data());
  return scores;
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

TEST(PredictedClass, IsTheFirstOfEquals) {
  Scores scores{Batch(2, 9), ScoreKind::logits};
  scores.values << 0, 1, 7, 3, 7, 7, 0, 0, 7,  //
      -3, -2, -2, -5, -4, -2, -9, -9, -2;
  EXPECT_EQ(predicted_class(scores, 0), 2);
  EXPECT_EQ(predicted_class(scores, 1), 1);
}

}  // namespace
}  // namespace bora
