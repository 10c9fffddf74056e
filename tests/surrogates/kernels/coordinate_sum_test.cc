#include "surrogates/kernels/continuous/coordinate_sum.h"

#include <cmath>

#include <gtest/gtest.h>

#include "surrogates/support/random_matrices.h"

namespace bora::surrogates::coordinate_sum_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kDimension = 3;

/// The mean of covariances of one coordinate each, pair by pair.
MatrixXd by_definition(RadialFamily family, const VectorXd& lengthscales, const MatrixXd& X,
                       const MatrixXd& Z) {
  MatrixXd K = MatrixXd::Zero(X.rows(), Z.rows());
  for (int j = 0; j < kDimension; ++j) {
    MatrixXd of_one(X.rows(), Z.rows());
    for (Eigen::Index a = 0; a < X.rows(); ++a)
      for (Eigen::Index b = 0; b < Z.rows(); ++b)
        of_one(a, b) = std::pow((X(a, j) - Z(b, j)) / lengthscales[j], 2);
    radial_in_place(family, of_one);
    K += of_one / kDimension;
  }
  return K;
}

// With few points covariances are found pair by pair, with many from exponentials of single points, and pair
// by pair again where lengthscales are so short that these would overflow.
TEST(CoordinateSumKernel, IsTheMeanOverCoordinatesHoweverItIsFound) {
  Rng rng(3);
  const MatrixXd X = testing::normal_matrix(40, kDimension, rng);
  for (const RadialFamily family : {RadialFamily::se, RadialFamily::matern32, RadialFamily::matern52})
    for (const double longest : {2.0, 0.05, 1e-3}) {
      CoordinateSumKernel kernel(family, kDimension);
      const VectorXd lengthscales = Eigen::Vector3d(longest, 0.7 * longest, 0.5 * longest);
      kernel.set_hyperparameters(lengthscales.array().log());
      for (const int m : {1, 3, 4, 30}) {
        const MatrixXd Z = X.topRows(m) + 0.01 * testing::normal_matrix(m, kDimension, rng);
        const MatrixXd expected = by_definition(family, lengthscales, X, Z);
        const MatrixXd found = kernel.cross(X, Z);
        EXPECT_TRUE(found.allFinite());
        EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-12);
      }
      const MatrixXd expected = by_definition(family, lengthscales, X, X);
      EXPECT_LT((kernel.gram(X) - expected).cwiseAbs().maxCoeff(), 1e-12);
    }
}

TEST(CoordinateSumKernel, NoPointsHaveNoCovariances) {
  const CoordinateSumKernel kernel(RadialFamily::matern52, kDimension);
  EXPECT_EQ(kernel.cross(MatrixXd(0, kDimension), MatrixXd::Zero(5, kDimension)).size(), 0);
  EXPECT_EQ(kernel.cross(MatrixXd::Zero(5, kDimension), MatrixXd(0, kDimension)).size(), 0);
}

}  // namespace
}  // namespace bora::surrogates::coordinate_sum_test
