#include "nas/surrogate/network_ensemble.h"

#include <gtest/gtest.h>

#include "nas/estimator/rank_correlation.h"
#include "nas/surrogate/counted_cells.h"
#include "support/input_error.h"

namespace bora::nas::network_ensemble_test {
namespace {

using testing::expect_input_error;

using Learnt = testing::CountedCells;

TEST(NetworkEnsemble, RanksByPaths) {
  const Learnt learnt(100, 100);
  Rng rng(1);
  const auto model = make_network_ensemble(learnt.space, 60);
  const auto posterior = model->posterior(learnt.X, learnt.y, rng);
  const MarginalPosterior at = posterior->marginal(learnt.Z);
  EXPECT_GT(spearman(at.mean, learnt.wanted), 0.7);
  // Predictions are on the scale of the values.
  EXPECT_NEAR(at.mean.mean(), learnt.wanted.mean(), 3);
  EXPECT_GT(at.variance.minCoeff(), 0);
  const JointPosterior joint = posterior->joint(learnt.Z);
  EXPECT_LT((joint.covariance.diagonal() - at.variance).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(NetworkEnsemble, SameSeedSamePosterior) {
  const Learnt learnt(20, 10);
  const auto mean = [&](std::uint64_t seed) {
    Rng rng(seed);
    return make_network_ensemble(learnt.space, 5)->posterior(learnt.X, learnt.y, rng)->mean(learnt.Z);
  };
  EXPECT_EQ(mean(1), mean(1));
  EXPECT_NE(mean(1), mean(2));
}

TEST(NetworkEnsemble, TakesRoundingErrorsForNoDifference) {
  Learnt learnt(20, 10);
  const auto mean = [&] {
    Rng rng(1);
    return make_network_ensemble(learnt.space, 5)->posterior(learnt.X, learnt.y, rng)->mean(learnt.Z);
  };
  learnt.y.setConstant(0.3);
  const Eigen::VectorXd expected = mean();
  learnt.y[4] = 0.1 + 0.2;  // larger by one rounding error
  EXPECT_LT((mean() - expected).norm(), 1e-6);
}

// A study runs several models of one kind in parallel; they must not influence each other.
TEST(NetworkEnsemble, DoesNotDependOnOtherModels) {
  const Learnt learnt(20, 10);
  const auto mean = [&](const ArchitectureModel& of) {
    Rng rng(1);
    return of.fresh()->posterior(learnt.X, learnt.y, rng)->mean(learnt.Z);
  };
  const auto alone = make_network_ensemble(learnt.space, 5);
  const auto shared = make_network_ensemble(learnt.space, 5);
  Rng rng(2);
  shared->fresh()->posterior(learnt.Z, learnt.wanted, rng)->mean(learnt.X);
  EXPECT_EQ(mean(*shared), mean(*alone));
}

TEST(NetworkEnsemble, GivenValuesAreLearnt) {
  const Learnt learnt(30, 1);
  Rng rng(1);
  const auto posterior = make_network_ensemble(learnt.space, 60)->posterior(learnt.X, learnt.y, rng);
  const Eigen::VectorXd far = Eigen::VectorXd::Constant(1, learnt.y.minCoeff() - 20);
  EXPECT_LT(posterior->given(learnt.Z, far)->mean(learnt.Z)[0], posterior->mean(learnt.Z)[0] - 5);
}

TEST(NetworkEnsemble, AcceptsEqualValues) {
  Learnt learnt(5, 2);
  learnt.y.setConstant(90);
  Rng rng(1);
  const auto at =
      make_network_ensemble(learnt.space, 3)->posterior(learnt.X, learnt.y, rng)->marginal(learnt.Z);
  EXPECT_TRUE(at.mean.allFinite());
}

TEST(IndependentThompson, DrawsOncePerArchitecture) {
  const Learnt learnt(20, 8);
  Rng rng(1);
  const std::shared_ptr<const Posterior<Architecture>> posterior =
      make_network_ensemble(learnt.space, 5)->posterior(learnt.X, learnt.y, rng);
  const auto rule = independent_thompson_rule();
  Rng one(3), two(4);
  const auto score = rule({posterior, 0, one});
  const Eigen::VectorXd drawn = score->values(learnt.Z);
  EXPECT_NEAR(score->values({learnt.Z[3]})[0], drawn[3], 1e-3);
  EXPECT_NE(drawn, posterior->mean(learnt.Z));
  EXPECT_NE(rule({posterior, 0, two})->values(learnt.Z), drawn);
}

TEST(NetworkEnsemble, RefusesWrongOptionsAndSpaces) {
  const SpacePtr space = make_space("nb201");
  expect_input_error([&] { make_network_ensemble(space, 0); }, "epochs");
  expect_input_error([] { make_network_ensemble(make_space("cnn")); }, "cnn", "cells");
}

}  // namespace
}  // namespace bora::nas::network_ensemble_test
