#include "surrogates/search/bayesian_optimiser.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "common/error.h"
#include "support/problems/problem.h"
#include "surrogates/acquisition/rules.h"
#include "surrogates/pending/local_penalisation.h"
#include "surrogates/search/mixed_optimiser_cases.h"

namespace bora::surrogates::bayesian_optimiser_test {
namespace {

using Eigen::VectorXd;

const MixedSpace kSpace({3, 4}, Eigen::Vector2d(-1, 10), Eigen::Vector2d(1, 30));

// The higher of two peaks lies where evaluations fail; the values known at its foot attract the search.
TEST(BayesianOptimiser, KeepsAwayFromWhatFails) {
  const MixedSpace space({}, Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 1));
  struct Course {
    int found = 0, failures = 0;
  };
  // Runs until the maximum of the region without failures is found, so that later failures are not counted.
  const auto course = [&](bool told) {
    constexpr int kSeeds = 8, kAsks = 30;
    Course of;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      BayesianOptimiser optimiser(space, {}, seed);
      bool found = false;
      for (int i = 0; i < kAsks && !found; ++i) {
        const auto trial = optimiser.ask().front();
        if (trial.point.minCoeff() <= 0.5) {
          const auto peak = [&](double x, double y) {
            return std::exp(-8 * (trial.point - Eigen::Vector2d(x, y)).squaredNorm());
          };
          optimiser.tell(trial.number, peak(0.2, 0.3) + 1.5 * peak(0.75, 0.75));
          found = optimiser.incumbent_value() > 0.99;
        } else {
          ++of.failures;
          told ? optimiser.fail(trial.number) : optimiser.abandon(trial.number);
        }
      }
      of.found += found ? 1 : 0;
    }
    return of;
  };
  const Course told = course(true), untold = course(false);
  EXPECT_GE(told.found, 7);
  EXPECT_LT(told.failures, 40);
  EXPECT_LT(2 * told.failures, untold.failures);
}

// Around one peak, imputed values spread a batch that would otherwise gather at the top.
TEST(BayesianOptimiser, SpreadsABatch) {
  const MixedSpace space({}, VectorXd::Zero(1), VectorXd::Ones(1));
  const auto spread = [&](const std::string& pending) {
    BayesianOptions options;
    options.pending = pending;
    BayesianOptimiser optimiser(space, options, 3);
    for (const double x : {0.0, 0.2, 0.45, 0.8, 1.0})
      optimiser.observe(VectorXd::Constant(1, x), -std::pow(x - 0.6, 2) + 0.1 * std::sin(9 * x));
    double low = 1, high = 0;
    for (const auto& trial : optimiser.ask(4)) {
      low = std::min(low, trial.point[0]);
      high = std::max(high, trial.point[0]);
    }
    return high - low;
  };
  EXPECT_GT(spread("liar-min"), 2 * spread("none"));
  for (const std::string& name : local_penalisation_names())
    EXPECT_GT(spread(name), 2 * spread("none")) << name;
}

// With every acquisition and policy, points of a batch are at least a thousandth of the box apart.
TEST(BayesianOptimiser, SpreadsABatchWithEveryAcquisitionAndPolicy) {
  const MixedSpace space({}, VectorXd::Zero(2), VectorXd::Ones(2));
  for (const std::string& acquisition : acquisition_rule_names())
    for (const std::string& pending : pending_policy_names()) {
      if (is_local_penalisation(pending) && sees_pending(acquisition)) continue;
      // Each acquisition once, and each policy with two of them: fitbo and kg take a second a batch.
      if (pending != "believer" && acquisition != "log_ei" && acquisition != "ucb") continue;
      BayesianOptions options;
      options.acquisition = acquisition;
      options.pending = pending;
      options.refit_every = 100;
      BayesianOptimiser optimiser(space, options, 3);
      Rng rng(2);
      for (int i = 0; i < 10; ++i) {
        const VectorXd x = space.sample(rng);
        optimiser.observe(x, -(x.array() - 0.4).square().sum());
      }
      const auto trials = optimiser.ask(acquisition.starts_with("fitbo") ? 2 : 4);
      for (std::size_t i = 0; i < trials.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
          EXPECT_GE(space.distance(trials[i].point, trials[k].point), 1e-3) << acquisition << ' ' << pending;
    }
}

// The incumbent includes imputed values of pending points; otherwise all eight points of a batch would be at
// the top of the bowl.
TEST(BayesianOptimiser, ABatchFindsWhatSinglePointsFind) {
  const auto problem = make_problem("branin");
  const MixedSpace space({}, problem->box().lower, problem->box().upper);
  std::vector<double> regrets;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    BayesianOptimiser optimiser(space, {}, seed);
    for (int round = 0; round < 5; ++round)
      for (const auto& trial : optimiser.ask(8))
        optimiser.tell(trial.number, problem->objective(trial.point));
    regrets.push_back(-optimiser.incumbent_value() - problem->minimum());
  }
  std::sort(regrets.begin(), regrets.end());
  EXPECT_LT(regrets[2], 1e-3);
}

