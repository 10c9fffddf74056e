#include "surrogates/optim/scalar_search.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace bora::surrogates {
namespace {

TEST(ScalarSearch, FindsTheMaximumOfAParabolaInFewEvaluations) {
  const auto maximum =
      maximise_scalar([](double x) { return -(x - 0.3) * (x - 0.3); }, {0, 0.2, -5, 5, 0.01, 20});
  EXPECT_NEAR(maximum.x, 0.3, 0.02);
  EXPECT_LE(maximum.evaluations, 6);
}

TEST(ScalarSearch, WalksFarAndStaysInside) {
  for (const double target : {-4.9, -2.0, 3.7, 4.99}) {
    const auto maximum = maximise_scalar(
        [=](double x) {
          EXPECT_GE(x, -5);
          EXPECT_LE(x, 5);
          return -std::cosh(x - target);
        },
        {0, 0.1, -5, 5, 0.001, 60});
    EXPECT_NEAR(maximum.x, target, 0.01) << target;
  }
}

TEST(ScalarSearch, EndsAtABoundTheFunctionClimbsTo) {
  EXPECT_NEAR(maximise_scalar([](double x) { return x; }, {0, 0.2, -1, 2, 0.01, 60}).x, 2, 0.05);
  EXPECT_NEAR(maximise_scalar([](double x) { return -x; }, {0, 0.2, -1, 2, 0.01, 60}).x, -1, 0.05);
}

TEST(ScalarSearch, StepsBackFromAWall) {
  const auto maximum = maximise_scalar(
      [](double x) { return x > 1 ? -std::numeric_limits<double>::infinity() : -(x - 0.9) * (x - 0.9); },
      {0, 0.3, -5, 5, 0.01, 60});
  EXPECT_NEAR(maximum.x, 0.9, 0.05);
}

TEST(ScalarSearch, CountsAndObeysItsLimit) {
  int calls = 0;
  const auto maximum =
      maximise_scalar([&](double x) { return ++calls, -std::abs(x - 3.3); }, {0, 0.01, -5, 5, 1e-9, 9});
  EXPECT_EQ(maximum.evaluations, calls);
  EXPECT_LE(calls, 9);
}

}  // namespace
}  // namespace bora::surrogates
