#include "surrogates/search/mixed/casmopolitan.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/named_settings.h"
#include "surrogates/search/mixed_optimiser_cases.h"

namespace bora::surrogates::casmopolitan_test {
namespace {

using Eigen::VectorXd;
using testing::objective;

const MixedSpace kSpace({3, 4}, Eigen::Vector2d(-1, 10), Eigen::Vector2d(1, 30));

// The incumbents of regions that are left are kept, and the best of them stays the incumbent of the search.
TEST(Casmopolitan, OpensARegionWhenTheLastIsExhausted) {
  const MixedSpace& space = kSpace;
  CasmopolitanOptions options;
  options.initial_points = 4;
  options.restart_points = 3;
  options.region.failures = 2;
  Casmopolitan optimiser(space, options, 1);
  double best = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < 60; ++i) {
    const auto trial = optimiser.ask().front();
    const double value = objective(space, trial.point);
    best = std::max(best, value);
    optimiser.tell(trial.number, value);
    EXPECT_EQ(optimiser.incumbent_value(), best);
  }
  EXPECT_GE(optimiser.restarts(), 2);
  EXPECT_GT(best, -0.01);
}

TEST(Casmopolitan, AsksAgainForACentreThatWasAbandoned) {
  CasmopolitanOptions options;
  options.initial_points = 4;
  options.region.failures = 2;
  Casmopolitan optimiser(kSpace, options, 1);
  constexpr int kMost = 200;
  for (int i = 0; i < kMost; ++i) {
    const auto trial = optimiser.ask().front();
    if (optimiser.restarts() == 0) {
      optimiser.tell(trial.number, objective(kSpace, trial.point));
      continue;
    }
    optimiser.abandon(trial.number);
    EXPECT_EQ(optimiser.ask().front().point, trial.point);
    return;
  }
  FAIL() << "no region was left";
}

// A large batch, an abandoned centre, and values of a region that was left long ago.
TEST(Casmopolitan, RestartsInBatches) {
  const MixedSpace& space = kSpace;
  CasmopolitanOptions options;
  options.initial_points = 8;
  options.restart_points = 4;
  options.region.failures = 2;
  Casmopolitan optimiser(space, options, 1);
  std::vector<Trial<VectorXd>> late;
  for (int round = 0; round < 25; ++round) {
    const auto trials = optimiser.ask(4);
    for (std::size_t i = 0; i < trials.size(); ++i) {
      EXPECT_NO_THROW(space.check(trials[i].point));
      if (i == 0 && round % 3 == 0) {
        optimiser.abandon(trials[i].number);
      } else if (i == 1 && round % 4 == 0) {
        late.push_back(trials[i]);
      } else {
        optimiser.tell(trials[i].number, objective(space, trials[i].point));
      }
    }
  }
  for (const auto& trial : late) optimiser.tell(trial.number, objective(space, trial.point));
  EXPECT_GE(optimiser.restarts(), 2);
  EXPECT_EQ(optimiser.pending(), 0);
}

// As in the authors' code, the radius starts at 20 although there are two categories, and ends the region
// at 1.
TEST(Casmopolitan, LeavesARegionAfterSixShrinksAsPrinted) {
  CasmopolitanOptions options;
  options.set_as_printed();
  options.initial_points = 4;
  options.region.failures = 1;
  Casmopolitan optimiser(kSpace, options, 1);
  double value = 0;
  for (int i = 0; i < 4 + 6; ++i) {
    optimiser.tell(optimiser.ask().front().number, value -= 1);
    EXPECT_EQ(optimiser.restarts(), 0) << i;
  }
  optimiser.ask();
  EXPECT_EQ(optimiser.restarts(), 1);
}

TEST(Casmopolitan, FitsBeforeEveryPointAsPrinted) {
  const auto refit_every = [](const std::string& name) {
    CasmopolitanOptions options;
    NamedSettings settings(name);
    options.read(settings);
    return options.refit_every;
  };
  EXPECT_EQ(refit_every("casmopolitan"), 5);
  EXPECT_EQ(refit_every("casmopolitan:as=paper"), 1);
  EXPECT_EQ(refit_every("casmopolitan:as=paper:refit=5"), 5);
}

// Only points that the model chose count as successes and failures of the region.
TEST(Casmopolitan, DrawnPointsShrinkNothing) {
  CasmopolitanOptions options;
  options.initial_points = 30;
  options.region.failures = 3;
  Casmopolitan optimiser(kSpace, options, 1);
  for (const auto& trial : optimiser.ask(30))
    optimiser.tell(trial.number, -static_cast<double>(trial.number));
  EXPECT_EQ(optimiser.region().side(), options.region.side);
}

// Points of the corner towards which values increase fail: the region shrinks until it is left.
TEST(Casmopolitan, LeavesARegionWhoseTopFails) {
  const MixedSpace space({}, Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 1));
  CasmopolitanOptions options;
  options.initial_points = 8;
  options.region.failures = 3;
  Casmopolitan optimiser(space, options, 3);
  for (int i = 0; i < 80; ++i) {
    const auto trial = optimiser.ask().front();
    trial.point.minCoeff() > 0.5 ? optimiser.fail(trial.number)
                                 : optimiser.tell(trial.number, trial.point.sum());
  }
  EXPECT_GE(optimiser.restarts(), 1);
}

