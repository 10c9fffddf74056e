#include "support/problems/control_problem.h"

#include <gtest/gtest.h>

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;

constexpr int kStages = 25;

// Bounds that hold without a simulation: prevention at every stage costs 25, and each stage adds a term in
// [-0.05, 0.95].
TEST(Contamination, CountsCostsAndShortfalls) {
  const auto problem = make_contamination();
  const double all = problem->value(VectorXd::Ones(kStages));
  EXPECT_NEAR(all, kStages - 0.05 * kStages, 0.05 * kStages) << "few stages are contaminated then";
  const double none = problem->value(VectorXd::Zero(kStages));
  EXPECT_GT(none, 0.5 * kStages) << "after a few stages everything is";
  EXPECT_LE(none, 0.95 * kStages);
  EXPECT_NEAR(100 * none, std::round(100 * none), 1e-9) << "shares of 100 simulations";
}

TEST(Contamination, IsAnotherProblemForAnotherSeed) {
  const VectorXd none = VectorXd::Zero(kStages);
  EXPECT_EQ(make_contamination(3)->value(none), make_contamination(3)->value(none));
  EXPECT_NE(make_contamination(3)->value(none), make_contamination(4)->value(none));
  EXPECT_TRUE(make_contamination()->minimum_known());
  EXPECT_FALSE(make_contamination(3)->minimum_known());
}

// The value is the sum of the published prices, each discounted by its share of the stages, and of the share
// of simulations above the threshold at each stage.
TEST(Pest, CountsPricesAndStagesAboveTheThreshold) {
  const auto problem = make_pest();
  EXPECT_FALSE(problem->minimum_known());
  const double none = problem->value(VectorXd::Zero(kStages));
  EXPECT_GT(none, 0.5 * kStages);
  EXPECT_LE(none, kStages);
  const double prices[] = {1.0 * 0.8, 0.8 * 0.7, 0.7 * 0.7, 0.5};
  for (int kind = 1; kind <= 4; ++kind) {
    const double value = problem->value(VectorXd::Constant(kStages, kind));
    const double paid = kStages * prices[kind - 1];
    EXPECT_GE(value, paid) << kind;
    EXPECT_LE(value, paid + 0.5 * kStages) << kind;
  }
}

// As many stages as wanted: prices and discounts are per stage.
TEST(Pest, HasAsManyStagesAsWanted) {
  const auto problem = make_pest(0, 80);
  EXPECT_EQ(problem->name(), "pest80");
  EXPECT_EQ(problem->space().categories(), 80);
  const double value = problem->value(VectorXd::Constant(80, 4));
  EXPECT_GE(value, 80 * 0.5);
  EXPECT_LE(value, 80 * (0.5 + 0.5));
}

// A pesticide is weaker when it is used again. Two kinds in alternation, each used half as often, leave fewer
// stages above the threshold than either kind alone, although both have the same initial effect (kinds 2 and
// 3).
TEST(Pest, WearsPesticidesOff) {
  constexpr double kPrices[] = {0, 0, 0.8, 0.7}, kDiscount = 0.3;
  double alone = 0, turns = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto problem = make_pest(seed);
    VectorXd mixed(kStages);
    for (int i = 0; i < kStages; ++i) mixed[i] = i % 2 == 0 ? 2 : 3;
    const auto above = [&](const VectorXd& point) {
      double paid = 0;
      for (const double kind : point)
        paid += kPrices[static_cast<int>(kind)] *
                (1 - kDiscount / kStages * static_cast<double>((point.array() == kind).count()));
      return problem->value(point) - paid;
    };
    alone += above(VectorXd::Constant(kStages, 2)) + above(VectorXd::Constant(kStages, 3));
    turns += 2 * above(mixed);
  }
  EXPECT_LT(turns, alone);
}

}  // namespace
}  // namespace bora::surrogates
