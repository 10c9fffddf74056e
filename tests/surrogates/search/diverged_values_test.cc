#include <cstdint>
#include <optional>

#include <gtest/gtest.h>

#include "surrogates/baselines/exp3bo.h"
#include "surrogates/forest/random_forest.h"
#include "surrogates/search/bayesian_optimiser.h"
#include "surrogates/search/mixed/casmopolitan.h"
#include "surrogates/search/mixed/cocabo.h"

namespace bora::surrogates::diverged_values_test {
namespace {

// Up to a third of the first values are far below the others, as of diverged trainings; the others differ by
// less than 1.
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

// Shows an optimiser a parabola whose top is at 0.6 at 12 points for each category, of which the first
// diverged. Returns the number that it asks for then.
double asked_after_a_divergence(MixedOptimiser& optimiser, double diverged = -1e6) {
  constexpr int kPoints = 12;
  const int d_h = optimiser.space().categories();
  for (int category = 0; category < (d_h > 0 ? optimiser.space().levels().front() : 1); ++category)
    for (int i = 0; i < kPoints; ++i) {
      const double x = i / (kPoints - 1.0);
      Eigen::VectorXd point = Eigen::VectorXd::Constant(d_h + 1, category);
      point[d_h] = x;
      optimiser.observe(point, i == 0 ? diverged : -(x - 0.6) * (x - 0.6));
    }
  return optimiser.ask().front().point[d_h];
}

TEST(DivergedValues, HideTheOthersFromNoOptimiserOfMixedSpaces) {
  const MixedSpace line({}, Eigen::VectorXd::Zero(1), Eigen::VectorXd::Ones(1));
  const MixedSpace lines({2}, Eigen::VectorXd::Zero(1), Eigen::VectorXd::Ones(1));
  constexpr int kPoints = 12;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    CocaboOptions cocabo;
    cocabo.initial_points = kPoints;
    cocabo.ucb_beta = 0;
    Cocabo of_line(line, cocabo, seed);
    EXPECT_NEAR(asked_after_a_divergence(of_line), 0.6, 0.1) << "cocabo, seed " << seed;
    Exp3BoOptions exp3bo;
    exp3bo.ucb_beta = 0;
    Exp3Bo of_lines(lines, exp3bo, seed);
    EXPECT_NEAR(asked_after_a_divergence(of_lines), 0.6, 0.1) << "exp3bo, seed " << seed;
    CasmopolitanOptions casmopolitan;
    casmopolitan.initial_points = kPoints;
    Casmopolitan in_region(line, casmopolitan, seed);
    EXPECT_NEAR(asked_after_a_divergence(in_region), 0.6, 0.1) << "casmopolitan, seed " << seed;
  }
}

// Trees predict in single precision, in units of the deviation of all values.
TEST(DivergedValues, HideTheOthersFromNoForest) {
  const MixedSpace line({}, Eigen::VectorXd::Zero(1), Eigen::VectorXd::Ones(1));
  BayesianOptions options;
  options.initial_points = 6;
  const auto forest = make_forest_optimiser(line, options, 1);
  asked_after_a_divergence(*forest, -1e9);
  const auto median = [&](double x) { return forest->predict(Eigen::VectorXd::Constant(1, x))->median; };
  EXPECT_NEAR(median(0.6), 0, 0.05);
  EXPECT_GT(median(0.6), median(1) + 0.03);
  EXPECT_LT(median(0), median(1));
}

// All values are 0 or 1, except one that is far below. It counts as -6: five times 1 below the lower third of
// the first values, and 1 below that. As published, it is the least value, next to which 0 and 1 have equal
// rewards.
TEST(DivergedValues, RewardTheBanditsOfCocaboAsOthersDo) {
  const MixedSpace space({2}, Eigen::VectorXd::Zero(1), Eigen::VectorXd::Ones(1));
  for (const bool raised : {true, false}) {
    CocaboOptions options;
    options.budget = 40;
    options.initial_points = 12;
    options.raise_tail = raised;
    Cocabo optimiser(space, options, 1);
    for (int i = 0; i < 12; ++i) optimiser.observe(Eigen::Vector2d(i % 2, 0.05 * i), i == 0 ? -1e9 : i % 2);
    optimiser.ask();
    const double gamma = exp3_exploration(2, 40);
    const Eigen::Array2d weights = (gamma * Eigen::Array2d(raised ? 5 * 6.0 / 7 : 5, 6)).exp();
    const Eigen::Array2d expected = (1 - gamma) * weights / weights.sum() + gamma / 2;
    EXPECT_LT((optimiser.probabilities().front().array() - expected).abs().maxCoeff(), 1e-6) << raised;
  }
}

}  // namespace
}  // namespace bora::surrogates::diverged_values_test