double gramacy_regret(BayesianOptions options, std::uint64_t seed, int budget, int batch) {
  const auto problem = make_problem("gramacy");
  const MixedSpace space({}, problem->box().lower, problem->box().upper);
  options.constraints = 2;
  BayesianOptimiser optimiser(space, options, seed);
  while (optimiser.observations() < budget)
    for (const auto& trial : optimiser.ask(batch)) {
      const VectorXd slacks = -problem->constraints(trial.point);
      optimiser.tell_constrained(trial.number, problem->objective(trial.point),
                                 {slacks.begin(), slacks.end()});
    }
  return optimiser.feasible() ? -optimiser.incumbent_value() - problem->minimum() : 1;
}

// The minimum lies on a curved constraint, which is known only where it was observed.
TEST(BayesianOptimiser, ReachesAMinimumOnAConstraintThatIsObserved) {
  for (const std::uint64_t seed : {0u, 1u}) EXPECT_LT(gramacy_regret({}, seed, 40, 1), 2e-4) << seed;
  EXPECT_LT(gramacy_regret({}, 3, 56, 8), 2e-3);
}

// The bending of a beam, up to 500 mm for thin beams, must be at most 0.6 mm. The lightest beam lies on that
// bound and on the side of the box. A few values far above the bound must not hide the rest.
TEST(BayesianOptimiser, ReachesABoundThatOthersBreakByFar) {
  const MixedSpace space({}, Eigen::Vector2d(5, 10), Eigen::Vector2d(50, 120));
  BayesianOptions options;
  options.constraints = 1;
  BayesianOptimiser optimiser(space, options, 0);
  for (int i = 0; i < 40; ++i) {
    const auto trial = optimiser.ask().front();
    const double width = trial.point[0], height = trial.point[1];
    const double bend = 2.5e6 / (width * std::pow(height, 3)) + width / 100;
    optimiser.tell_constrained(trial.number, -width * height, {0.6 - bend});
  }
  ASSERT_TRUE(optimiser.feasible());
  EXPECT_LT(-optimiser.incumbent_value() - 5 * std::cbrt(2.5e6 / 5 / 0.55), 0.02);
}

// The same constraint written as a rule of the space: steps over numbers end on its border, not before it.
TEST(BayesianOptimiser, ReachesAMinimumOnTheBorderOfTheSpace) {
  const std::shared_ptr<Problem> problem = make_problem("gramacy");
  MixedSpaceRules rules;
  rules.violation = [problem](const VectorXd& x) {
    return std::max(0.0, problem->constraints(x).maxCoeff());
  };
  rules.allows = [problem](const VectorXd& x) { return problem->constraints(x).maxCoeff() <= 0; };
  const MixedSpace space({}, problem->box().lower, problem->box().upper, rules);
  for (const std::uint64_t seed : {0u, 1u}) {
    BayesianOptimiser optimiser(space, {}, seed);
    for (int i = 0; i < 25; ++i) {
      const auto trial = optimiser.ask().front();
      optimiser.tell(trial.number, problem->objective(trial.point));
    }
    EXPECT_LT(-optimiser.incumbent_value() - problem->minimum(), 1e-5) << seed;
  }
}

