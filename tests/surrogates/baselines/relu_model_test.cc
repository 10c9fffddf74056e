#include "surrogates/baselines/relu_model.h"

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

const VectorXd kLower = (VectorXd(4) << 0, -2, -1, -1).finished();
const VectorXd kUpper = (VectorXd(4) << 1, 2, 1, 1).finished();

VectorXd drawn(int whole, Rng& rng) {
  VectorXd x(kLower.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    x[i] = rng.uniform(kLower[i], kUpper[i]);
    if (i < whole) x[i] = std::round(x[i]);
  }
  return x;
}

// Recursive least squares as Bliek et al. 2021 print it.
struct RecursiveLeastSquares {
  MatrixXd P;
  VectorXd c;
  void update(const VectorXd& phi, double y) {
    const VectorXd v = P * phi;
    const VectorXd g = v / (1 + phi.dot(v));
    P -= g * v.transpose();
    c += (y - phi.dot(c)) * g;
  }
};

// One constant; 2 and 8 functions of the integers, 12 of their difference, from -3 to 2 or more; 11 for each
// of two directions.
TEST(ReluModel, HasTheFunctionsOfThePaper) {
  Rng rng(1);
  const ReluModel model(kLower, kUpper, 2, rng);
  // Differences x_2 - x_1 are -3, ..., 2: two functions for each of the five steps between them.
  EXPECT_EQ(model.functions(), 1 + 2 + 8 + 10 + 2 * 10);
  const VectorXd at_lower = model.basis(kLower), at_upper = model.basis(kUpper);
  EXPECT_EQ(at_lower[0], 1);
  EXPECT_EQ(at_lower[1], 0);  // x_1 - 0
  EXPECT_EQ(at_lower[2], 1);  // 1 - x_1
  EXPECT_EQ(at_upper[1], 1);
  EXPECT_EQ(at_upper[2], 0);
  EXPECT_EQ(ReluModel(kLower, kUpper, 0, rng).functions(), 1 + 4 * ReluModel::kFewestParallel);
}

TEST(ReluModel, HasTheWeightsOfRecursiveLeastSquares) {
  Rng rng(2);
  ReluModel model(kLower, kUpper, 2, rng);
  constexpr double kRegularisation = 1e-3;
  RecursiveLeastSquares expected{MatrixXd::Identity(model.functions(), model.functions()) / kRegularisation,
                                 VectorXd::Zero(model.functions())};
  expected.c.segment(1, 20).setOnes();
  MatrixXd X(15, 4);
  VectorXd y(15);
  for (int i = 0; i < 15; ++i) {
    X.row(i) = drawn(2, rng).transpose();
    y[i] = rng.normal();
    expected.update(model.basis(X.row(i)), y[i]);
  }
  model.fit(X, y, kRegularisation);
  VectorXd gradient;
  for (int i = 0; i < 20; ++i) {
    const VectorXd x = drawn(0, rng);
    EXPECT_NEAR(model.value(x, gradient), expected.c.dot(model.basis(x)), 1e-7);
  }
}

TEST(ReluModel, HasTheGradientOfItsValue) {
  Rng rng(3);
  ReluModel model(kLower, kUpper, 2, rng);
  MatrixXd X(6, 4);
  for (int i = 0; i < 6; ++i) X.row(i) = drawn(2, rng).transpose();
  model.fit(X, VectorXd::LinSpaced(6, -1, 1), 1e-6);
  constexpr double kStep = 1e-7;
  VectorXd gradient, unused;
  for (int i = 0; i < 20; ++i) {
    const VectorXd x = drawn(0, rng);
    model.value(x, gradient);
    for (Eigen::Index j = 0; j < x.size(); ++j) {
      VectorXd above = x, below = x;
      above[j] += kStep;
      below[j] -= kStep;
      EXPECT_NEAR(gradient[j], (model.value(above, unused) - model.value(below, unused)) / (2 * kStep), 1e-5);
    }
  }
}

// So its minima are at integers.
TEST(ReluModel, IsLinearBetweenIntegers) {
  Rng rng(4);
  const VectorXd lower = VectorXd::Zero(3), upper = VectorXd::Constant(3, 4);
  ReluModel model(lower, upper, 3, rng);
  MatrixXd X(12, 3);
  VectorXd y(12);
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < 3; ++j) X(i, j) = rng.index(5);
    y[i] = rng.normal();
  }
  model.fit(X, y, 1e-6);
  VectorXd gradient;
  const auto along_first = [&](double x) { return model.value(Eigen::Vector3d(x, 2, 1), gradient); };
  for (int low = 0; low < 4; ++low)
    EXPECT_NEAR(along_first(low + 0.3), 0.7 * along_first(low) + 0.3 * along_first(low + 1), 1e-9);
  EXPECT_GT(std::abs(along_first(1) - (along_first(0) + along_first(2)) / 2), 1e-3);
}

TEST(ReluModel, FindsALocalMinimumWithinTheBounds) {
  Rng rng(5);
  ReluModel model(kLower, kUpper, 2, rng);
  MatrixXd X(20, 4);
  VectorXd y(20);
  for (int i = 0; i < 20; ++i) {
    X.row(i) = drawn(2, rng).transpose();
    y[i] = X.row(i).squaredNorm();
  }
  model.fit(X, y, 1e-6);
  VectorXd gradient;
  const VectorXd start = drawn(2, rng), found = model.minimum(start);
  EXPECT_LE(model.value(found, gradient), model.value(start, gradient));
  EXPECT_TRUE((found.array() >= kLower.array()).all() && (found.array() <= kUpper.array()).all());
}

TEST(ReluModel, RefusesIntegersWithTooManyValues) {
  Rng rng(6);
  testing::expect_input_error([&] { ReluModel(VectorXd::Zero(1), VectorXd::Constant(1, 1e12), 1, rng); },
                              "20000 functions");
}

}  // namespace
}  // namespace bora::surrogates
