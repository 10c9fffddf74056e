// Properties that hold for every optimiser over a mixed space.
#include "surrogates/search/mixed/mixed_optimiser.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/random.h"
#include "support/problems/mixed_problem.h"
#include "surrogates/search/mixed_optimiser_cases.h"

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;

using testing::objective;
using testing::optimisers;
using testing::spaces;
using Case = testing::Case;

class MixedOptimiserConformance : public ::testing::TestWithParam<Case> {};

TEST_P(MixedOptimiserConformance, AsksInTheSpaceForDistinctPoints) {
  for (const MixedSpace& space : spaces()) {
    if (!GetParam().takes(space)) continue;
    const auto optimiser = GetParam().make(space, 3);
    std::set<std::string> seen;
    for (int i = 0; i < 22; ++i) {
      const auto trial = optimiser->ask().front();
      EXPECT_EQ(trial.number, i + 1);
      EXPECT_NO_THROW(space.check(trial.point));
      EXPECT_TRUE(seen.insert(space.key(trial.point)).second)
          << "ask " << i << ": " << space.key(trial.point);
      optimiser->tell(trial.number, objective(space, trial.point));
    }
    EXPECT_EQ(optimiser->observations(), 22);
    EXPECT_EQ(optimiser->pending(), 0);
  }
}

TEST_P(MixedOptimiserConformance, SameSeedAndTellsGiveTheSameAsks) {
  for (const MixedSpace& space : spaces()) {
    if (!GetParam().takes(space)) continue;
    const auto one = GetParam().make(space, 3), same = GetParam().make(space, 3),
               other = GetParam().make(space, 4);
    bool differs = false;
    for (int i = 0; i < 12; ++i) {
      const auto trials = one->ask(1 + i % 2), of_same = same->ask(1 + i % 2),
                 of_other = other->ask(1 + i % 2);
      for (std::size_t k = 0; k < trials.size(); ++k) {
        EXPECT_EQ(trials[k].point, of_same[k].point) << i;
        differs |= trials[k].point != of_other[k].point;
        one->tell(trials[k].number, objective(space, trials[k].point));
        same->tell(of_same[k].number, objective(space, of_same[k].point));
        other->tell(of_other[k].number, objective(space, of_other[k].point));
      }
    }
    EXPECT_TRUE(differs);
  }
}

// The unit of the values has no effect. Units are powers of two, which do not change rounding, so that points
// are exactly equal.
TEST_P(MixedOptimiserConformance, TheUnitOfValuesDoesNotMatter) {
  for (const MixedSpace& space : spaces()) {
    if (!GetParam().takes(space)) continue;
    std::vector<VectorXd> points;
    for (const int exponent : {0, -990, -66, 66, 990}) {
      const double unit = std::ldexp(1.0, exponent);
      const auto optimiser = GetParam().make(space, 3);
      for (std::size_t i = 0; i < 14; ++i) {
        const auto trial = optimiser->ask().front();
        if (exponent == 0) points.push_back(trial.point);
        ASSERT_EQ(trial.point, points[i]) << "ask " << i << " in units of " << unit;
        optimiser->tell(trial.number, unit * objective(space, trial.point));
      }
    }
  }
}

// Values are told in reverse order, with further points proposed in between. All points are different.
TEST_P(MixedOptimiserConformance, KeepsPendingPointsApart) {
  for (const MixedSpace& space : spaces()) {
    if (!GetParam().takes(space)) continue;
    const auto optimiser = GetParam().make(space, 5);
    std::vector<Trial<VectorXd>> trials = optimiser->ask(8);
    for (const auto& trial : trials) optimiser->tell(trial.number, objective(space, trial.point));
    std::vector<Trial<VectorXd>> open = optimiser->ask(5);
    for (int i = 0; i < 4; ++i) {
      optimiser->tell(open.back().number, objective(space, open.back().point));
      open.pop_back();
      for (auto& trial : optimiser->ask(2)) open.insert(open.begin(), trial);
    }
    EXPECT_EQ(optimiser->pending(), 9);
    EXPECT_EQ(optimiser->observations(), 12);
    std::set<std::string> keys;
    for (const auto& trial : open) EXPECT_TRUE(keys.insert(space.key(trial.point)).second);
  }
}

