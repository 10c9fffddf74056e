#include "surrogates/problems/control_problem.h"

#include <gtest/gtest.h>

namespace bora {
namespace {

using Eigen::VectorXd;

constexpr int kStages = 25;

// What is known without simulating: 25 for prevention everywhere, a term of each stage in [-0.05, 0.95]
// beside it.
TEST(Contamination, CountsCostsAndShortfalls) {
  const auto problem = make_contamination();
  const double all = problem->value(VectorXd::Ones(kStages));
  EXPECT_NEAR(all, kStages - 0.05 * kStages, 0.05 * kStages) << "hardly anything is contaminated then";
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

// Prices as printed, each discounted by its share of the stages; and what is left of the pest.
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

// A stage changes what follows: using a pesticide early wears it off for later, so that order matters.
TEST(Pest, WearsPesticidesOff) {
  const auto problem = make_pest();
  VectorXd early = VectorXd::Zero(kStages), late = early;
  early.head(12).setConstant(2);
  late.tail(12).setConstant(2);
  EXPECT_NE(problem->value(early), problem->value(late));
}

}  // namespace
}  // namespace bora
