#include "models/defences/misleading_scores.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "common/random.h"

namespace bora::models {
namespace {

constexpr double kInterval = 4;

double margin(const Scores& scores, Eigen::Index row) {
  Eigen::RowVectorXd values = log_probabilities(scores).row(row);
  std::sort(values.begin(), values.end(), std::greater<>());
  return values[0] - values[1];
}

// Returns random logits whose best exceeds the mean of the others by about 7.
Scores drawn(int rows, int classes, std::uint64_t seed) {
  Rng rng(seed);
  Batch values(rows, classes);
  for (Eigen::Index i = 0; i < values.size(); ++i) values.data()[i] = static_cast<float>(4 * rng.normal());
  return {values, ScoreKind::logits};
}

TEST(MisleadingScores, NeverChangeTheClass) {
  for (const int classes : {2, 3, 10, 100}) {
    const Scores scores = drawn(1000, classes, 1);
    const Scores shown = misleading(scores, kInterval);
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(predicted_class(shown, i), predicted_class(scores, i));
    Scores shares = scores;
    shares.values = log_probabilities(scores).array().exp().matrix().cast<float>();
    shares.kind = ScoreKind::probabilities;
    const Scores shown_shares = misleading(shares, kInterval);
    for (int i = 0; i < 1000; ++i) {
      ASSERT_EQ(predicted_class(shown_shares, i), predicted_class(scores, i));
      ASSERT_NEAR(shown_shares.values.row(i).sum(), 1, 1e-5);
    }
  }
}

// Returns for each class whether it has the largest score of row `i`.
std::vector<bool> best_classes(const Scores& scores, Eigen::Index i) {
  std::vector<bool> best;
  for (const float value : scores.values.row(i)) best.push_back(value == scores.values.row(i).maxCoeff());
  return best;
}

// The spacing of large logits in single precision may exceed the margin to report.
TEST(MisleadingScores, NeverChangeTheClassOfLargeLogits) {
  constexpr double kFine = 0.3;  // interval that is no multiple of the spacing
  for (const float height : {1e4F, 1e5F, 1e6F}) {
    Scores scores = drawn(1000, 10, 4);
    scores.values.array() += height;
    const Scores shown = misleading(scores, kFine);
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(best_classes(shown, i), best_classes(scores, i)) << height;
  }
}

TEST(MisleadingScores, KeepDistinctScoresForMarginsOfAnySize) {
  for (const float top : {30.0F, 300.0F, 3000.0F, 1e4F}) {
    Batch values(1, 4);
    values << 0, -10, top, -20;
    const Batch shown = misleading({values, ScoreKind::logits}, kInterval).values;
    EXPECT_GT(shown(0, 2), shown(0, 0)) << top;
    EXPECT_GT(shown(0, 0), shown(0, 1)) << top;
    EXPECT_GT(shown(0, 1), shown(0, 3)) << top;
  }
}

TEST(MisleadingScores, ATieStaysOne) {
  for (const ScoreKind kind : {ScoreKind::logits, ScoreKind::probabilities}) {
    Batch values(1, 4);
    values << 0.375F, 0.125F, 0.375F, 0.125F;
    const Batch shown = misleading({values, kind}, kInterval).values;
    EXPECT_EQ(shown(0, 0), shown(0, 2)) << static_cast<int>(kind);
    EXPECT_GT(shown(0, 0), shown(0, 1)) << static_cast<int>(kind);
  }
}

TEST(MisleadingScores, MirrorTheMarginWithinItsInterval) {
  const Scores scores = drawn(1000, 10, 2);
  const Scores shown = misleading(scores, kInterval);
  for (Eigen::Index i = 0; i < 1000; ++i) {
    const double before = margin(scores, i);
    const double middle = (std::floor(before / kInterval) + 0.5) * kInterval;
    ASSERT_NEAR(margin(shown, i), std::max(2 * middle - before, 1e-3), 1e-4);
  }
}

TEST(MisleadingScores, MisleadWithinAnInterval) {
  const auto shown_at = [](double top) {
    Batch values = Batch::Zero(1, 5);
    values(0, 2) = static_cast<float>(top);
    return margin(misleading({values, ScoreKind::logits}, kInterval), 0);
  };
  for (double top = 4.1; top < 7.8; top += 0.2) EXPECT_GT(shown_at(top), shown_at(top + 0.1));
  EXPECT_LT(shown_at(3.9), shown_at(4.1)) << "from one interval to the next it jumps";
}

TEST(MisleadingScores, KeepTheConfidenceWherePossible) {
  const Scores scores = drawn(1000, 10, 3);
  const Scores shown = misleading(scores, kInterval);
  int kept = 0;
  for (int i = 0; i < 1000; ++i) {
    const double before = log_probabilities(scores).row(i).maxCoeff();
    const double after = log_probabilities(shown).row(i).maxCoeff();
    const bool same = std::abs(std::exp(before) - std::exp(after)) < 1e-3;
    kept += same ? 1 : 0;
    // Otherwise no scale fits: either the runner-up and close classes have too much probability, or all
    // others together too little.
    if (!same) {
      const double rest = (std::exp(-before) - 1) * std::exp(margin(shown, i));
      ASSERT_TRUE(rest <= 2 || rest >= 9 - 1e-2) << i << ' ' << rest;
    }
  }
  EXPECT_GT(kept, 250);
}

}  // namespace
}  // namespace bora::models
