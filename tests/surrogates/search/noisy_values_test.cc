#include "surrogates/search/noisy_values.h"

#include <cmath>
#include <functional>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "common/random.h"
#include "support/problems/problem.h"

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;

struct Sample {
  MixedSpace space;
  std::vector<VectorXd> points;
  VectorXd values;
};

// Draws points of which about half are close to the best one, as in a search.
Sample sample_of(const Bounds& box, const std::function<double(const VectorXd&)>& value, double noise, int n,
                 std::uint64_t seed) {
  Sample sample{{{}, box.lower, box.upper}, {}, VectorXd(n)};
  Rng rng(seed);
  Eigen::Index best = 0;
  for (int i = 0; i < n; ++i) {
    VectorXd point = sample.space.sample(rng);
    if (i > n / 3 && i % 2 == 0) {
      sample.values.head(i).minCoeff(&best);
      const double way = std::pow(10, rng.uniform(-4, -1));
      const VectorXd& centre = sample.points[static_cast<std::size_t>(best)];
      point = (centre + way * (point - centre)).eval();
    }
    sample.values[i] = value(point) + noise * rng.normal();
    sample.points.push_back(point);
  }
  return sample;
}

std::optional<ExpectedValues> expected(const Sample& sample, std::optional<double> known = std::nullopt) {
  return expected_values(sample.space, sample.points, sample.values, known);
}

double square(const VectorXd& x) {
  return x.squaredNorm();
}

TEST(ExpectedValues, OfADeterministicFunctionAreNone) {
  for (const char* name : {"branin", "rosenbrock", "ackley", "langermann", "eggholder", "levy"})
    for (const std::uint64_t seed : {1, 2}) {
      const auto problem = make_problem(name, 0);
      const auto value = [&](const VectorXd& x) { return problem->value(x); };
      EXPECT_FALSE(expected(sample_of(problem->box(), value, 0, 40, seed))) << name << ", seed " << seed;
    }
  EXPECT_FALSE(expected(sample_of(cube(2, -1, 1), square, 0, 50, 3)));
  EXPECT_FALSE(expected(sample_of(
      cube(1, -1, 1), [](const VectorXd&) { return 3.0; }, 0, 20, 3)));
}

