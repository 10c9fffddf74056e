// Properties that hold for every optimiser over a mixed space.
#include "surrogates/search/mixed/mixed_optimiser.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <set>

#include <gtest/gtest.h>

#include "common/error.h"
#include "surrogates/problems/mixed_problem.h"
#include "surrogates/search/mixed_optimiser_cases.h"

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;

using testing::constrained_optimisers;
using testing::objective;
using testing::optimisers;
using testing::spaces;
using Case = testing::Case;

class MixedOptimiserConformance : public ::testing::TestWithParam<Case> {};
// Tests of optimisers that are told the slacks of two constraints.
class ConstrainedConformance : public ::testing::TestWithParam<Case> {};

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

// Told in reverse, with asks in between, all points being different.
// Farads or picofarads. By powers of two, so that rounding is the same and asks are equal to the last digit.
TEST_P(MixedOptimiserConformance, TheUnitOfValuesDoesNotMatter) {
  for (const MixedSpace& space : spaces()) {
    if (!GetParam().takes(space)) continue;
    for (const double unit : {std::ldexp(1.0, -40), std::ldexp(1.0, 40)}) {
      const auto one = GetParam().make(space, 3), other = GetParam().make(space, 3);
      for (int i = 0; i < 14; ++i) {
        const auto trial = one->ask().front(), of_other = other->ask().front();
        ASSERT_EQ(trial.point, of_other.point) << "ask " << i << " in units of " << unit;
        one->tell(trial.number, objective(space, trial.point));
        other->tell(of_other.number, unit * objective(space, trial.point));
      }
    }
  }
}

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

// Most points fail; the values of the others are still used.
TEST_P(MixedOptimiserConformance, LearnsWhereMostPointsFail) {
  const MixedSpace space({}, Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 1));
  if (!GetParam().takes(space)) GTEST_SKIP() << "takes no such space";
  const auto optimiser = GetParam().make(space, 3);
  const auto random = std::make_unique<RandomSearch>(space, 3);
  bool differs = false;
  for (int i = 0; i < 30; ++i) {
    const auto trial = optimiser->ask().front(), drawn = random->ask().front();
    differs |= i >= 20 && trial.point != drawn.point;
    for (const auto& [of, asked] :
         {std::pair{optimiser.get(), trial}, {static_cast<MixedOptimiser*>(random.get()), drawn}})
      i % 5 == 0 ? of->tell(asked.number, asked.point.sum()) : of->fail(asked.number);
  }
  EXPECT_EQ(differs, GetParam().name != "random");
}

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

// The best corner fails: none of its points is proposed twice, even by searches without a model of failures.
TEST_P(MixedOptimiserConformance, NeverAsksAgainForWhatFailedAmongNumbers) {
  for (const MixedSpace& space : {MixedSpace({}, Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 1)),
                                  MixedSpace({2}, Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 1))}) {
    if (!GetParam().takes(space)) continue;
    const auto optimiser = GetParam().make(space, 3);
    std::set<std::string> keys;
    for (int i = 0; i < 25; ++i) {
      const auto trial = optimiser->ask().front();
      EXPECT_TRUE(keys.insert(space.key(trial.point)).second) << i;
      const auto numbers = trial.point.tail(2);
      numbers.minCoeff() > 0.6 ? optimiser->fail(trial.number) : optimiser->tell(trial.number, numbers.sum());
    }
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
  EXPECT_EQ(optimiser->pending(), 2) << "a refused value takes nothing";
  EXPECT_THROW(optimiser->ask(0), InputError);
  EXPECT_THROW(optimiser->observe(VectorXd::Zero(2), 1), InputError);
  EXPECT_THROW(optimiser->observe(trials[0].point, std::nan("")), InputError);
  optimiser->tell(trials[0].number, 2);
  EXPECT_EQ(optimiser->incumbent_value(), 2);
  EXPECT_EQ(optimiser->incumbent(), trials[0].point);
}

