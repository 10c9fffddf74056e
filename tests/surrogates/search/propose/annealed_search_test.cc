#include "surrogates/search/propose/annealed_search.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/layers.h"

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;

// There are 12 binary variables and random weights of the pairs; all 4,096 points are scored, too.
TEST(AnnealedSearch, FindsTheMaximumOfAQuadratic) {
  constexpr int kVariables = 12;
  const MixedSpace space(std::vector<int>(kVariables, 2), {}, {});
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Rng rng(seed);
    Eigen::MatrixXd weights(kVariables, kVariables);
    for (double& each : weights.reshaped()) each = rng.normal();
    const auto score = [&](const VectorXd& point) { return point.dot(weights * point); };
    double highest = 0;
    for (int code = 0; code < 1 << kVariables; ++code) {
      VectorXd point(kVariables);
      for (int i = 0; i < kVariables; ++i) point[i] = code >> i & 1;
      highest = std::max(highest, score(point));
    }
    const VectorXd found =
        annealed_search(space, score, {.steps = 400, .temperature = 5, .cooling = 0.98}, rng);
    EXPECT_DOUBLE_EQ(score(found), highest) << "seed " << seed;
  }
}

// Variable 3 is inactive if variable 0 is 0.
TEST(AnnealedSearch, ReturnsAnAllowedPointOfCategories) {
  MixedSpaceRules rules;
  rules.allows = [](const VectorXd& point) { return point[1] < 3 || point[2] < 4; };
  rules.settle = [](VectorXd& point) {
    if (point[0] == 0) point[3] = 0;
  };
  const MixedSpace space({3, 4, 5, 3}, {}, {}, rules);
  const auto found = [&](const Eigen::Vector4d& weights) {
    Rng rng(1);
    return annealed_search(
        space,
        [&](const VectorXd& point) {
          space.check(point);
          return point.dot(weights);
        },
        {.steps = 400, .temperature = 2, .cooling = 0.98}, rng);
  };
  EXPECT_EQ(found({1, 1, 1.5, 0.5}), Eigen::Vector4d(2, 2, 4, 2));
  EXPECT_EQ(found({-2, 1, 1.5, 0.5}), Eigen::Vector4d(0, 2, 4, 0));
}

}  // namespace
}  // namespace bora::surrogates