// Functions that vary most near a bound, as those of a size on a linear scale, at points of a search.
TEST(ExpectedValues, OfADeterministicFunctionOfOrdersOfMagnitudeAreNone) {
  const double near[] = {9e5, 6.2e5, 3.1e5, 1.7e5, 5.4e4, 9'120, 1,   2,
                         31,  75,    104,   163,   240,   520,   990, 2'300};
  const double far[] = {9e5, 6.2e5, 3.1e5, 1.7e5, 5.4e4, 4e4,   1,     20,
                        310, 750,   1'040, 1'630, 2'400, 5'200, 9'900, 2.3e4};
  const auto sample = [](double lower, std::span<const double> distances, bool from_upper, double unit,
                         double centre, double noise) {
    const double upper = lower + 1e6;
    const auto n = static_cast<Eigen::Index>(distances.size());
    Sample out{{{}, VectorXd::Constant(1, lower), VectorXd::Constant(1, upper)}, {}, VectorXd(n)};
    Rng rng(1);
    for (Eigen::Index i = 0; i < n; ++i) {
      const double distance = distances[static_cast<std::size_t>(i)];
      out.points.push_back(VectorXd::Constant(1, from_upper ? upper - distance : lower + distance));
      out.values[i] = std::pow(std::log10(distance + unit) - centre, 2) + noise * rng.normal();
    }
    return out;
  };
  EXPECT_FALSE(expected(sample(1, near, false, 1, 2, 0))) << "the logarithm of the number";
  EXPECT_FALSE(expected(sample(1e6, far, false, 10, 3, 0))) << "near the lower bound";
  EXPECT_FALSE(expected(sample(0, far, true, 10, 3, 0))) << "near the upper bound";
  // Noise shows where distances differ little.
  std::vector<double> pairs(std::begin(far), std::end(far));
  for (const double distance : far) pairs.push_back(1.01 * distance);
  EXPECT_TRUE(expected(sample(1e6, pairs, false, 10, 3, 2))) << "with noise";
}

TEST(ExpectedValues, OfRoundedValuesAreNone) {
  const auto rounded = [](const VectorXd& x) { return std::round(10 * square(x)) / 10; };
  for (const std::uint64_t seed : {1, 2, 3})
    EXPECT_FALSE(expected(sample_of(cube(1, -1, 1), rounded, 0, 40, seed))) << seed;
}

TEST(ExpectedValues, OfANoisyQuadraticLeadToABetterPointThanTheBestValue) {
  constexpr int kSeeds = 20;
  int shown = 0, covered = 0, better = 0, worse = 0;
  double luckiest = 0, recommended = 0;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const Sample sample = sample_of(cube(1, -5, 5), square, 10, 50, static_cast<std::uint64_t>(seed));
    const auto found = expected(sample);
    if (!found) continue;
    ++shown;
    Eigen::Index best = 0, chosen = 0;
    sample.values.minCoeff(&best);
    found->mean.minCoeff(&chosen);
    const double truth = square(sample.points[static_cast<std::size_t>(chosen)]);
    const double of_best = square(sample.points[static_cast<std::size_t>(best)]);
    covered += found->lower[chosen] <= truth && truth <= found->upper[chosen] ? 1 : 0;
    better += truth < of_best ? 1 : 0;
    worse += truth > of_best ? 1 : 0;
    recommended += truth;
    luckiest += of_best;
    EXPECT_NEAR(found->noise[chosen], 10, 4) << seed;
    EXPECT_LT(found->lower[chosen], found->upper[chosen]);
    EXPECT_TRUE(((found->lower - found->mean).array() <= 0).all());
    EXPECT_TRUE(((found->mean - found->upper).array() <= 0).all());
  }
  EXPECT_GE(shown, 18);
  EXPECT_GE(covered, shown - 2) << "95% intervals";
  EXPECT_LT(recommended, 0.7 * luckiest);
  EXPECT_GT(better, worse);
}

TEST(ExpectedValues, CoverTheTruthWhereValuesAreSkewed) {
  const auto problem = make_problem("branin", 0);
  int shown = 0, covered = 0;
  for (int seed = 0; seed < 12; ++seed) {
    const auto value = [&](const VectorXd& x) { return problem->value(x); };
    const Sample sample = sample_of(problem->box(), value, 8, 50, static_cast<std::uint64_t>(seed));
    const auto found = expected(sample);
    if (!found) continue;
    ++shown;
    Eigen::Index chosen = 0;
    found->mean.minCoeff(&chosen);
    const double truth = problem->value(sample.points[static_cast<std::size_t>(chosen)]);
    covered += found->lower[chosen] <= truth && truth <= found->upper[chosen] ? 1 : 0;
  }
  EXPECT_GE(shown, 9);
  EXPECT_GE(covered, shown - 2);
}

// Noise that is measured by repeated evaluations of each point.
TEST(ExpectedValues, GoByANoiseThatIsKnown) {
  const Sample few = sample_of(cube(2, -5, 5), square, 4, 12, 1);
  const auto found = expected(few, 16);
  ASSERT_TRUE(found);
  EXPECT_GE(found->points.size(), 12u);
  EXPECT_FALSE(expected(few, 0.0)) << "repeats had the same values";
  EXPECT_FALSE(expected(few, 1e-12)) << "repeats differed in their last digits";
}

// Hyper-parameters are fitted to every second value. These are at points near the centre, and vary less than
// all.
TEST(ExpectedValues, OfManyValuesGoByAKnownNoise) {
  constexpr int kMany = 399;
  const double noise = 0.1, steepness = 20;
  Rng rng(1);
  Sample many{{{}, VectorXd::Constant(1, -1), VectorXd::Constant(1, 1)}, {}, VectorXd(kMany)};
  for (int i = 0; i < kMany; ++i) {
    many.points.push_back(VectorXd::Constant(1, (i % 2 == 0 ? 0.3 : 1) * rng.uniform(-1, 1)));
    many.values[i] = steepness * square(many.points.back()) + noise * rng.normal();
  }
  const auto found = expected(many, noise * noise);
  ASSERT_TRUE(found);
  double squares = 0;
  for (std::size_t i = 0; i < kMany; i += 2)
    squares += std::pow(found->mean[static_cast<Eigen::Index>(i)] - steepness * square(many.points[i]), 2);
  EXPECT_LT(std::sqrt(squares / (kMany / 2 + 1)), 0.4 * noise);
}

// Residuals of the process do not count as noise if the noise is known to be small.
TEST(ExpectedValues, StayCloseToValuesOfLittleNoise) {
  const auto steep = [](const VectorXd& x) { return std::exp(3 * x[0]) + std::cos(9 * x[1]); };
  const double noise = 0.01;
  const Sample few = sample_of(cube(2, -1, 1), steep, noise, 15, 5);
  const auto found = expected(few, noise * noise);
  ASSERT_TRUE(found);
  for (Eigen::Index i = 0; i < few.values.size(); ++i)
    EXPECT_NEAR(found->mean[i], few.values[i], 10 * noise) << i;
}

TEST(ExpectedValues, AreTheSameAgain) {
  const Sample sample = sample_of(cube(1, -5, 5), square, 10, 30, 4);
  const auto one = expected(sample), two = expected(sample);
  ASSERT_TRUE(one && two);
  EXPECT_EQ(one->lower, two->lower);
  EXPECT_EQ(one->mean, two->mean);
}

TEST(ExpectedValues, OfFewValuesAreNone) {
  const Sample sample = sample_of(cube(1, -5, 5), square, 10, 3, 4);
  EXPECT_FALSE(expected(sample));
  EXPECT_FALSE(expected(sample, 100));
}

}  // namespace
}  // namespace bora::surrogates
