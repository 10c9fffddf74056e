#include "surrogates/baselines/tree_parzen.h"

#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

namespace bora::surrogates::tree_parzen_test {
namespace {

using Eigen::VectorXd;

// Four numbers, of which neighbours differ by at most 0.1: one in a hundred drawn points is allowed. The mean
// of the values of allowed points is about -0.5.
TEST(TreeParzen, AsksForPromisingPointsAmongTheAllowedOnes) {
  MixedSpaceRules rules;
  rules.allows = [](const VectorXd& point) {
    return (point.tail(3) - point.head(3)).cwiseAbs().maxCoeff() <= 0.1;
  };
  const MixedSpace space({}, VectorXd::Zero(4), VectorXd::Ones(4), rules);
  TreeParzen optimiser(space, {}, 1);
  constexpr int kAsks = 60, kLast = 30;
  double sum = 0;
  for (int i = 0; i < kAsks; ++i) {
    const auto trial = optimiser.ask().front();
    ASSERT_TRUE(space.allows(trial.point));
    const double value = -(trial.point.array() - 0.7).square().sum();
    if (i >= kAsks - kLast) sum += value;
    optimiser.tell(trial.number, value);
  }
  EXPECT_GT(sum / kLast, -0.12);
}

// The number of whole numbers in a range changes rounding only.
TEST(TreeParzen, TakesRangesOfManyWholeNumbers) {
  const auto mean_distance = [](double most) {
    constexpr int kSeeds = 10, kAsks = 60;
    MixedSpaceRules rules;
    rules.whole = {true};
    const MixedSpace space({}, VectorXd::Zero(1), VectorXd::Constant(1, most), rules);
    double sum = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      TreeParzen optimiser(space, {}, seed);
      for (int i = 0; i < kAsks; ++i) {
        const auto trial = optimiser.ask().front();
        const double away = std::abs(trial.point[0] / most - 0.3);
        sum += away / (kSeeds * kAsks);
        optimiser.tell(trial.number, -away);
      }
    }
    return sum;
  };
  const double expected = mean_distance(1e6);
  for (const double most : {1e12, 1e13, 1e14, 1e15}) EXPECT_NEAR(mean_distance(most), expected, 1e-5) << most;
}

}  // namespace
}  // namespace bora::surrogates::tree_parzen_test
