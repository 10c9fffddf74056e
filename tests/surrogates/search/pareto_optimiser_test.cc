#include "surrogates/search/pareto_optimiser.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "common/error.h"

namespace bora::surrogates::pareto_optimiser_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(ParetoFront, IsWhatNothingDominates) {
  MatrixXd Y(6, 2);
  Y << 1, 5, 2, 4, 2, 3, 4, 1, 2, 4, 0, 0;
  EXPECT_EQ(pareto_front(Y), (std::vector<int>{0, 1, 3})) << "of equal ones the first";
  EXPECT_TRUE(pareto_front(MatrixXd(0, 2)).empty());
}

// Two and three objectives by hand, four against drawing points.
TEST(Hypervolume, MeasuresWhatIsDominated) {
  MatrixXd Y(3, 2);
  Y << 1, 3, 2, 2, 3, 1;
  EXPECT_DOUBLE_EQ(hypervolume(Y, VectorXd::Zero(2)), 6);
  EXPECT_DOUBLE_EQ(hypervolume(Y, Eigen::Vector2d(1.5, 0)), 0.5 * 2 + 1 * 1);
  MatrixXd Z(2, 3);
  Z << 1, 2, 3, 3, 2, 1;
  EXPECT_DOUBLE_EQ(hypervolume(Z, VectorXd::Zero(3)), 6 + 6 - 2);
  EXPECT_DOUBLE_EQ(hypervolume(Z, VectorXd::Constant(3, 5)), 0);
  Rng rng(1);
  MatrixXd four(8, 4);
  for (Eigen::Index i = 0; i < four.size(); ++i) four.data()[i] = rng.uniform();
  constexpr int kDrawn = 200000;
  int inside = 0;
  for (int i = 0; i < kDrawn; ++i) {
    const Eigen::RowVector4d z(rng.uniform(), rng.uniform(), rng.uniform(), rng.uniform());
    bool below = false;
    for (Eigen::Index k = 0; k < four.rows(); ++k) below |= (z.array() <= four.row(k).array()).all();
    inside += below ? 1 : 0;
  }
  EXPECT_NEAR(hypervolume(four, VectorXd::Zero(4)), static_cast<double>(inside) / kDrawn, 0.005);
  EXPECT_THROW(hypervolume(Y, VectorXd::Zero(3)), InputError);
}

// Returns two objectives with different centres; category 1 lowers both by 0.5.
VectorXd centres(const VectorXd& point) {
  const double cost = point[0] == 1 ? 0.5 : 0;
  const VectorXd x = point.tail(2);
  return Eigen::Vector2d(-(x - Eigen::Vector2d(0.2, 0.3)).squaredNorm() - cost,
                         -(x - Eigen::Vector2d(0.8, 0.6)).squaredNorm() - cost);
}

const MixedSpace kSpace({2}, Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 1));

TEST(ParetoOptimiser, CoversTheFrontBetterThanDrawing) {
  const Eigen::Vector2d reference(-0.6, -0.6);
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    ParetoOptimiser optimiser(kSpace, 2, {}, seed);
    RandomSearch random(kSpace, seed);
    MatrixXd drawn(40, 2);
    for (int i = 0; i < 40; ++i) {
      const auto trial = optimiser.ask().front();
      optimiser.tell(trial.number, centres(trial.point));
      drawn.row(i) = centres(random.ask().front().point).transpose();
    }
    const double found = hypervolume(optimiser.front_values(), reference);
    EXPECT_GT(found, hypervolume(drawn, reference)) << seed;
    // The straight line between the centres is the front; what it dominates, by 1,000 points of it.
    MatrixXd line(1000, 2);
    for (int i = 0; i < 1000; ++i) {
      const double t = i / 999.0;
      line.row(i) = centres(Eigen::Vector3d(0, 0.2 + 0.6 * t, 0.3 + 0.3 * t)).transpose();
    }
    EXPECT_GT(found, 0.93 * hypervolume(line, reference)) << seed;
    EXPECT_EQ(optimiser.front_points().size(), static_cast<std::size_t>(optimiser.front_values().rows()));
  }
}

// Points of the design that are already observed, by a search with the same seed, count as initial points and
// are not proposed again.
TEST(ParetoOptimiser, GoesOnFromWhatIsKnown) {
  for (const int known : {1, 2, 5, 12}) {
    ParetoOptimiser before(kSpace, 2, {}, 3), after(kSpace, 2, {}, 3);
    std::set<std::string> keys;
    for (int i = 0; i < known; ++i) {
      const auto trial = before.ask().front();
      before.tell(trial.number, centres(trial.point));
      after.observe(trial.point, centres(trial.point));
      keys.insert(kSpace.key(trial.point));
    }
    for (int i = 0; i < 6; ++i) {
      const auto trial = after.ask().front();
      EXPECT_TRUE(keys.insert(kSpace.key(trial.point)).second) << known << " known, trial " << trial.number;
      after.tell(trial.number, centres(trial.point));
    }
  }
}

// The first points are those of the design, whether their values are told or not.
TEST(ParetoOptimiser, BeginsWithItsDesign) {
  BayesianOptions options;
  options.initial_points = 10;
  ParetoOptimiser optimiser(kSpace, 2, options, 3);
  BayesianOptimiser design(kSpace, options, 3);
  for (int i = 0; i < 10; ++i) {
    const auto trial = optimiser.ask().front();
    EXPECT_EQ(trial.point, design.ask().front().point) << i;
    optimiser.tell(trial.number, centres(trial.point));
  }
}

