// Optimisers over mixed spaces that are told the slacks of constraints.
#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "common/error.h"
#include "surrogates/search/mixed_optimiser_cases.h"

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;

using testing::constrained_optimisers;
using testing::objective;
using testing::optimisers;
using testing::spaces;
using Case = testing::Case;

// Tests of optimisers that are told the slacks of two constraints.
class ConstrainedConformance : public ::testing::TestWithParam<Case> {};

// The best corner violates a constraint. No point is proposed twice, and the incumbent is the best feasible
// point, both for searches that model constraints and for those that treat infeasible points as failures.
TEST_P(ConstrainedConformance, KeepsToConstraints) {
  for (const MixedSpace& space : spaces()) {
    if (!GetParam().takes(space)) continue;
    const auto optimiser = GetParam().make(space, 3);
    const auto slacks = [&](const VectorXd& point) {
      return std::vector<double>(2, 0.5 - space.to_unit(point)[space.dimension() - 1]);
    };
    std::set<std::string> keys;
    double best = -std::numeric_limits<double>::infinity();
    int broken = 0;
    for (int i = 0; i < 16; ++i) {
      const auto trial = optimiser->ask().front();
      EXPECT_TRUE(keys.insert(space.key(trial.point)).second) << i;
      EXPECT_THROW(optimiser->tell_constrained(trial.number, 1, {0, std::nan("")}), InputError);
      EXPECT_THROW(optimiser->tell_constrained(trial.number, std::nan(""), {0, 0}), InputError);
      const double value = objective(space, trial.point);
      optimiser->tell_constrained(trial.number, value, slacks(trial.point));
      if (slacks(trial.point)[0] >= 0) best = std::max(best, value);
      broken += slacks(trial.point)[0] < 0 ? 1 : 0;
      if (std::isfinite(best)) {
        ASSERT_TRUE(optimiser->feasible());
        EXPECT_EQ(optimiser->incumbent_value(), best);
      } else {
        EXPECT_FALSE(optimiser->feasible());
      }
    }
    EXPECT_EQ(optimiser->observations(), optimiser->constraints() > 0 ? 16 : 16 - broken);
    EXPECT_EQ(optimiser->pending(), 0);
  }
}

// The warm start has infeasible points only.
TEST_P(ConstrainedConformance, ObservesWhatBreaksConstraints) {
  const MixedSpace space = spaces().front();
  if (!GetParam().takes(space)) GTEST_SKIP() << "takes no such space";
  const auto optimiser = GetParam().make(space, 3);
  Rng rng(9);
  std::set<std::string> keys;
  for (int i = 0; i < 8; ++i) {
    const VectorXd point = space.sample(rng);
    keys.insert(space.key(point));
    optimiser->observe_constrained(point, i, {1, -1.0 - i});
  }
  EXPECT_FALSE(optimiser->feasible());
  for (int i = 0; i < 4; ++i) {
    const auto trial = optimiser->ask().front();
    EXPECT_EQ(trial.number, i + 1);
    EXPECT_TRUE(keys.insert(space.key(trial.point)).second);
    optimiser->tell_constrained(trial.number, -i, {0, 0});
  }
  EXPECT_TRUE(optimiser->feasible());
  EXPECT_EQ(optimiser->incumbent_value(), 0);
}

INSTANTIATE_TEST_SUITE_P(WithoutModels, ConstrainedConformance, ::testing::ValuesIn(optimisers()),
                         [](const auto& tested) { return tested.param.name; });
INSTANTIATE_TEST_SUITE_P(WithModels, ConstrainedConformance, ::testing::ValuesIn(constrained_optimisers()),
                         [](const auto& tested) { return tested.param.name; });

// Batches of eight are asked for at once, and one by one while the others are pending.
TEST(ConstrainedOptimisers, KeepPendingPointsApartAndRefuseWhatLacksSlacks) {
  const MixedSpace space({}, VectorXd::Zero(2), VectorXd::Ones(2));
  for (const Case& of : constrained_optimisers())
    for (const double least : {0.0, 0.9}) {  // some meet the constraints; none does
      const auto one = of.make(space, 3), same = of.make(space, 3);
      Rng rng(2);
      for (int i = 0; i < 12; ++i) {
        const VectorXd x = space.sample(rng);
        EXPECT_THROW(one->observe(x, 1), InputError);
        EXPECT_THROW(one->observe_constrained(x, 1, {1}), InputError);
        for (MixedOptimiser* each : {one.get(), same.get()})
          each->observe_constrained(x, -x.sum(), {x.sum() - 0.6 - least, 1});
      }
      std::vector<VectorXd> points;
      for (const auto& trial : one->ask(8)) points.push_back(trial.point);
      for (const auto& trial : same->ask(8))
        EXPECT_EQ(trial.point, points[static_cast<std::size_t>(trial.number) - 1]);
      for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
          EXPECT_GE(space.distance(points[i], points[k]), 1e-3) << of.name << ' ' << i << ' ' << k;
      EXPECT_THROW(one->tell(1, 1), InputError);
      EXPECT_EQ(one->pending(), 8);
    }
}

}  // namespace
}  // namespace bora::surrogates
