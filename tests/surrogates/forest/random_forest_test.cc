#include "surrogates/forest/random_forest.h"

#include <cmath>

#include <gtest/gtest.h>

#include "common/error.h"
#include "surrogates/pending/pending_policy.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

const MixedSpace kSpace({5}, VectorXd::Zero(1), VectorXd::Ones(1));

double value(double category, double x) {
  return (category == 1 || category == 4 ? 3 : 0) + x;
}

std::shared_ptr<const Posterior<VectorXd>> forest_of(int n, std::uint64_t seed) {
  Rng rng(7);
  MatrixXd X(n, 2);
  VectorXd y(n);
  for (int i = 0; i < n; ++i) {
    X.row(i) << i % 5, rng.uniform();
    y[i] = value(X(i, 0), X(i, 1));
  }
  Rng of_forest(seed);
  return make_random_forest(kSpace)->posterior(X, y, of_forest);
}

TEST(RandomForest, LearnsCategoriesAndNumbers) {
  const auto posterior = forest_of(100, 1);
  for (int category = 0; category < 5; ++category)
    for (const double x : {0.2, 0.8})
      EXPECT_NEAR(posterior->marginal(Eigen::RowVector2d(category, x)).mean[0], value(category, x), 0.4)
          << category << ' ' << x;
  EXPECT_FALSE(posterior->smooth());
  MatrixXd gradient;
  EXPECT_THROW(posterior->marginal_with_gradient(
                   Eigen::RowVector2d(0, 0), [](const MarginalPosterior& at) { return at; }, gradient),
               std::logic_error);
}

TEST(RandomForest, SameRandomnessGivesTheSameForest) {
  const MatrixXd Z = (MatrixXd(3, 2) << 0, 0.1, 1, 0.5, 3, 0.9).finished();
  EXPECT_EQ(forest_of(30, 1)->marginal(Z).mean, forest_of(30, 1)->marginal(Z).mean);
  EXPECT_NE(forest_of(30, 1)->marginal(Z).mean, forest_of(30, 2)->marginal(Z).mean);
}

TEST(RandomForest, JointAndMarginalAgree) {
  const auto posterior = forest_of(20, 1);
  const MatrixXd Z = (MatrixXd(3, 2) << 0, 0.1, 1, 0.5, 3, 0.9).finished();
  const MarginalPosterior each = posterior->marginal(Z);
  const JointPosterior all = posterior->joint(Z);
  EXPECT_EQ(each.mean, all.mean);
  EXPECT_TRUE((each.variance - all.covariance.diagonal()).isZero(1e-9));
  EXPECT_GT(each.variance.maxCoeff(), 0);
}

// given() adds a value to the samples of all trees, which then predict it.
TEST(RandomForest, TakesPendingPointsIn) {
  const auto posterior = forest_of(40, 1);
  const Eigen::RowVector2d z(2, 0.5);
  const auto told = posterior->given(z, VectorXd::Constant(1, 50));
  EXPECT_NEAR(told->marginal(z).mean[0], 50, 1e-3);
  EXPECT_NEAR(told->marginal(z).variance[0], 0, 1e-3);
  EXPECT_LT(posterior->marginal(z).mean[0], 5);
}

// One observation, and a category that no observation has.
TEST(RandomForest, LivesWithLittle) {
  Rng rng(1);
  const auto one =
      make_random_forest(kSpace)->posterior(Eigen::RowVector2d(0, 0.5), VectorXd::Constant(1, 4), rng);
  EXPECT_NEAR(one->marginal(Eigen::RowVector2d(3, 0.1)).mean[0], 4, 1e-6);
  const MatrixXd X = (MatrixXd(4, 2) << 0, 0.1, 0, 0.5, 1, 0.2, 1, 0.9).finished();
  const auto few = make_random_forest(kSpace)->posterior(X, Eigen::Vector4d(1, 2, 5, 6), rng);
  const double unseen = few->marginal(Eigen::RowVector2d(4, 0.5)).mean[0];
  EXPECT_TRUE(unseen >= 1 && unseen <= 6) << unseen;
}

// All values are equal, so that the posterior variance is 0; every acquisition still proposes points.
TEST(RandomForest, IsAskedOnWhereAllValuesAreEqual) {
  for (const char* acquisition : {"log_ei", "thompson", "qei", "qlogei", "kg", "mes"}) {
    BayesianOptions options;
    options.acquisition = acquisition;
    options.initial_points = 3;
    const auto optimiser = make_forest_optimiser(kSpace, options, 1);
    for (int round = 0; round < 6; ++round)
      for (const auto& trial : optimiser->ask(3)) optimiser->tell(trial.number, 1);
    EXPECT_EQ(optimiser->observations(), 18) << acquisition;
  }
}

TEST(RandomForest, RefusesOptionsByName) {
  RandomForestOptions options;
  options.trees = 1;
  EXPECT_THROW(make_random_forest(kSpace, options), InputError);
  options = {};
  options.most_depth = 26;
  EXPECT_THROW(make_random_forest(kSpace, options), InputError);
  options = {};
  options.least_split = 1;
  EXPECT_THROW(make_random_forest(kSpace, options), InputError);
}

}  // namespace
}  // namespace bora::surrogates
