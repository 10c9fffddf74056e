#include <cstdint>
#include <optional>

#include <gtest/gtest.h>

#include "surrogates/search/bayesian_optimiser.h"

namespace bora::surrogates::diverged_values_test {
namespace {

// Trainings that diverge, at most a third of the first ones, among others whose values differ by less than 1.
TEST(BayesianOptimiser, IsNotMisledByValuesFarBelowAllOthers) {
  const MixedSpace space({}, Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 1));
  constexpr int kSeeds = 10, kAsks = 30;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    BayesianOptimiser optimiser(space, {}, seed);
    std::optional<Eigen::VectorXd> far;
    for (int i = 0; i < kAsks; ++i) {
      const auto trial = optimiser.ask().front();
      const bool diverges = trial.point[0] > 0.85;
      if (diverges && !far) far = trial.point;
      optimiser.tell(trial.number,
                     diverges ? -1e6 : -(trial.point - Eigen::Vector2d(0.7, 0.3)).squaredNorm());
    }
    EXPECT_GT(optimiser.incumbent_value(), -1e-3) << "seed " << seed;
    ASSERT_TRUE(far);
    EXPECT_LT(optimiser.predict(*far)->median, -1);
  }
}

}  // namespace
}  // namespace bora::surrogates::diverged_values_test
