// Predictions and recommendations of BayesianOptimiser.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "support/problems/problem.h"
#include "surrogates/kernels/continuous/stationary.h"
#include "surrogates/search/bayesian_optimiser.h"

namespace bora::surrogates::bayesian_recommendation_test {
namespace {

using Eigen::VectorXd;

// Model that can be fitted only once.
class OnceModel final : public Model<VectorXd> {
 public:
  std::shared_ptr<const Posterior<VectorXd>> posterior(Eigen::MatrixXd X, const VectorXd& y, Rng&) override {
    if (std::exchange(learnt_, true)) return nullptr;
    auto process = FittedGaussianProcess<VectorXd>::condition(
        std::make_shared<StationaryKernel>(RadialFamily::matern52, 1, false), std::move(X), y, 1e-3,
        Standardisation::of(y));
    return std::make_shared<const FittedGaussianProcess<VectorXd>>(std::move(*process));
  }
  std::unique_ptr<Model> fresh() const override { return std::make_unique<OnceModel>(); }

 private:
  bool learnt_ = false;
};

// The recommendation meets the constraints, and there is none before a point does.
TEST(BayesianOptimiser, RecommendsWhatMeetsTheConstraints) {
  const MixedSpace space({}, VectorXd::Zero(1), VectorXd::Ones(1));
  BayesianOptions options;
  options.constraints = 1;
  BayesianOptimiser optimiser(space, options, 5);
  for (int i = 1; i <= 8; ++i)
    optimiser.observe_constrained(VectorXd::Constant(1, 0.1 * i), 0.1 * i, {0.05 - 0.1 * i});
  optimiser.abandon(optimiser.ask().front().number);
  EXPECT_FALSE(optimiser.recommendation());
  const auto trial = optimiser.ask().front();
  EXPECT_LT(trial.point[0], 0.1);
  optimiser.abandon(trial.number);
  optimiser.observe_constrained(VectorXd::Constant(1, 0.01), 0.01, {0.04});
  optimiser.observe_constrained(VectorXd::Constant(1, 0.03), 0.03, {0.02});
  optimiser.abandon(optimiser.ask().front().number);
  ASSERT_TRUE(optimiser.recommendation());
  EXPECT_EQ((*optimiser.recommendation())[0], 0.03);
}

// The posterior keeps the scale that its model was fitted on, although the values observed since then would
// change the transformation.
TEST(BayesianOptimiser, PredictsByItsLastModelWhereNoNewOneCame) {
  const MixedSpace space({}, VectorXd::Zero(1), VectorXd::Ones(1));
  BayesianOptimiser optimiser(space, {}, 1, std::make_unique<OnceModel>());
  const VectorXd middle = VectorXd::Constant(1, 0.5);
  for (const double x : {0.0, 0.2, 0.4, 0.6, 0.8, 1.0})
    optimiser.observe(VectorXd::Constant(1, x), 4 + x * x);
  optimiser.abandon(optimiser.ask().front().number);
  const double before = optimiser.predict(middle)->median;
  EXPECT_NEAR(before, 4.25, 0.1);
  optimiser.observe(VectorXd::Constant(1, 0.1), -1e4);
  optimiser.abandon(optimiser.ask().front().number);
  EXPECT_EQ(optimiser.predict(middle)->median, before);
}

// The best of noisy observations is the luckiest one; the maximum of the posterior mean is better.
TEST(BayesianOptimiser, RecommendsWhereItsModelExpectsMost) {
  const MixedSpace space({2}, VectorXd::Constant(1, -1), VectorXd::Constant(1, 1));
  const auto value = [](const VectorXd& x) { return -x[0] - (x[1] - 0.35) * (x[1] - 0.35); };
  BayesianOptimiser optimiser(space, {}, 5);
  EXPECT_FALSE(optimiser.recommendation());
  EXPECT_FALSE(optimiser.expected_maximum());
  Rng rng(3);
  for (int i = 0; i < 40; ++i) {
    const Eigen::Vector2d x(i % 2, -1 + i / 20.0);
    optimiser.observe(x, value(x) + 0.2 * rng.normal());
  }
  const Eigen::Vector2d lucky(0, 0.9);
  optimiser.observe(lucky, 0.3);
  optimiser.abandon(optimiser.ask().front().number);
  ASSERT_EQ(optimiser.incumbent(), lucky);
  const auto found = optimiser.recommendation();
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)[0], 0);
  EXPECT_NEAR((*found)[1], 0.35, 0.2);
  EXPECT_EQ(optimiser.recommendation(), found) << "it does not change the search";
  const double expected = optimiser.predict(*found)->median;
  for (int i = 0; i < 40; ++i)
    EXPECT_GE(expected, optimiser.predict(Eigen::Vector2d(i % 2, -1 + i / 20.0))->median);

  const auto trial = optimiser.ask().front();
  optimiser.fail(trial.number);
  const auto tried = optimiser.recommendation();
  ASSERT_TRUE(tried);
  EXPECT_NO_THROW(optimiser.observe(*tried, value(*tried)));
  EXPECT_NEAR(std::remainder((*tried)[1], 0.05), 0, 1e-9) << "an observed point, since points have failed";
}

// The model of ten dimensions expects more of points where it is wrong.
TEST(BayesianOptimiser, RecommendsTheBestPointWithoutNoise) {
  constexpr int kDimension = 10, kSome = 60;
  const MixedSpace space({}, VectorXd::Constant(kDimension, -5), VectorXd::Constant(kDimension, 10));
  const auto problem = make_problem("rosenbrock", kDimension);
  BayesianOptimiser optimiser(space, {}, 1);
  Rng rng(2);
  for (int i = 0; i < kSome; ++i) {
    const VectorXd spread = space.sample(rng), near = 0.1 * spread + VectorXd::Constant(kDimension, 0.5);
    optimiser.observe(spread, -problem->value(spread));
    optimiser.observe(near, -problem->value(near));
  }
  optimiser.abandon(optimiser.ask().front().number);
  EXPECT_EQ(optimiser.recommendation(), optimiser.incumbent());
}

// Values rise towards points that were never tried.
TEST(BayesianOptimiser, RecommendsNoPointThatItKnowsLessThanATriedOne) {
  const MixedSpace space({}, VectorXd::Zero(1), VectorXd::Ones(1));
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    BayesianOptimiser optimiser(space, {}, seed);
    Rng rng(seed);
    for (int i = 0; i < 30; ++i) {
      const double x = 0.01 * i;
      optimiser.observe(VectorXd::Constant(1, x), 4 * x * x + 0.05 * rng.normal());
    }
    optimiser.abandon(optimiser.ask().front().number);
    const auto found = optimiser.recommendation();
    ASSERT_TRUE(found);
    EXPECT_LT((*found)[0], 0.4) << seed;
    EXPECT_LE(optimiser.posterior()->marginal(found->transpose()).variance[0],
              optimiser.posterior()->observation_noise());
    const auto expected = optimiser.expected_maximum();
    ASSERT_TRUE(expected);
    EXPECT_GE(optimiser.predict(*expected)->median, optimiser.predict(*found)->median);
  }
}

}  // namespace
}  // namespace bora::surrogates::bayesian_recommendation_test