TEST(ParetoOptimiser, ReplacesInitialPointsThatAreAbandoned) {
  BayesianOptions options;
  options.initial_points = 6;
  ParetoOptimiser optimiser(kSpace, 2, options, 3);
  BayesianOptimiser design(kSpace, options, 3);
  for (int i = 0; i < 10; ++i) {
    const auto trial = optimiser.ask().front(), of_design = design.ask().front();
    EXPECT_EQ(trial.point, of_design.point) << i;
    if (i >= 1 && i <= 4) {
      optimiser.abandon(trial.number);
      design.abandon(of_design.number);
    } else {
      optimiser.tell(trial.number, centres(trial.point));
    }
  }
  EXPECT_NE(optimiser.ask().front().point, design.ask().front().point) << "the model chooses the seventh";
}

// The space has 12 points. Initial points are abandoned after the model has chosen some.
TEST(ParetoOptimiser, ReplacesAbandonedPointsByUnknownOnes) {
  const MixedSpace space({3, 4}, {}, {});
  BayesianOptions options;
  options.initial_points = 6;
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u, 5u}) {
    ParetoOptimiser optimiser(space, 2, options, seed);
    const auto initial = optimiser.ask(6);
    std::set<std::string> keys;
    for (std::size_t i = 0; i < 2; ++i) {
      optimiser.tell(initial[i].number, initial[i].point);
      keys.insert(space.key(initial[i].point));
    }
    for (const auto& trial : optimiser.ask(3)) keys.insert(space.key(trial.point));
    for (std::size_t i = 2; i < 6; ++i) optimiser.abandon(initial[i].number);
    for (const auto& trial : optimiser.ask(7)) keys.insert(space.key(trial.point));
    EXPECT_EQ(keys.size(), 12u) << seed;
  }
}

TEST(ParetoOptimiser, KeepsToTheRulesOfAskAndTell) {
  ParetoOptimiser one(kSpace, 2, {}, 4), same(kSpace, 2, {}, 4);
  std::set<std::string> keys;
  for (int round = 0; round < 8; ++round) {
    const auto trials = one.ask(3), again = same.ask(3);
    for (std::size_t i = 0; i < trials.size(); ++i) {
      EXPECT_EQ(trials[i].number, 3 * round + static_cast<int>(i) + 1);
      EXPECT_EQ(trials[i].point, again[i].point);
      EXPECT_TRUE(keys.insert(kSpace.key(trials[i].point)).second);
    }
    for (ParetoOptimiser* each : {&one, &same}) {
      each->tell(trials[0].number, centres(trials[0].point));
      each->fail(trials[1].number);
    }
  }
  EXPECT_EQ(one.observations(), 8);
  EXPECT_EQ(one.pending(), 8);
  EXPECT_THROW(one.tell(1, Eigen::Vector2d(0, 0)), InputError);
  EXPECT_THROW(one.tell(3, Eigen::Vector3d(0, 0, 0)), InputError);
  EXPECT_THROW(one.tell(3, Eigen::Vector2d(0, std::nan(""))), InputError);
  one.abandon(3);
  EXPECT_EQ(one.pending(), 7);
  EXPECT_THROW(one.fail(3), InputError);
  EXPECT_THROW(one.ask(0), InputError);
  EXPECT_THROW(ParetoOptimiser(kSpace, 0, {}, 1), InputError);
}

// Failures are reported to the search, which then avoids similar points.
TEST(ParetoOptimiser, KeepsAwayFromWhatFails) {
  const auto failures = [](bool told) {
    int count = 0;
    ParetoOptimiser optimiser(kSpace, 2, {}, 2);
    for (int i = 0; i < 40; ++i) {
      const auto trial = optimiser.ask().front();
      if (trial.point[1] > 0.5) {
        ++count;
        told ? optimiser.fail(trial.number) : optimiser.abandon(trial.number);
      } else {
        optimiser.tell(trial.number, centres(trial.point));
      }
    }
    return count;
  };
  EXPECT_LT(failures(true), 12) << "several of which are initial points";
  EXPECT_GT(failures(false), 20);
}

// The front holds only feasible points, and the search moves towards them.
TEST(ParetoOptimiser, KeepsToConstraints) {
  BayesianOptions options;
  options.constraints = 1;
  ParetoOptimiser optimiser(kSpace, 2, options, 2);
  EXPECT_THROW(optimiser.observe(Eigen::Vector3d(0, 0.1, 0.1), Eigen::Vector2d(1, 1)), InputError);
  optimiser.observe(Eigen::Vector3d(0, 0.9, 0.9), Eigen::Vector2d(9, 9), {-0.4});
  EXPECT_EQ(optimiser.front_points().size(), 0u);
  int broken = 0;
  for (int i = 0; i < 40; ++i) {
    const auto trial = optimiser.ask().front();
    EXPECT_THROW(optimiser.tell(trial.number, centres(trial.point), {std::nan("")}), InputError);
    const double slack = 0.5 - trial.point[1];
    broken += slack < 0 ? 1 : 0;
    optimiser.tell(trial.number, centres(trial.point), {slack});
  }
  EXPECT_LT(broken, 20);
  const auto front = optimiser.front_points();
  ASSERT_GE(front.size(), 5u);
  double most = 0;
  for (const VectorXd& point : front) most = std::max(most, point[1]);
  EXPECT_LE(most, 0.5);
  EXPECT_GT(most, 0.45) << "the best of the second objective lies at the border";
}

TEST(ParetoOptimiser, OfOneObjectiveIsASearchForIt) {
  ParetoOptimiser optimiser(kSpace, 1, {}, 1);
  for (int i = 0; i < 30; ++i) {
    const auto trial = optimiser.ask().front();
    optimiser.tell(trial.number, centres(trial.point).head(1));
  }
  EXPECT_GT(optimiser.front_values()(0, 0), -1e-3);
  EXPECT_EQ(optimiser.front_values().rows(), 1);
}

}  // namespace
}  // namespace bora::surrogates::pareto_optimiser_test
