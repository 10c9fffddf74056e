#include "surrogates/baselines/mvrsm.h"

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;

// Two categories of two and four values, an integer from 10 to 14 and two real numbers; the last three are in
// another order than in the model.
MixedSpace mixed_space() {
  MixedSpaceRules rules;
  rules.whole = {false, true, false};
  return {{2, 4}, Eigen::Vector3d(-5, 10, 0), Eigen::Vector3d(5, 14, 1), rules};
}

double peak_value(const VectorXd& point) {
  return -(point[0] == 1 ? 0 : 1) - std::abs(point[1] - 2) - std::abs(point[3] - 13) -
         std::abs(point[2] - 3) / 5 - std::abs(point[4] - 0.2);
}

double best_of_peak(MixedOptimiser& optimiser, int trials) {
  for (int i = 0; i < trials; ++i) {
    const auto trial = optimiser.ask().front();
    optimiser.tell(trial.number, peak_value(trial.point));
  }
  return optimiser.incumbent_value();
}

TEST(Mvrsm, IsAheadOfRandomPoints) {
  double sum = 0, of_random = 0;
  for (int seed = 0; seed < 5; ++seed) {
    MvrsmOptions options;
    options.budget = 60;
    Mvrsm optimiser(mixed_space(), options, seed);
    sum += best_of_peak(optimiser, 60);
    RandomSearch random(mixed_space(), seed);
    of_random += best_of_peak(random, 60);
  }
  EXPECT_GT(sum / 5, -0.15);
  EXPECT_GT(sum, of_random + 5 * 0.2);
}

// The last trial makes no random step.
TEST(Mvrsm, EndsAtTheMinimumOfTheModel) {
  const MixedSpace space({}, VectorXd::Zero(1), VectorXd::Ones(1));
  MvrsmOptions options;
  options.budget = 40;
  options.initial_points = 20;
  Mvrsm optimiser(space, options, 1);
  VectorXd last;
  for (int i = 0; i < 40; ++i) {
    const auto trial = optimiser.ask().front();
    last = trial.point;
    optimiser.tell(trial.number, -std::abs(last[0] - 0.4));
  }
  EXPECT_NEAR(last[0], 0.4, 0.1);
}

TEST(Mvrsm, RefusesBadSettings) {
  MvrsmOptions options;
  options.regularisation = 0;
  testing::expect_input_error([&] { Mvrsm(mixed_space(), options, 1); }, "regularisation: 0 is not above 0");
  options = {};
  options.budget = 0;
  testing::expect_input_error([&] { Mvrsm(mixed_space(), options, 1); }, "budget: 0 is below 1");
}

}  // namespace
}  // namespace bora::surrogates
