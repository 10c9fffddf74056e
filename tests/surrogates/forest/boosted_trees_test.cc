#include "surrogates/forest/boosted_trees.h"

#include <gtest/gtest.h>

#include "common/error.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// A step of 3 at x1 = .5, and a slope along x2.
std::shared_ptr<const Posterior<VectorXd>> trees_of(int n, std::uint64_t seed,
                                                    BoostedTreesOptions options = {}) {
  Rng rng(7);
  MatrixXd X(n, 2);
  VectorXd y(n);
  for (int i = 0; i < n; ++i) {
    X.row(i) << rng.uniform(), rng.uniform();
    y[i] = (X(i, 0) > 0.5 ? 3 : 0) + X(i, 1);
  }
  Rng of_model(seed);
  return make_boosted_trees(options)->posterior(X, y, of_model);
}

const MatrixXd kPoints = (MatrixXd(4, 2) << 0.1, 0.2, 0.2, 0.8, 0.9, 0.2, 0.8, 0.8).finished();

TEST(BoostedTrees, LearnStepsAndSlopes) {
  const VectorXd mean = trees_of(200, 1)->mean(kPoints);
  EXPECT_LT((mean - Eigen::Vector4d(0.2, 0.8, 3.2, 3.8)).cwiseAbs().maxCoeff(), 0.15) << mean.transpose();
}

// Each tree halves the residual: one tree explains half of the step, two explain three quarters.
TEST(BoostedTrees, EachTreeAddsItsShareOfWhatIsLeft) {
  MatrixXd X(20, 1);
  VectorXd y(20);
  for (int i = 0; i < 20; ++i) y[i] = 10 + 4 * (X(i, 0) = i % 2);
  const MatrixXd Z = (MatrixXd(2, 1) << 0, 1).finished();
  for (const auto& [rounds, step] : {std::pair{1, 2.0}, std::pair{2, 3.0}}) {
    Rng rng(1);
    const auto at = make_boosted_trees({.models = 3, .rounds = rounds, .shrinkage = 0.5, .share = 1})
                        ->posterior(X, y, rng)
                        ->marginal(Z);
    EXPECT_NEAR(at.mean[1] - at.mean[0], step, 1e-4);
    EXPECT_NEAR(at.mean.mean(), 12, 1);
  }
}

TEST(BoostedTrees, SameRandomnessGivesTheSameModel) {
  EXPECT_EQ(trees_of(30, 1)->mean(kPoints), trees_of(30, 1)->mean(kPoints));
  EXPECT_NE(trees_of(30, 1)->mean(kPoints), trees_of(30, 2)->mean(kPoints));
}

TEST(BoostedTrees, JointAndMarginalAgree) {
  const auto posterior = trees_of(20, 1);
  const MarginalPosterior each = posterior->marginal(kPoints);
  const JointPosterior all = posterior->joint(kPoints);
  EXPECT_EQ(each.mean, all.mean);
  EXPECT_TRUE((each.variance - all.covariance.diagonal()).isZero(1e-9));
  EXPECT_GT(each.variance.minCoeff(), 0);
}

TEST(BoostedTrees, TakePendingPointsIn) {
  const auto posterior = trees_of(40, 1);
  const MatrixXd z = kPoints.row(0);
  const auto told = posterior->given(z, VectorXd::Constant(1, 20));
  EXPECT_GT(told->mean(z)[0], posterior->mean(z)[0] + 5);
}

TEST(BoostedTrees, LiveWithLittle) {
  Rng rng(1);
  const auto one = make_boosted_trees()->posterior(Eigen::RowVector2d(0, 0.5), VectorXd::Constant(1, 4), rng);
  EXPECT_NEAR(one->mean(kPoints)[0], 4, 1e-6);
}

TEST(BoostedTrees, RefuseOptionsByName) {
  EXPECT_THROW(make_boosted_trees({.models = 1}), InputError);
  EXPECT_THROW(make_boosted_trees({.rounds = 0}), InputError);
  EXPECT_THROW(make_boosted_trees({.depth = 26}), InputError);
  EXPECT_THROW(make_boosted_trees({.shrinkage = 0}), InputError);
  EXPECT_THROW(make_boosted_trees({.share = 1.1}), InputError);
}

}  // namespace
}  // namespace bora::surrogates
