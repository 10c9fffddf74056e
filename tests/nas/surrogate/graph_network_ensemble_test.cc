#include "nas/surrogate/graph_network_ensemble.h"

#include <thread>

#include <gtest/gtest.h>

#include "nas/estimator/rank_correlation.h"
#include "nas/surrogate/counted_cells.h"
#include "support/input_error.h"

namespace bora::nas::graph_network_ensemble_test {
namespace {

using testing::expect_input_error;

struct Learnt : testing::CountedCells {
  using CountedCells::CountedCells;
  std::shared_ptr<const Posterior<Architecture>> posterior(std::uint64_t seed, int epochs = 100) const {
    Rng rng(seed);
    return make_graph_network_ensemble(space, epochs)->posterior(X, y, rng);
  }
};

TEST(GraphNetworkEnsemble, RanksByNodes) {
  const Learnt learnt(60, 100);
  const auto posterior = learnt.posterior(1);
  const MarginalPosterior at = posterior->marginal(learnt.Z);
  EXPECT_GT(spearman(at.mean, learnt.wanted), 0.9);
  // Predictions are on the scale of the values.
  EXPECT_NEAR(at.mean.mean(), learnt.wanted.mean(), 1);
  EXPECT_GT(at.variance.minCoeff(), 0);
  const JointPosterior joint = posterior->joint(learnt.Z);
  EXPECT_LT((joint.covariance.diagonal() - at.variance).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(GraphNetworkEnsemble, SameSeedSamePosteriorInParallel) {
  const Learnt learnt(20, 10);
  const Eigen::VectorXd alone = learnt.posterior(1, 10)->mean(learnt.Z);
  EXPECT_NE(alone, learnt.posterior(2, 10)->mean(learnt.Z));
  std::vector<Eigen::VectorXd> found(3);
  std::vector<std::thread> threads;
  for (Eigen::VectorXd& one : found)
    threads.emplace_back([&] { one = learnt.posterior(1, 10)->mean(learnt.Z); });
  for (std::thread& thread : threads) thread.join();
  for (const Eigen::VectorXd& one : found) EXPECT_EQ(one, alone);
}

// Graphs are padded to the largest one of a query; this must not change the prediction for a graph.
TEST(GraphNetworkEnsemble, PredictionsDoNotDependOnOtherGraphs) {
  const Learnt learnt(20, 6, "darts");
  const auto posterior = learnt.posterior(1, 10);
  const Eigen::VectorXd together = posterior->mean(learnt.Z);
  for (std::size_t i = 0; i < learnt.Z.size(); ++i)
    EXPECT_NEAR(posterior->mean({learnt.Z[i]})[0], together[static_cast<Eigen::Index>(i)], 1e-3);
}

TEST(GraphNetworkEnsemble, GivenValuesAreLearnt) {
  const Learnt learnt(30, 1);
  const auto posterior = learnt.posterior(1);
  const Eigen::VectorXd far = Eigen::VectorXd::Constant(1, learnt.y.minCoeff() - 20);
  EXPECT_LT(posterior->given(learnt.Z, far)->mean(learnt.Z)[0], posterior->mean(learnt.Z)[0] - 5);
}

TEST(GraphNetworkEnsemble, AcceptsEqualValues) {
  Learnt learnt(5, 2);
  learnt.y.setConstant(90);
  EXPECT_LT((learnt.posterior(1)->mean(learnt.Z).array() - 90).abs().maxCoeff(), 1);
}

TEST(GraphNetworkEnsemble, RefusesTooFewEpochs) {
  const SpacePtr space = make_space("nb201");
  expect_input_error([&] { make_graph_network_ensemble(space, 0); }, "epochs");
}

}  // namespace
}  // namespace bora::nas::graph_network_ensemble_test