// Ten values of a bowl are told, so that the model locates its top well.
TEST_P(MixedOptimiserConformance, SpreadsPointsThatArePendingTogether) {
  const MixedSpace numbers({}, VectorXd::Zero(2), VectorXd::Ones(2));
  const MixedSpace space = GetParam().takes(numbers) ? numbers : spaces().front();
  if (!GetParam().takes(space)) GTEST_SKIP() << "takes no space with distances";
  const auto closest = [&](bool at_once, int q) {
    const auto optimiser = GetParam().make(space, 7);
    Rng rng(2);
    for (int i = 0; i < 10; ++i) {
      const VectorXd x = space.sample(rng);
      optimiser->observe(x, -(space.to_unit(x).tail(2).array() - 0.4).square().sum());
    }
    std::vector<VectorXd> points;
    if (at_once) {
      for (const auto& trial : optimiser->ask(q)) points.push_back(trial.point);
    } else {
      for (int i = 0; i < q; ++i) points.push_back(optimiser->ask().front().point);
    }
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t k = 0; k < i; ++k) least = std::min(least, space.distance(points[i], points[k]));
    return least;
  };
  for (const int q : {2, 4, 8, 16}) {
    EXPECT_GE(closest(true, q), 1e-3) << q << " at once";
    EXPECT_GE(closest(false, q), 1e-3) << q << " one by one";
  }
}

TEST_P(MixedOptimiserConformance, TakesPointsThatOthersAsked) {
  const MixedSpace space({2, 3}, {}, {});
  if (!GetParam().takes(space)) GTEST_SKIP() << "takes no such space";
  const auto optimiser = GetParam().make(space, 5);
  const std::int64_t expected = optimiser->expect(Eigen::Vector2d(1, 2));
  const std::int64_t broken = optimiser->expect(Eigen::Vector2d(0, 2));
  optimiser->fail(broken);
  EXPECT_THROW(optimiser->expect(Eigen::Vector2d(1, 3)), InputError);
  std::set<std::string> keys{space.key(Eigen::Vector2d(1, 2)), space.key(Eigen::Vector2d(0, 2))};
  for (int i = 0; i < 4; ++i) {
    const auto trial = optimiser->ask().front();
    EXPECT_EQ(trial.number, i + 3);
    EXPECT_TRUE(keys.insert(space.key(trial.point)).second);
    optimiser->tell(trial.number, i);
  }
  optimiser->tell(expected, 9);
  EXPECT_EQ(optimiser->incumbent(), Eigen::Vector2d(1, 2));
}

// Two searches that are told opposite values propose the same points until six values are told.
TEST_P(MixedOptimiserConformance, ReplacesInitialPointsThatAreAbandoned) {
  if (GetParam().name == "box" || GetParam().name == "one_hot")
    GTEST_SKIP() << "asks for each point of its design once";
  constexpr int kInitial = 6, kAbandoned = 4;
  const MixedSpace numbers({}, VectorXd::Zero(2), VectorXd::Ones(2));
  const MixedSpace both({2, 3}, VectorXd::Zero(1), VectorXd::Ones(1)), categories({3, 4, 2}, {}, {});
  const MixedSpace& listed = GetParam().takes(both) ? both : categories;
  const MixedSpace& space = GetParam().takes(numbers) ? numbers : listed;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto one = GetParam().make(space, seed), opposite = GetParam().make(space, seed);
    for (int i = 0; i < kInitial + kAbandoned; ++i) {
      const auto trial = one->ask().front();
      ASSERT_EQ(trial.point, opposite->ask().front().point) << "seed " << seed << ", ask " << i;
      const double value = objective(space, trial.point);
      for (const auto& [optimiser, sign] : {std::pair{one.get(), 1}, {opposite.get(), -1}})
        i >= 1 && i <= kAbandoned ? optimiser->abandon(trial.number)
                                  : optimiser->tell(trial.number, sign * value);
    }
  }
}

TEST_P(MixedOptimiserConformance, RefusesWhatItIsNotWaitingFor) {
  const MixedSpace space = spaces().front();
  if (!GetParam().takes(space)) GTEST_SKIP() << "takes no such space";
  const auto optimiser = GetParam().make(space, 3);
  const auto trials = optimiser->ask(3);
  optimiser->abandon(trials[1].number);
  EXPECT_THROW(optimiser->abandon(trials[1].number), InputError);
  EXPECT_THROW(optimiser->tell(trials[1].number, 1), InputError);
  EXPECT_THROW(optimiser->tell(17, 1), InputError);
  EXPECT_THROW(optimiser->tell(trials[0].number, std::nan("")), InputError);
  EXPECT_EQ(optimiser->pending(), 2) << "a refused value changes nothing";
  EXPECT_THROW(optimiser->ask(0), InputError);
  EXPECT_THROW(optimiser->observe(VectorXd::Zero(2), 1), InputError);
  EXPECT_THROW(optimiser->observe(trials[0].point, std::nan("")), InputError);
  optimiser->tell(trials[0].number, 2);
  EXPECT_EQ(optimiser->incumbent_value(), 2);
  EXPECT_EQ(optimiser->incumbent(), trials[0].point);
}

