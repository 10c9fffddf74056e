#include "surrogates/baselines/tree_parzen.h"

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

}  // namespace
}  // namespace bora::surrogates::tree_parzen_test