// Half of 8 points fail: no failed point is proposed again, and all others are found.
TEST_P(MixedOptimiserConformance, NeverAsksAgainForWhatFailed) {
  const MixedSpace space({2, 4}, {}, {});
  if (!GetParam().takes(space)) GTEST_SKIP() << "takes no such space";
  const auto optimiser = GetParam().make(space, 3);
  std::set<std::string> keys;
  for (int i = 0; i < 8; ++i) {
    const auto trial = optimiser->ask().front();
    EXPECT_TRUE(keys.insert(space.key(trial.point)).second);
    if (trial.point[0] == 1) {
      optimiser->fail(trial.number);
      EXPECT_THROW(optimiser->fail(trial.number), InputError);
    } else {
      optimiser->tell(trial.number, trial.point[1]);
    }
  }
  EXPECT_EQ(optimiser->observations(), 4);
  EXPECT_EQ(optimiser->pending(), 0);
  EXPECT_EQ(optimiser->incumbent_value(), 3);
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

// Space with the required members only: words of three letters.
class Words final : public Space<std::string> {
 public:
  std::string sample(Rng& rng) const override {
    std::string word(3, 'a');
    for (char& letter : word) letter = static_cast<char>('a' + rng.index(3));
    return word;
  }
  std::vector<std::string> neighbours(const std::string& word, int count, Rng& rng) const override {
    std::vector<std::string> words(static_cast<std::size_t>(count), word);
    for (std::string& other : words)
      other[static_cast<std::size_t>(rng.index(3))] = static_cast<char>('a' + rng.index(3));
    return words;
  }
  std::string key(const std::string& word) const override { return word; }
  void check(const std::string& word) const override {
    if (word.size() != 3) throw InputError("word: '{}' has not three letters", word);
  }
};

// Model that predicts the number of letters c in a word, without observations.
class Counts final : public Belief<std::string> {
 public:
  MarginalPosterior marginal(const std::vector<std::string>& Z) const override {
    MarginalPosterior at{VectorXd(Z.size()), VectorXd::Constant(static_cast<Eigen::Index>(Z.size()), 0.01)};
    for (std::size_t i = 0; i < Z.size(); ++i)
      at.mean[static_cast<Eigen::Index>(i)] = static_cast<double>(std::count(Z[i].begin(), Z[i].end(), 'c'));
    return at;
  }
  JointPosterior joint(const std::vector<std::string>& Z) const override {
    const MarginalPosterior at = marginal(Z);
    return {at.mean, at.variance.asDiagonal()};
  }
  std::shared_ptr<const Belief> given(const std::vector<std::string>&, const VectorXd&) const override {
    return nullptr;
  }
};
class CountsModel final : public Model<std::string> {
 public:
  std::shared_ptr<const Belief<std::string>> belief(std::vector<std::string>, const VectorXd&,
                                                    Rng&) override {
    return std::make_shared<Counts>();
  }
  std::unique_ptr<Model> fresh() const override { return std::make_unique<CountsModel>(); }
};
class BestOfMany final : public Proposer<std::string> {
 public:
  std::string propose(const Score<std::string>& score, const History<std::string>&, Rng& rng) const override {
    std::vector<std::string> words;
    for (int i = 0; i < 500; ++i) words.push_back(Words().sample(rng));
    Eigen::Index best = 0;
    score.values(words).maxCoeff(&best);
    return words[static_cast<std::size_t>(best)];
  }
};

TEST(ModelOptimiser, SearchesAnySpaceWithAnyModel) {
  ModelOptimiserParts<std::string> parts;
  parts.model = std::make_unique<CountsModel>();
  parts.rule = acquisition_rule<std::string>(AcquisitionKind::log_ei, 0);
  parts.proposer = std::make_unique<BestOfMany>();
  parts.design = {"aaa", "bbb"};
  ModelOptimiser<Words> optimiser(Words(), std::move(parts), 1);
  std::set<std::string> asked;
  for (int i = 0; i < 6; ++i) {
    const auto trial = optimiser.ask().front();
    EXPECT_TRUE(asked.insert(trial.point).second);
    if (i == 2) {
      EXPECT_EQ(trial.point, "ccc") << "the first that the model chooses";
    }
    optimiser.tell(trial.number,
                   static_cast<double>(std::count(trial.point.begin(), trial.point.end(), 'c')));
  }
  EXPECT_EQ(optimiser.incumbent(), "ccc");
  UniformSearch<Words> uniform(Words(), 1);
  EXPECT_EQ(uniform.ask(5).size(), 5u);
}

TEST(MixedOptimiser, AsksAgainForWhatWasAbandoned) {
  const MixedSpace space({2, 2}, {}, {});
  RandomSearch optimiser(space, 1);
  for (const auto& trial : optimiser.ask(4)) optimiser.abandon(trial.number);
  std::set<std::string> keys;
  for (const auto& trial : optimiser.ask(4)) keys.insert(space.key(trial.point));
  EXPECT_EQ(keys.size(), 4u);
}

TEST(MixedOptimisers, LiveWithHugeValues) {
  const MixedSpace space = spaces().front();
  CasmopolitanOptions options;
  options.initial_points = 4;
  Casmopolitan casmopolitan(space, options, 1);
  CocaboOptions of_cocabo;
  of_cocabo.initial_points = 4;
  Cocabo cocabo(space, of_cocabo, 1);
  BayesianOptions of_forest;
  of_forest.initial_points = 4;
  const auto forest = make_forest_optimiser(space, of_forest, 1);
  for (MixedOptimiser* optimiser :
       {static_cast<MixedOptimiser*>(&casmopolitan), static_cast<MixedOptimiser*>(&cocabo),
        static_cast<MixedOptimiser*>(forest.get())})
    for (int i = 0; i < 12; ++i) {
      const auto trial = optimiser->ask().front();
      EXPECT_NO_THROW(space.check(trial.point));
      EXPECT_NO_THROW(optimiser->tell(trial.number, (i % 2 == 0 ? 1 : -1) * 1e300));
    }
}

}  // namespace
}  // namespace bora::surrogates
