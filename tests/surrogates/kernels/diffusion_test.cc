// Diffusion kernels of products of graphs, against the matrix exponential.
#include "surrogates/kernels/categorical/diffusion.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/dense.h"
#include "support/input_error.h"
#include "surrogates/support/golden.h"

namespace bora::surrogates {
namespace {

// The points of the product of two graphs, the vertex of the last one running fastest.
Eigen::MatrixXd product_points(int first, int last) {
  Eigen::MatrixXd X(first * last, 2);
  for (int a = 0; a < X.rows(); ++a) X.row(a) << a / last, a % last;
  return X;
}

// As in tests/golden/surrogates/diffusion_kernel.py.
TEST(DiffusionKernel, IsTheExponentialOfTheProductsLaplacian) {
  const std::vector<std::pair<std::vector<ValueGraph>, Eigen::Vector2d>> products{
      {{{3, false}, {4, true}}, {0.3, 0.7}},
      {{{5, true}, {2, false}}, {2.5, 1.1}},
      {{{4, false}, {2, true}}, {0.02, 40}}};
  std::vector<Eigen::MatrixXd> grams;
  for (const auto& [graphs, betas] : products) {
    DiffusionKernel kernel(graphs);
    kernel.set_hyperparameters(betas.array().log());
    const Eigen::MatrixXd X = product_points(graphs[0].vertices, graphs[1].vertices);
    grams.push_back(kernel.gram(X));
    EXPECT_NEAR(kernel.diag(X).mean(), 1, 1e-13);
    EXPECT_GT(testing::eigenvalues_of(grams.back()).minCoeff(), -1e-14);
  }
  for (const auto& cells : testing::golden_rows("diffusion_kernel.csv")) {
    const Eigen::MatrixXd& K = grams.at(std::stoul(cells[0]));
    ASSERT_EQ(std::ssize(cells), K.cols() + 2);
    for (Eigen::Index b = 0; b < K.cols(); ++b)
      EXPECT_NEAR(K(std::stoi(cells[1]), b), std::stod(cells[static_cast<std::size_t>(b) + 2]), 1e-13)
          << cells[0] << ' ' << cells[1] << ' ' << b;
  }
}

// A variable whose beta is large has no effect; where it is small, different values are uncorrelated.
TEST(DiffusionKernel, SmoothsByBeta) {
  DiffusionKernel kernel({{3, false}, {9, true}, {2, false}});
  kernel.set_hyperparameters(Eigen::Vector3d(std::log(100), std::log(100), 0));
  Eigen::MatrixXd X(3, 3);
  X << 0, 8, 0, 2, 1, 0, 2, 1, 1;
  const double differ = (1 - std::exp(-2.0)) / (1 + std::exp(-2.0));
  Eigen::Matrix3d expected;
  expected << 1, 1, differ, 1, 1, differ, differ, differ, 1;
  EXPECT_LT((kernel.gram(X) - expected).cwiseAbs().maxCoeff(), 1e-4);
  kernel.set_hyperparameters(Eigen::Vector3d(-12, -12, -12));
  EXPECT_LT((kernel.gram(X) - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff(), 1e-4);
}

TEST(DiffusionKernel, RefusesGraphsWithoutTwoVertices) {
  EXPECT_EQ(testing::input_error_or_accepted([] { DiffusionKernel kernel(std::vector<ValueGraph>{}); }),
            "kernel: 0 categorical variables, expected at least 1");
  EXPECT_EQ(testing::input_error_or_accepted([] {
              DiffusionKernel kernel({{2, false}, {1, true}});
            }),
            "kernel: variable 1 has a graph of 1 vertices, expected at least 2");
}

}  // namespace
}  // namespace bora::surrogates