// A trial that was registered by expect() and then abandoned does not cause another point to be drawn.
TEST(Casmopolitan, AnAbandonedGuestChangesNothing) {
  const MixedSpace space({}, Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 1));
  const auto next = [&](bool guest) {
    CasmopolitanOptions options;
    options.initial_points = 8;
    Casmopolitan optimiser(space, options, 3);
    for (const auto& trial : optimiser.ask(20))
      optimiser.tell(trial.number, -(trial.point - Eigen::Vector2d(0.3, 0.6)).squaredNorm());
    if (guest) optimiser.abandon(optimiser.expect(Eigen::Vector2d(0.9, 0.1)));
    return (optimiser.ask().front().point - Eigen::Vector2d(0.3, 0.6)).norm();
  };
  EXPECT_LT(next(false), 0.05);
  EXPECT_LT(next(true), 0.05);
}

// Four numbers, of which neighbours differ by at most 0.055. One in 800 random points is allowed, so that
// often none of those drawn in the region's box is. The mean of the values of allowed points is about -0.5.
TEST(Casmopolitan, SearchesItsRegionWhereFewPointsAreAllowed) {
  MixedSpaceRules rules;
  constexpr double kBand = 0.055;
  rules.violation = [](const VectorXd& point) {
    return std::max(0.0, (point.tail(3) - point.head(3)).cwiseAbs().maxCoeff() - kBand);
  };
  rules.allows = [](const VectorXd& point) {
    return (point.tail(3) - point.head(3)).cwiseAbs().maxCoeff() <= kBand;
  };
  const MixedSpace space({}, VectorXd::Zero(4), VectorXd::Ones(4), rules);
  CasmopolitanOptions options;
  options.initial_points = 15;
  Casmopolitan optimiser(space, options, 1);
  constexpr int kAsks = 40, kLast = 15;
  double sum = 0;
  for (int i = 0; i < kAsks; ++i) {
    const auto trial = optimiser.ask().front();
    ASSERT_TRUE(space.allows(trial.point));
    const double value = -(trial.point.array() - 0.7).square().sum();
    if (i >= kAsks - kLast) sum += value;
    optimiser.tell(trial.number, value);
  }
  EXPECT_GT(sum / kLast, -0.1);
}

// Every region finds the same maximum. As printed, a random point replaces it from the second time on, so
// that the process over the maxima has different points.
TEST(Casmopolitan, RestartsAsPrinted) {
  const MixedSpace space({}, Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 1));
  CasmopolitanOptions options;
  options.initial_points = 4;
  options.set_as_printed();
  options.region.failures = 1;
  Casmopolitan optimiser(space, options, 2);
  const Eigen::Vector2d top(0.3, 0.6);
  for (int i = 0; i < 130 && optimiser.restarts() < 3; ++i) {
    const auto trial = optimiser.ask().front();
    optimiser.tell(trial.number, -(trial.point - top).squaredNorm());
  }
  const auto& maxima = optimiser.maxima();
  ASSERT_GE(maxima.size(), 3U);
  EXPECT_LT((maxima[0] - top).norm(), 0.05);
  for (std::size_t i = 0; i < maxima.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_GE((maxima[i] - maxima[j]).cwiseAbs().maxCoeff(), 0.01) << i << ' ' << j;
}

// As printed, any improvement is a success; by default, one by less than a thousandth is not.
TEST(Casmopolitan, CountsSuccessesAsAsked) {
  const auto side_after_small_gains = [](double least_gain) {
    CasmopolitanOptions options;
    options.initial_points = 6;
    options.least_gain = least_gain;
    options.region.successes = 2;
    Casmopolitan optimiser(kSpace, options, 1);
    double value = 1;
    for (int i = 0; i < 8; ++i) optimiser.tell(optimiser.ask().front().number, value += 1e-4);
    return optimiser.region().side();
  };
  EXPECT_GT(side_after_small_gains(0), TrustRegionOptions{}.side);
  EXPECT_EQ(side_after_small_gains(1e-3), TrustRegionOptions{}.side);
}

// Without a region it searches the whole space and never restarts.
TEST(Casmopolitan, SearchesTheWholeSpaceWithoutARegion) {
  CasmopolitanOptions options;
  options.initial_points = 4;
  options.use_region = false;
  options.region.failures = 1;
  Casmopolitan optimiser(kSpace, options, 1);
  for (int i = 0; i < 30; ++i) {
    const auto trial = optimiser.ask().front();
    optimiser.tell(trial.number, objective(kSpace, trial.point));
  }
  EXPECT_EQ(optimiser.restarts(), 0);
  EXPECT_GT(optimiser.incumbent_value(), -0.01);
}

TEST(Casmopolitan, ReadsSettings) {
  NamedSettings settings("casmopolitan:as=paper:kernel=overlap:initial=12");
  CasmopolitanOptions options;
  options.read(settings);
  settings.finish();
  EXPECT_EQ(options.categories, CategoryKernel::overlap);
  EXPECT_EQ(options.initial_points, 12);
  EXPECT_EQ(options.restart_points, 0) << "as many as at first";
  EXPECT_TRUE(options.printed_restart);
  EXPECT_TRUE(options.printed_search);
  EXPECT_FALSE(options.raise_tail);
  EXPECT_FALSE(options.lengthscale_prior);
  EXPECT_EQ(options.least_gain, 0);
}

TEST(Casmopolitan, RefusesOptionsByName) {
  const MixedSpace& space = kSpace;
  const auto refused = [&](auto change) {
    CasmopolitanOptions options;
    change(options);
    EXPECT_THROW(Casmopolitan(space, options, 1), InputError);
  };
  refused([](auto& o) { o.initial_points = 1; });
  refused([](auto& o) { o.restart_points = 1; });
  refused([](auto& o) { o.refit_every = 0; });
  refused([](auto& o) { o.least_gain = -1; });
  refused([](auto& o) { o.ucb_beta = -1; });
  refused([](auto& o) { o.region.successes = 0; });
}

}  // namespace
}  // namespace bora::surrogates::casmopolitan_test
