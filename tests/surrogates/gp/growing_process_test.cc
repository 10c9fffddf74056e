#include "surrogates/gp/growing_process.h"

#include <limits>

#include <gtest/gtest.h>
#include <Eigen/Cholesky>

#include "common/random.h"
#include "surrogates/support/random_matrices.h"

namespace bora::surrogates {
namespace {

constexpr double kNoise = 0.01;

// Returns the covariance of 12 points, without noise.
Eigen::MatrixXd covariance() {
  Rng rng(4);
  return testing::positive_definite(12, rng);
}

// Returns a process of the first n points, with the others of `total` appended one by one.
GrowingProcess grown(const Eigen::MatrixXd& K, Eigen::Index n, Eigen::Index total, Eigen::Index room) {
  GrowingProcess process;
  EXPECT_TRUE(process.factorise(n, room, kNoise, [&](auto& A) { A = K.topLeftCorner(n, n); }));
  for (Eigen::Index i = n; i < total; ++i) process.append(K.col(i).head(i), K(i, i));
  return process;
}

Eigen::MatrixXd product(const GrowingProcess& process) {
  const Eigen::MatrixXd L = Eigen::MatrixXd(process.lower()).triangularView<Eigen::Lower>();
  return L * L.transpose();
}

TEST(GrowingProcess, IsTheSameHoweverItsPointsCame) {
  const Eigen::MatrixXd K = covariance();
  Eigen::MatrixXd A = K;
  A.diagonal().array() += kNoise;
  for (const Eigen::Index at_once : {1, 5, 12})
    for (const Eigen::Index room : {12, 200}) {
      const GrowingProcess process = grown(K, at_once, 12, std::max(room, at_once));
      ASSERT_EQ(process.size(), 12);
      EXPECT_LT((product(process) - A).cwiseAbs().maxCoeff(), 1e-9) << at_once << ' ' << room;
    }
}

TEST(GrowingProcess, MakesRoomAsItGrows) {
  const Eigen::MatrixXd K = covariance();
  const GrowingProcess process = grown(K, 2, 12, 2);
  EXPECT_EQ(process.size(), 12);
  EXPECT_LT((product(process) - product(grown(K, 12, 12, 12))).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(GrowingProcess, BelievedPointsHaveNoWeightAndAreForgotten) {
  const Eigen::MatrixXd K = covariance();
  Rng rng(5);
  const Eigen::VectorXd y = testing::normal_vector(10, rng);
  GrowingProcess process = grown(K, 10, 10, 20);
  process.set_targets(y);
  Eigen::MatrixXd A = K.topLeftCorner(10, 10);
  A.diagonal().array() += kNoise;
  const Eigen::VectorXd weights = A.ldlt().solve(y);
  EXPECT_LT((process.weights() - weights).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((process.mean_at_targets() - K.topLeftCorner(10, 10) * weights).cwiseAbs().maxCoeff(), 1e-9);

  const Eigen::MatrixXd before = process.lower();
  process.append(K.col(10).head(10), K(10, 10));
  process.append(K.col(11).head(11), K(11, 11));
  EXPECT_EQ(process.size(), 12);
  EXPECT_EQ(process.weights().size(), 10);
  process.remove_last(2);
  EXPECT_EQ(Eigen::MatrixXd(process.lower()), before);

  // A target that equals its prediction from the others has weight 0.
  const Eigen::VectorXd cross = K.col(10).head(10);
  Eigen::VectorXd longer(11);
  longer << y, cross.dot(weights);
  process.append(cross, K(10, 10));
  process.set_targets(longer);
  EXPECT_NEAR(process.weights()[10], 0, 1e-10);
}

// The same point again: the pivot is at least the noise, although rounding may make it smaller.
TEST(GrowingProcess, SurvivesAPointThatItHas) {
  GrowingProcess process;
  ASSERT_TRUE(process.factorise(1, 4, 1e-18, [](auto& A) { A(0, 0) = 1; }));
  process.append(Eigen::VectorXd::Ones(1), 1);
  process.append(Eigen::VectorXd::Ones(2), 1);
  EXPECT_GT(Eigen::MatrixXd(process.lower()).diagonal().minCoeff(), 0);
}

TEST(GrowingProcess, HoldsNothingWhereNoJitterHelps) {
  GrowingProcess process = grown(covariance(), 3, 3, 8);
  process.set_targets(Eigen::Vector3d(1, 2, 3));
  EXPECT_FALSE(process.factorise(2, 8, kNoise, [](auto& A) { A << 1, 0, 5, 1; }));
  EXPECT_FALSE(process.factorised());
  EXPECT_EQ(process.targets().size(), 0);
  EXPECT_EQ(process.weights().size(), 0);
  EXPECT_FALSE(process.factorise(2, 8, kNoise,
                                 [](auto& A) { A.setConstant(std::numeric_limits<double>::quiet_NaN()); }));
}

}  // namespace
}  // namespace bora::surrogates