// Only a twentieth of the square has values. The first is found by the space-filling points, and the others
// around it.
TEST(BayesianOptimiser, LearnsOfFailuresFromTheFirstValueOn) {
  const MixedSpace space({}, Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 1));
  std::vector<int> successes;
  for (std::uint64_t seed = 0; seed < 7; ++seed) {
    BayesianOptimiser optimiser(space, {}, seed);
    for (int i = 0; i < 50; ++i) {
      const auto trial = optimiser.ask().front();
      const bool works = trial.point[0] <= 0.2 && trial.point[1] <= 0.25;
      works ? optimiser.tell(trial.number, -trial.point.squaredNorm()) : optimiser.fail(trial.number);
    }
    successes.push_back(optimiser.observations());
  }
  std::sort(successes.begin(), successes.end());
  EXPECT_GE(successes[3], 12);
}

TEST(BayesianOptimiser, HasAModelFromOneValueWherePointsFailed) {
  const MixedSpace space({}, Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 1));
  const auto has_model = [&](bool fails) {
    BayesianOptimiser optimiser(space, {}, 1);
    optimiser.observe(Eigen::Vector2d(0.1, 0.1), 1);
    for (int i = 0; i < 8; ++i) {
      const auto trial = optimiser.ask().front();
      fails ? optimiser.fail(trial.number) : optimiser.abandon(trial.number);
    }
    optimiser.ask();
    return optimiser.posterior() != nullptr;
  };
  EXPECT_TRUE(has_model(true));
  EXPECT_FALSE(has_model(false));
}

TEST(BayesianOptimiser, FillsTheSpaceEvenlyUntilAValueComes) {
  const MixedSpace space({}, Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 1));
  BayesianOptimiser optimiser(space, {}, 1);
  constexpr int kAsks = 64;
  std::vector<double> sorted{0, 1};
  for (int i = 0; i < kAsks; ++i) {
    const auto trial = optimiser.ask().front();
    sorted.push_back(trial.point[0]);
    optimiser.fail(trial.number);
  }
  std::sort(sorted.begin(), sorted.end());
  double widest = 0;
  for (std::size_t i = 1; i < sorted.size(); ++i) widest = std::max(widest, sorted[i] - sorted[i - 1]);
  EXPECT_LT(widest, 2.5 / kAsks);  // uniform draws: about 5 / kAsks
}

TEST(BayesianOptimiser, SpendsNoMoreThanAShareOfTheBudgetOnItsFirstPoints) {
  const MixedSpace space({}, VectorXd::Zero(6), VectorXd::Ones(6));
  const auto initial = [&](int budget, int given = 0) {
    BayesianOptions options;
    options.budget = budget;
    options.initial_points = given;
    return BayesianOptimiser(space, options, 0).initial_points();
  };
  EXPECT_EQ(initial(0), 14);
  EXPECT_EQ(initial(200), 14);
  EXPECT_EQ(initial(20), 6);
  EXPECT_EQ(initial(5), 4);
  EXPECT_EQ(initial(20, 9), 9);
}

// One of two equal peaks costs a hundred times as much as the other.
TEST(BayesianOptimiser, SpendsLessWhereCostsAreKnown) {
  const MixedSpace space({}, VectorXd::Zero(1), VectorXd::Ones(1));
  const auto spent = [&](bool known) {
    double sum = 0;
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      BayesianOptimiser optimiser(space, {}, seed);
      for (int i = 0; i < 25; ++i) {
        const auto trial = optimiser.ask().front();
        const double x = trial.point[0];
        const double value = std::exp(-50 * std::pow(x - 0.25, 2)) + std::exp(-50 * std::pow(x - 0.75, 2));
        const double cost = x > 0.5 ? 100 : 1;
        known ? optimiser.tell_at_cost(trial.number, value, cost) : optimiser.tell(trial.number, value);
        sum += cost;
      }
      EXPECT_GT(optimiser.incumbent_value(), 0.999);
    }
    return sum;
  };
  EXPECT_LT(spent(true), 0.7 * spent(false));
  BayesianOptimiser optimiser(space, {}, 1);
  const auto trial = optimiser.ask().front();
  EXPECT_THROW(optimiser.tell_at_cost(trial.number, 1, -1), InputError);
  EXPECT_THROW(optimiser.tell_at_cost(trial.number, 1, std::nan("")), InputError);
  EXPECT_EQ(optimiser.pending(), 1) << "takes nothing";
}

