#include "surrogates/optim/bounded_lbfgs.h"

#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;

double rosenbrock(const VectorXd& x, VectorXd& gradient) {
  const double valley = x[1] - x[0] * x[0];
  gradient.resize(2);
  gradient << -400 * x[0] * valley + 2 * (x[0] - 1), 200 * valley;
  return 100 * valley * valley + (x[0] - 1) * (x[0] - 1);
}

TEST(BoundedLbfgs, FindsAnInteriorMinimum) {
  const auto summary = minimise_bounded(rosenbrock, Eigen::Vector2d(-1.2, 1), VectorXd::Constant(2, -5),
                                        VectorXd::Constant(2, 5));
  EXPECT_EQ(summary.termination, Termination::converged);
  EXPECT_NEAR(summary.x[0], 1, 1e-4);
  EXPECT_NEAR(summary.x[1], 1, 1e-4);
  EXPECT_LT(summary.value, 1e-9);
}

TEST(BoundedLbfgs, StopsAtAnActiveBound) {
  const auto summary = minimise_bounded(rosenbrock, Eigen::Vector2d(-1.2, 1), VectorXd::Constant(2, -5),
                                        Eigen::Vector2d(0.5, 5));
  EXPECT_NEAR(summary.x[0], 0.5, 1e-9);
  EXPECT_NEAR(summary.x[1], 0.25, 1e-4);
}

TEST(BoundedLbfgs, ReturnsTheBestPointWhenEvaluationsRunOut) {
  BoundedLbfgsOptions options;
  options.max_evaluations = 6;
  const auto summary = minimise_bounded(rosenbrock, Eigen::Vector2d(-1.2, 1), VectorXd::Constant(2, -5),
                                        VectorXd::Constant(2, 5), options);
  EXPECT_EQ(summary.termination, Termination::evaluation_limit);
  EXPECT_EQ(summary.evaluations, 6);
  VectorXd gradient;
  EXPECT_EQ(rosenbrock(summary.x, gradient), summary.value);
  EXPECT_LT(summary.value, 24.2);
}

TEST(BoundedLbfgs, TreatsValuesThatAreNotFiniteAsAWall) {
  // log x - x has its maximum at 1; left of 0 it is NaN.
  const SmoothFunction function = [](const VectorXd& x, VectorXd& gradient) {
    gradient = VectorXd::Constant(1, 1 - 1 / x[0]);
    return x[0] - std::log(x[0]);
  };
  const auto summary = minimise_bounded(function, VectorXd::Constant(1, 4), VectorXd::Constant(1, -10),
                                        VectorXd::Constant(1, 10));
  EXPECT_NEAR(summary.x[0], 1, 1e-4);
}

TEST(BoundedLbfgs, SaysWhenNothingIsFinite) {
  const SmoothFunction function = [](const VectorXd& x, VectorXd& gradient) {
    gradient = x;
    return std::nan("");
  };
  const auto summary = minimise_bounded(function, VectorXd::Ones(2), VectorXd::Zero(2), VectorXd::Ones(2));
  EXPECT_EQ(summary.termination, Termination::not_finite);
  EXPECT_EQ(summary.x, VectorXd::Ones(2));
}

// LBFGSpp reports failed line searches by exceptions, which are not passed on.
TEST(BoundedLbfgs, PassesOnExceptionsOfTheFunction) {
  int left = 3;
  const SmoothFunction function = [&](const VectorXd& x, VectorXd& gradient) {
    if (left-- == 0) throw std::runtime_error("no value");
    return rosenbrock(x, gradient);
  };
  EXPECT_THROW(minimise_bounded(function, Eigen::Vector2d(-1.2, 1), VectorXd::Constant(2, -5),
                                VectorXd::Constant(2, 5)),
               std::runtime_error);
}

}  // namespace
}  // namespace bora::surrogates
