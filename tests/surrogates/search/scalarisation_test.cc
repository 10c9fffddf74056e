#include "surrogates/search/scalarisation.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "surrogates/search/pareto_optimiser.h"

namespace bora::surrogates {
namespace {

TEST(Weights, AreUniformOnTheSimplex) {
  Rng rng(1);
  constexpr int kDraws = 20000;
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(3);
  int below = 0;
  for (int i = 0; i < kDraws; ++i) {
    const Eigen::VectorXd weights = drawn_weights(3, rng);
    EXPECT_NEAR(weights.sum(), 1, 1e-12);
    EXPECT_GE(weights.minCoeff(), 0);
    mean += weights / kDraws;
    below += weights[0] < 0.25 ? 1 : 0;
  }
  for (const double share : mean) EXPECT_NEAR(share, 1.0 / 3, 0.01);
  // Each of three weights has the distribution function 1 - (1 - w)^2.
  EXPECT_NEAR(static_cast<double>(below) / kDraws, 1 - 0.75 * 0.75, 0.015);
}

TEST(Tchebycheff, IsTheFormulaOfParego) {
  Eigen::MatrixXd Y(3, 2);
  Y << 0, 10, 2, 8, 4, 0;
  // On [0, 1] the rows miss (1, 0), (.5, .2) and (0, 1) of the best.
  const Eigen::VectorXd scalars = tchebycheff(Y, Eigen::Vector2d(0.25, 0.75));
  EXPECT_NEAR(scalars[0], -0.25 - 0.05 * 0.25, 1e-12);
  EXPECT_NEAR(scalars[1], -0.15 - 0.05 * (0.125 + 0.15), 1e-12);
  EXPECT_NEAR(scalars[2], -0.75 - 0.05 * 0.75, 1e-12);
}

TEST(Tchebycheff, AnObjectiveThatIsTheSameEverywhereSaysNothing) {
  Eigen::MatrixXd Y(2, 2);
  Y << 1, 7, 3, 7;
  const Eigen::VectorXd scalars = tchebycheff(Y, Eigen::Vector2d(0.5, 0.5));
  EXPECT_EQ(scalars[1], 0);
  EXPECT_NEAR(scalars[0], -0.5 - 0.05 * 0.5, 1e-12);
}

TEST(Tchebycheff, TakesRoundingErrorsForNoDifference) {
  Eigen::MatrixXd rounded(3, 2), constant(3, 2);
  rounded << 1, 0.3, 3, 0.1 + 0.2, 2, 0.3;
  constant << 1, 0.3, 3, 0.3, 2, 0.3;
  const Eigen::Vector2d weights(0.25, 0.75);
  for (const double unit : {1.0, 1e20, 1e-300}) {
    const Eigen::MatrixXd scaled = Eigen::Vector2d(1, unit).asDiagonal() * rounded.transpose();
    EXPECT_EQ(tchebycheff(scaled.transpose(), weights), tchebycheff(constant, weights)) << unit;
  }
}

TEST(Tchebycheff, TakesValuesWhoseDifferenceOverflows) {
  Eigen::MatrixXd Y(3, 2);
  Y << -1, 1, 0.5, 0.25, 1, -1;
  const Eigen::Vector2d weights(0.25, 0.75);
  EXPECT_EQ(tchebycheff(std::ldexp(1.0, 1023) * Y, weights), tchebycheff(Y, weights));
}

// Points of a non-convex part of the front, which maximise no weighted sum, are found, and no dominated
// points.
TEST(Tchebycheff, EveryPointOfTheFrontIsTheLargestUnderSomeWeights) {
  Eigen::MatrixXd Y(5, 2);
  Y << 0, 1, 0.3, 0.4, 0.4, 0.3, 1, 0, 0.25, 0.35;
  Rng rng(2);
  std::set<int> largest;
  for (int i = 0; i < 2000; ++i) {
    Eigen::Index at = 0;
    tchebycheff(Y, drawn_weights(2, rng)).maxCoeff(&at);
    largest.insert(static_cast<int>(at));
  }
  const auto front = pareto_front(Y);
  EXPECT_EQ(largest, std::set<int>(front.begin(), front.end()));
}

}  // namespace
}  // namespace bora::surrogates
