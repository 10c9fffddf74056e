// Compares draws of weights with matrix inverses, and the sampler with one in NumPy.
#include "surrogates/linear/horseshoe_sampler.h"

#include <cmath>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/layers.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

VectorXd vector_of(const nlohmann::json& numbers) {
  VectorXd vector(std::ssize(numbers));
  for (Eigen::Index i = 0; i < vector.size(); ++i)
    vector[i] = numbers[static_cast<std::size_t>(i)].get<double>();
  return vector;
}

MatrixXd matrix_of(const nlohmann::json& rows) {
  MatrixXd matrix(std::ssize(rows), std::ssize(rows[0]));
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    matrix.row(i) = vector_of(rows[static_cast<std::size_t>(i)]).transpose();
  return matrix;
}

nlohmann::json golden() {
  std::ifstream file(BORA_TEST_SOURCE_DIR "/golden/surrogates/horseshoe.json");
  EXPECT_TRUE(file);
  return nlohmann::json::parse(file);
}

// A draw is linear in the standard normal numbers, so that its moments are known without drawing any.
TEST(HorseshoeSampler, DrawsWeightsWithTheExactMoments) {
  const nlohmann::json numbers = golden();
  ASSERT_EQ(numbers["moments"].size(), 2U);
  for (const auto& given : numbers["moments"]) {
    const MatrixXd X = matrix_of(given["X"]), gram = X.transpose() * X;
    const Eigen::SparseMatrix<double> sparse = X.sparseView();
    const VectorXd y = vector_of(given["y"]), variances = vector_of(given["variances"]);
    const VectorXd projected = X.transpose() * y;
    const Eigen::Index n = X.rows(), p = X.cols();
    const auto expect_moments = [&](auto draw, Eigen::Index count) {
      const VectorXd mean = draw(VectorXd::Zero(count));
      MatrixXd root(p, count);
      for (Eigen::Index i = 0; i < count; ++i) root.col(i) = draw(VectorXd::Unit(count, i)) - mean;
      EXPECT_LT((mean - vector_of(given["mean"])).cwiseAbs().maxCoeff(), 1e-9);
      EXPECT_LT((root * root.transpose() - matrix_of(given["covariance"])).cwiseAbs().maxCoeff(), 1e-9);
    };
    expect_moments(
        [&](const VectorXd& e) { return draw_by_rows(sparse, y, variances, e.head(p), e.tail(n)); }, p + n);
    expect_moments([&](const VectorXd& e) { return draw_by_columns(gram, projected, variances, e); }, p);
  }
}

TEST(HorseshoeSampler, AgreesWithASamplerWithoutAuxiliaryVariables) {
  constexpr int kSweeps = 200000, kDropped = 1000;
  const nlohmann::json numbers = golden();
  ASSERT_EQ(numbers["posterior"].size(), 2U);
  for (const auto& given : numbers["posterior"]) {
    const MatrixXd X = matrix_of(given["X"]);
    const Eigen::Index p = X.cols();
    Rng rng(1);
    HorseshoeSampler sampler(X.sparseView(), vector_of(given["y"]), rng);
    VectorXd sums = VectorXd::Zero(2 * p + 1), expected(2 * p + 1);
    for (int i = 0; i < kSweeps + kDropped; ++i) {
      sampler.sweep(rng);
      if (i < kDropped) continue;
      sums.head(p) += sampler.weights();
      sums.segment(p, p) += sampler.weights().cwiseAbs2();
      sums[2 * p] += sampler.noise();
    }
    expected << vector_of(given["weights"]), vector_of(given["squares"]), given["noise"].get<double>();
    const VectorXd errors = vector_of(given["errors"]);  // with ten times as many sweeps
    for (Eigen::Index i = 0; i < sums.size(); ++i)
      EXPECT_NEAR(sums[i] / kSweeps, expected[i], 5 * std::sqrt(11.0) * errors[i])
          << "p = " << p << ", figure " << i;
  }
}

// Three of 120 weights are not 0.
TEST(HorseshoeSampler, FindsTheFewColumnsThatMatter) {
  constexpr int kRows = 60, kColumns = 120, kDrawn = 300;
  Rng rng(3);
  MatrixXd X(kRows, kColumns);
  for (double& each : X.reshaped()) each = rng.index(2);
  VectorXd y = X.col(3) - 1.5 * X.col(40) + X.col(99);
  for (double& each : y) each += 0.05 * rng.normal();
  y.array() -= y.mean();
  HorseshoeSampler sampler(X.sparseView(), y, rng);
  VectorXd mean = VectorXd::Zero(kColumns);
  for (int i = 0; i < 2 * kDrawn; ++i) {
    sampler.sweep(rng);
    if (i >= kDrawn) mean += sampler.weights() / kDrawn;
  }
  VectorXd expected = VectorXd::Zero(kColumns);
  expected[3] = expected[99] = 1;
  expected[40] = -1.5;
  EXPECT_LT((mean - expected).cwiseAbs().maxCoeff(), 0.2);
}

// Values without noise, which the model explains completely, and equal values.
TEST(HorseshoeSampler, StaysFinite) {
  Rng rng(4);
  MatrixXd X(6, 9);
  for (double& each : X.reshaped()) each = rng.index(2);
  for (const VectorXd& y : {VectorXd(X.col(0).array() - X.col(0).mean()), VectorXd(VectorXd::Zero(6))}) {
    HorseshoeSampler sampler(X.sparseView(), y, rng);
    for (int i = 0; i < 3000; ++i) {
      sampler.sweep(rng);
      ASSERT_TRUE(sampler.weights().allFinite()) << "sweep " << i;
    }
  }
}

}  // namespace
}  // namespace bora::surrogates
