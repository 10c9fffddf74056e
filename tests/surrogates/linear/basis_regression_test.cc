// Bayesian linear regression on basis functions, against a NumPy copy in the space of values.
#include "surrogates/linear/basis_regression.h"

#include <gtest/gtest.h>

#include "support/input_error.h"
#include "surrogates/support/golden.h"

namespace bora::surrogates {
namespace {

TEST(BasisRegression, AgreesWithNumPy) {
  std::vector<double> x, y, z, mean, covariance;
  for (const auto& cells : testing::golden_rows("given_prior.csv")) {
    if (cells[0] == "X") {
      x.push_back(std::stod(cells[2]));
      y.push_back(std::stod(cells[5]));
    } else if (cells[0] == "Z") {
      z.push_back(std::stod(cells[2]));
    } else if (cells[0] == "basis") {
      mean.push_back(std::stod(cells[2]));
      for (std::size_t i = 3; i < cells.size(); ++i) covariance.push_back(std::stod(cells[i]));
    }
  }
  const auto vector = [](const std::vector<double>& values) {
    return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(values.data(), std::ssize(values)));
  };
  const auto at =
      basis_posterior(basis_rows("cubic", vector(x)), vector(y), basis_rows("cubic", vector(z)), 0.9, 0.05);
  EXPECT_LT((at.mean - vector(mean)).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_LT((at.covariance.reshaped() - vector(covariance)).cwiseAbs().maxCoeff(), 1e-8);
}

TEST(BasisRegression, RowsAreTheFunctionsNamed) {
  const Eigen::Vector2d x(0.5, -2);
  Eigen::MatrixXd cubic(2, 4);
  cubic << 1, 0.5, 0.25, 0.125, 1, -2, 4, -8;
  EXPECT_EQ(basis_rows("cubic", x), cubic);
  EXPECT_EQ(basis_rows("linear", x), cubic.leftCols(2));
  EXPECT_EQ(basis_rows("quadratic", x), cubic.leftCols(3));
  const Eigen::MatrixXd waves = basis_rows("trigonometric", x);
  ASSERT_EQ(waves.cols(), 7);
  EXPECT_NEAR(waves(0, 1), 1, 1e-12);  // sin(pi / 2)
  EXPECT_NEAR(waves(1, 6), 1, 1e-12);  // cos(-6 pi)
  testing::expect_input_error([&] { basis_rows("quadratc", x); }, "did you mean quadratic");
}

TEST(BasisRegression, RefusesWhatDoesNotFit) {
  const Eigen::MatrixXd rows = Eigen::MatrixXd::Ones(3, 2);
  const Eigen::VectorXd y = Eigen::VectorXd::Ones(3);
  testing::expect_input_error([&] { basis_posterior(rows, y, rows, 0, 1); }, "alpha: 0");
  testing::expect_input_error([&] { basis_posterior(rows, y, rows, 1, -1); }, "sigma: -1");
  testing::expect_input_error([&] { basis_posterior(rows, y.head(2), rows, 1, 1); }, "3 rows");
}

}  // namespace
}  // namespace bora::surrogates