TEST_P(MixedOptimiserConformance, TakesAWarmStartAndDegenerateValues) {
  for (const MixedSpace& space : spaces()) {
    if (!GetParam().takes(space)) continue;
    const auto optimiser = GetParam().make(space, 3);
    Rng rng(9);
    for (int i = 0; i < 10; ++i) optimiser->observe(space.sample(rng), 4);
    for (int i = 0; i < 6; ++i) {
      const auto trial = optimiser->ask().front();
      const double sign = i % 2 == 0 ? 1 : -1;
      optimiser->tell(trial.number, i < 3 ? 4 : sign * std::pow(10.0, i));
    }
    EXPECT_EQ(optimiser->observations(), 16);
    EXPECT_EQ(optimiser->incumbent_value(), 1e4);
  }
}

TEST_P(MixedOptimiserConformance, TakesValuesOfAnySize) {
  for (const MixedSpace& space : spaces()) {
    if (!GetParam().takes(space)) continue;
    for (const double size : {1.7e308, 1e300, 1e-300, 5e-324}) {
      const auto optimiser = GetParam().make(space, 3);
      for (int i = 0; i < 12; ++i) {
        const auto trial = optimiser->ask().front();
        EXPECT_NO_THROW(space.check(trial.point));
        EXPECT_NO_THROW(optimiser->tell(trial.number, (i % 3 - 1) * size));
      }
    }
    // All values are about equal but one.
    const auto optimiser = GetParam().make(space, 3);
    for (int i = 0; i < 12; ++i) {
      const auto trial = optimiser->ask().front();
      EXPECT_NO_THROW(space.check(trial.point));
      EXPECT_NO_THROW(optimiser->tell(trial.number, i == 7 ? -1e300 : 1e-300 * (i % 3)));
    }
  }
}

// The space has 24 points: the optimiser continues when all are known.
TEST_P(MixedOptimiserConformance, ExhaustsASpace) {
  const MixedSpace space({3, 4, 2}, {}, {});
  if (!GetParam().takes(space)) GTEST_SKIP() << "takes no such space";
  const auto optimiser = GetParam().make(space, 3);
  std::set<std::string> seen;
  for (int i = 0; i < 26; ++i) {
    const auto trial = optimiser->ask().front();
    seen.insert(space.key(trial.point));
    optimiser->tell(trial.number, objective(space, trial.point));
  }
  EXPECT_GE(seen.size(), 23u);
  EXPECT_EQ(optimiser->incumbent_value(), 0);
}

INSTANTIATE_TEST_SUITE_P(All, MixedOptimiserConformance, ::testing::ValuesIn(optimisers()),
                         [](const auto& tested) { return tested.param.name; });

TEST(MixedOptimiser, AsksAgainForWhatWasAbandoned) {
  const MixedSpace space({2, 2}, {}, {});
  RandomSearch optimiser(space, 1);
  for (const auto& trial : optimiser.ask(4)) optimiser.abandon(trial.number);
  std::set<std::string> keys;
  for (const auto& trial : optimiser.ask(4)) keys.insert(space.key(trial.point));
  EXPECT_EQ(keys.size(), 4u);
}

// A search that knows the points of an earlier search with the same seed would draw these first. Random
// points differ in 3.75 of 5 categories on average, neighbours in one.
TEST(RandomSearch, DrawsAgainWhatItKnows) {
  const MixedSpace space({4, 4, 4, 4, 4}, {}, {});
  RandomSearch earlier(space, 3), search(space, 3);
  std::vector<VectorXd> known;
  for (int i = 0; i < 40; ++i) {
    const auto trial = earlier.ask().front();
    known.push_back(trial.point);
    earlier.tell(trial.number, 0);
    search.observe(trial.point, 0);
  }
  double different = 0;
  for (const VectorXd& before : known) {
    const auto trial = search.ask().front();
    different += (trial.point.array() != before.array()).count();
    search.tell(trial.number, 0);
  }
  EXPECT_GT(different / 40, 3);
}

// Each call of ask() has its own stream of random numbers.
TEST(RandomSearch, TakesTheFirstDrawThatIsNew) {
  const MixedSpace space({4, 4}, Eigen::Vector2d(0, -1), Eigen::Vector2d(1, 1));
  RandomSearch search(space, 3);
  for (std::uint64_t i = 0; i < 30; ++i) {
    Rng rng(mix_seed(3, i));
    const auto trial = search.ask().front();
    EXPECT_EQ(trial.point, space.sample(rng));
    search.tell(trial.number, 0);
  }
}

}  // namespace
}  // namespace bora::surrogates
