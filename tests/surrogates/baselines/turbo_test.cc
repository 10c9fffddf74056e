#include "surrogates/baselines/turbo.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/input_error.h"
#include "surrogates/baselines/one_hot_search.h"

namespace bora::surrogates::turbo_test {
namespace {

using Eigen::VectorXd;

int changed(const VectorXd& point, const VectorXd& centre) {
  return static_cast<int>((point.array() != centre.array()).count());
}

// Tells the values to as many points, one at a time.
void tell_all(Turbo& search, const std::vector<double>& values) {
  for (const double value : values) search.tell(search.ask().front().number, value);
}

TEST(Turbo, RedrawsAboutTwentyCoordinatesOfTheIncumbent) {
  constexpr int kDimension = 80;
  Turbo search(kDimension, {.initial_points = 4, .candidates = 50}, 1);
  double value = 0;
  for (int i = 0; i < 4; ++i) tell_all(search, {value -= 1});
  const VectorXd incumbent = search.incumbent();
  int total = 0;
  constexpr int kAsked = 30;
  for (const auto& trial : search.ask(kAsked)) {
    const int count = changed(trial.point, incumbent);
    EXPECT_GT(count, 5);
    EXPECT_LT(count, 40);
    total += count;
  }
  EXPECT_NEAR(static_cast<double>(total) / kAsked, 20, 2.5);
}

TEST(Turbo, RedrawsEveryCoordinateOfFew) {
  Turbo few(5, {.initial_points = 3, .candidates = 50}, 1);
  tell_all(few, {3, 2, 1});
  const VectorXd incumbent = few.incumbent();
  for (const auto& trial : few.ask(20)) EXPECT_EQ(changed(trial.point, incumbent), 5);
}

TEST(Turbo, HalvesTheRegionAfterAsManyFailuresAsCoordinatesAndDoublesItAfterThreeSuccesses) {
  for (const int dimension : {2, 6}) {
    Turbo search(dimension, {.initial_points = 3, .candidates = 20}, 1);
    tell_all(search, {-1000, -1000, -1000});
    const int tolerance = std::max(dimension, 4);
    // The last value is a gain of less than a thousandth.
    for (int i = 0; i < tolerance; ++i) {
      EXPECT_EQ(search.region().side(), 0.8) << i;
      tell_all(search, {i + 1 < tolerance ? -1001.0 : -999.5});
    }
    EXPECT_EQ(search.region().side(), 0.4) << dimension;
    tell_all(search, {-900, -800});
    EXPECT_EQ(search.region().side(), 0.4);
    tell_all(search, {-700});
    EXPECT_EQ(search.region().side(), 0.8);
    tell_all(search, {-600, -500, -400, -300, -200, -100});
    EXPECT_EQ(search.region().side(), 1.6) << "the largest side";
  }
}

TEST(Turbo, ForgetsAllObservationsAtARestart) {
  constexpr int kDimension = 60, kInitial = 5;
  Turbo search(kDimension, {.initial_points = kInitial, .candidates = 30, .failures = 1}, 1);
  tell_all(search, {5, 4, 3, 2, 1});
  const VectorXd first = search.incumbent();
  // 0.8 / 2^7 is below the smallest side.
  for (int i = 0; i < 7; ++i) {
    const auto trial = search.ask().front();
    EXPECT_LT(changed(trial.point, first), kDimension);
    EXPECT_EQ(search.restarts(), 0);
    search.tell(trial.number, 0);
  }
  VectorXd best;
  for (int i = 0; i < kInitial; ++i) {
    const auto trial = search.ask().front();
    EXPECT_EQ(changed(trial.point, first), kDimension) << "drawn from the whole cube";
    if (i == 0) best = trial.point;
    search.tell(trial.number, -10 - i);
  }
  EXPECT_EQ(search.restarts(), 1);
  EXPECT_EQ(search.region().side(), 0.8);
  const VectorXd next = search.ask().front().point;
  EXPECT_LT(changed(next, best), kDimension) << "the best since the restart is the centre";
  EXPECT_EQ(changed(next, first), kDimension);
}

TEST(Turbo, CountsOnlyItsOwnChoicesInTheRegion) {
  Turbo search(2, {.initial_points = 2, .candidates = 20, .failures = 1}, 1);
  tell_all(search, {1, 0});
  search.observe(VectorXd::Constant(2, 0.5), -1);
  EXPECT_EQ(search.region().side(), 0.8);
  const auto trials = search.ask(3);
  EXPECT_NE(trials[0].point, trials[1].point);
  search.abandon(trials[0].number);
  EXPECT_EQ(search.region().side(), 0.8);
  search.fail(trials[1].number);
  EXPECT_EQ(search.region().side(), 0.4);
  search.tell(trials[2].number, 2);
  EXPECT_EQ(search.region().side(), 0.4);
}

TEST(Turbo, RefusesOptionsByName) {
  const auto message = [](TurboOptions options) {
    return testing::input_error_or_accepted([&] { Turbo(3, options, 1); });
  };
  EXPECT_EQ(message({}), "accepted");
  EXPECT_EQ(message({.budget = -1}), "budget: -1 is below 0");
  EXPECT_EQ(message({.initial_points = 1}), "initial_points: 1 is below 2");
  EXPECT_EQ(message({.candidates = 0}), "candidates: 0, expected 1 to 5000");
  EXPECT_EQ(message({.candidates = 5001}), "candidates: 5001, expected 1 to 5000");
  EXPECT_EQ(message({.failures = -1}), "failures: -1 is below 0");
}

// Returns the largest value found of minus the squared distance from 0.7 in every number.
double best_of_bowl(MixedOptimiser& search, int trials) {
  for (int i = 0; i < trials; ++i) {
    const auto trial = search.ask().front();
    search.tell(trial.number, -(trial.point.array() - 0.7).square().sum());
  }
  return search.incumbent_value();
}

TEST(Turbo, FindsTheBottomOfABowl) {
  constexpr int kDimension = 8;
  const MixedSpace box({}, VectorXd::Zero(kDimension), VectorXd::Ones(kDimension));
  for (const std::uint64_t seed : {1, 2, 3}) {
    OneHotSearch search(box, TurboOptions{.initial_points = 16, .candidates = 400}, seed);
    EXPECT_GT(best_of_bowl(search, 100), -0.01) << seed;
    RandomSearch random(box, seed);
    EXPECT_LT(best_of_bowl(random, 100), -0.05) << seed;
  }
}

// The value is the number of categories that are right, of 25 with 5 values each.
TEST(Turbo, OverOneHotCodesIsFarAheadOfRandomPoints) {
  const MixedSpace space(std::vector<int>(25, 5), {}, {});
  const auto most = [](MixedOptimiser& search) {
    for (int i = 0; i < 100; ++i) {
      const auto trial = search.ask().front();
      search.tell(trial.number, static_cast<double>((trial.point.array() == 2).count()));
    }
    return search.incumbent_value();
  };
  double of_turbo = 0, of_random = 0;
  for (const std::uint64_t seed : {1, 2, 3}) {
    OneHotSearch search(space, TurboOptions{.candidates = 300}, seed);
    of_turbo += most(search);
    RandomSearch random(space, seed);
    of_random += most(random);
  }
  EXPECT_GT(of_turbo, of_random + 3 * 2);
}

}  // namespace
}  // namespace bora::surrogates::turbo_test
