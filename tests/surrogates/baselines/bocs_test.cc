#include "surrogates/baselines/bocs.h"

#include <set>

#include <gtest/gtest.h>

#include "support/input_error.h"
#include "surrogates/linear/pair_monomials.h"

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;

std::set<int> ones(const PairMonomials& monomials, const VectorXd& point) {
  std::set<int> found;
  monomials.for_each(point, [&](int monomial) { EXPECT_TRUE(found.insert(monomial).second); });
  return found;
}

// Binary variables have one coordinate and others one for each category: 1 + 3 + 1, and 3 + 1 + 3 products.
TEST(PairMonomials, AreOnesOfCategoriesAndTheirPairs) {
  const PairMonomials monomials({2, 3, 2});
  EXPECT_EQ(monomials.count(), 12);
  std::set<int> all;
  std::set<std::set<int>> points;
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 3; ++b)
      for (int c = 0; c < 2; ++c) {
        const std::set<int> of_point = ones(monomials, Eigen::Vector3d(a, b, c));
        const int active = 1 + a + c;
        EXPECT_EQ(std::ssize(of_point), active + active * (active - 1) / 2);
        all.insert(of_point.begin(), of_point.end());
        points.insert(of_point);
      }
  EXPECT_EQ(all.size(), 12U);
  EXPECT_EQ(*all.rbegin(), 11);
  EXPECT_EQ(points.size(), 12U);
}

// Minus the number of neighbours that are equal. The best of 1,024 points is 1010101010, with 0.1; the next
// has 0.
double alternation(const VectorXd& point) {
  double value = 0;
  for (Eigen::Index i = 0; i + 1 < point.size(); ++i) value -= point[i] == point[i + 1] ? 1 : 0;
  return value + 0.1 * point[0];
}

double best_after(MixedOptimiser& optimiser, int trials) {
  for (int i = 0; i < trials; ++i) {
    const auto trial = optimiser.ask().front();
    optimiser.tell(trial.number, alternation(trial.point));
  }
  return optimiser.incumbent_value();
}

TEST(Bocs, IsAheadOfRandomPointsOnBinaryVariables) {
  const MixedSpace space(std::vector<int>(10, 2), {}, {});
  for (const bool printed : {false, true}) {
    double sum = 0, of_random = 0;
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      BocsOptions options;
      options.budget = 80;
      if (printed) options.set_as_printed();
      options.sweeps = 200;
      Bocs optimiser(space, options, seed);
      RandomSearch random(space, seed);
      sum += best_after(optimiser, 80);
      of_random += best_after(random, 80);
    }
    EXPECT_GE(sum, -1e-9) << (printed ? "as printed" : "default");  // one of the two best, each time
    EXPECT_GT(sum, of_random + 1) << (printed ? "as printed" : "default");
  }
}

// Two of five variables with four categories have an effect.
TEST(Bocs, FindsAPairOfCategories) {
  const MixedSpace space(std::vector<int>(5, 4), {}, {});
  Bocs optimiser(space, {}, 1);
  for (int i = 0; i < 60; ++i) {
    const auto trial = optimiser.ask().front();
    const bool one = trial.point[1] == 2, other = trial.point[4] == 0;
    optimiser.tell(trial.number, one + other + 2 * (one && other));
  }
  EXPECT_EQ(optimiser.incumbent_value(), 4);
}

// A point in which every coordinate is 0 has no monomial.
TEST(Bocs, LearnsFromPointsWithoutMonomials) {
  const MixedSpace space({2, 2}, {}, {});
  BocsOptions options;
  options.initial_points = 1;
  Bocs optimiser(space, options, 1);
  optimiser.observe(VectorXd::Zero(2), 1);
  optimiser.observe(VectorXd::Zero(2), 2);
  EXPECT_NE(optimiser.ask().front().point, VectorXd::Zero(2));
}

TEST(Bocs, LivesWithHugeValues) {
  const MixedSpace space({3, 2, 2, 2}, {}, {});
  for (const bool printed : {false, true}) {
    BocsOptions options;
    options.initial_points = 4;
    if (printed) options.set_as_printed();
    options.sweeps = 20;
    Bocs optimiser(space, options, 1);
    for (int i = 0; i < 12; ++i) {
      const auto trial = optimiser.ask().front();
      EXPECT_NO_THROW(space.check(trial.point));
      EXPECT_NO_THROW(optimiser.tell(trial.number, (i % 2 == 0 ? 1 : -1) * 1e300));
    }
  }
}

TEST(Bocs, ReadsSettings) {
  NamedSettings settings("bocs:as=paper:sweeps=7:initial=3");
  BocsOptions options;
  options.read(settings);
  settings.finish();
  EXPECT_TRUE(options.printed_annealing);
  EXPECT_FALSE(options.raise_tail);
  EXPECT_EQ(options.sweeps, 7);
  EXPECT_EQ(options.initial_points, 3);
}

TEST(Bocs, RefusesWhatItCannotSearch) {
  const auto refusal = [](const MixedSpace& space, BocsOptions options = {}) {
    return testing::input_error_or_accepted([&] { Bocs(space, options, 1); });
  };
  EXPECT_EQ(refusal({{2, 2}, VectorXd::Zero(1), VectorXd::Ones(1)}),
            "optimiser bocs: takes categories only, the space has 2 and 1 numbers");
  const MixedSpace space({2, 3}, {}, {});
  EXPECT_EQ(refusal(space), "accepted");
  BocsOptions options;
  options.sweeps = 0;
  EXPECT_EQ(refusal(space, options), "sweeps: 0 is below 1");
}

}  // namespace
}  // namespace bora::surrogates