// ucb may be negative and has no logarithm, so that it cannot be divided by a cost.
TEST(BayesianOptimiser, RefusesCostsWhereTheAcquisitionHasNoLogarithm) {
  BayesianOptions options;
  options.acquisition = "ucb";
  BayesianOptimiser optimiser(kSpace, options, 1);
  const auto trial = optimiser.ask().front();
  EXPECT_THROW(optimiser.tell_at_cost(trial.number, 1, 1), InputError);
  EXPECT_EQ(optimiser.pending(), 1) << "takes nothing";
}

// With a share of 1, the model is never used.
TEST(BayesianOptimiser, DrawsTheShareItIsToldTo) {
  const MixedSpace space({}, VectorXd::Zero(1), VectorXd::Ones(1));
  const auto near_top = [&](double share) {
    BayesianOptions options;
    options.uniform_share = share;
    BayesianOptimiser optimiser(space, options, 2);
    int near = 0;
    for (int i = 0; i < 40; ++i) {
      const auto trial = optimiser.ask().front();
      near += std::abs(trial.point[0] - 0.3) < 0.1 ? 1 : 0;
      optimiser.tell(trial.number, -std::pow(trial.point[0] - 0.3, 2));
    }
    return near;
  };
  EXPECT_GT(near_top(0), 25);
  EXPECT_LT(near_top(1), 16) << "a fifth of the space";
}

TEST(BayesianOptimiser, RefusesOptionsByName) {
  const MixedSpace& space = kSpace;
  const auto refused = [&](auto change) {
    BayesianOptions options;
    change(options);
    EXPECT_THROW(BayesianOptimiser(space, options, 1), InputError);
  };
  refused([](auto& o) { o.initial_points = -1; });
  refused([](auto& o) { o.refit_every = 0; });
  refused([](auto& o) { o.refit_growth = 2; });
  refused([](auto& o) { o.ucb_beta = -1; });
  refused([](auto& o) { o.pending = "liar"; });
  refused([](auto& o) { o.uniform_share = 1.1; });
}

TEST(BayesianOptimiser, PenalisesOnlyWhereItCan) {
  const auto refusal = [](const MixedSpace& space, std::unique_ptr<Model<VectorXd>> model) -> std::string {
    BayesianOptions options;
    options.pending = "local-lp";
    try {
      BayesianOptimiser(space, options, 1, std::move(model));
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal(kSpace, nullptr), "");
  EXPECT_EQ(
      refusal(MixedSpace({2, 3}, {}, {}), nullptr),
      "pending: 'local-lp' penalises by distances between numbers, which points of categories alone lack; "
      "expected one of believer, liar-min, liar-mean, liar-max, none");
  EXPECT_EQ(
      refusal(kSpace, make_random_forest(kSpace)),
      "pending: 'local-lp' uses the lengthscales of a Gaussian process, which a given model does not have");
}

// The allowed points nearest to points of the box would have many equal numbers.
TEST(BayesianOptimiser, SpreadsItsFirstPointsInsideASmallSet) {
  BayesianOptions options;
  options.initial_points = 12;
  BayesianOptimiser optimiser(testing::sparse_space(), options, 1);
  for (const auto& trial : optimiser.ask(12)) {
    const Eigen::VectorXd numbers = trial.point.tail(optimiser.space().numbers());
    EXPECT_GT((numbers.tail(numbers.size() - 1) - numbers.head(numbers.size() - 1)).minCoeff(), 1e-9);
  }
}

}  // namespace
}  // namespace bora::surrogates::bayesian_optimiser_test
