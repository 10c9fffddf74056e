#include "attacks/runner/plan_budgets.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "attacks/factory.h"
#include "attacks/runner/image_plan_fixture.h"

namespace bora::attacks {
namespace {

TEST_F(PlanTest, ABudgetThatEndsBeforeTheFirstUseOfAnAnswerIsNamed) {
  options_.attacks = {"nes", "nes:samples=8", "square"};
  const auto warning = [&](const std::string& attack, int budget) {
    const auto plan = make_plan(victim_, data_, options_, budget);
    return describe_short_budget(plan, attack, make_recipe(attack).summary);
  };
  EXPECT_TRUE(warning("nes", 20).starts_with(
      "nes chooses its first 20 queries without the use of an answer, and its budget is 20"))
      << warning("nes", 20);
  EXPECT_EQ(warning("nes", 21), "");
  EXPECT_NE(warning("nes:samples=8", 8), "");
  EXPECT_EQ(warning("nes:samples=8", 20), "");
  EXPECT_EQ(warning("square", 1), "");
  EXPECT_EQ(warning("zoo", 1), "") << "not in the plan";
}

TEST(UnequalBudgets, AreNamedWithTheSmallest) {
  EXPECT_EQ(
      describe_unequal_budgets({"bo", "square:budget=10"}, 1000),
      "the attacks have different query budgets: square:budget=10 has 10, and the other 1,000; compare them "
      "within 10 queries, since beyond that an attack whose budget is spent counts as failed "
      "while another continues");
  EXPECT_NE(
      describe_unequal_budgets({"bo:budget=500", "square:budget=1", "nes", "random"}, 1000)
          .find(
              "bo:budget=500 has 500, square:budget=1 has 1, and the others 1,000; compare them within 1 query,"),
      std::string::npos);
  EXPECT_NE(describe_unequal_budgets({"bo:budget=500", "square:budget=1", "nes"}, 1000)
                .find("square:budget=1 has 1, and the other 1,000"),
            std::string::npos);
  EXPECT_NE(describe_unequal_budgets({"bo:budget=10", "square:budget=20"}, 1000)
                .find("bo:budget=10 has 10, and the other 20; compare them within 10"),
            std::string::npos);
  EXPECT_EQ(describe_unequal_budgets({"bo:budget=10", "square:budget=10"}, 1000), "");
  EXPECT_EQ(describe_unequal_budgets({"bo", "square"}, 1000), "");
  EXPECT_EQ(describe_unequal_budgets({}, 1000), "");
  EXPECT_EQ(describe_unequal_budgets({"bo", "square:budget=2000"}, 1000), "")
      << "the run's budget is smaller";
  EXPECT_EQ(describe_unequal_budgets({"bo:budget=10", "square:budget=10"}, 10), "");
}

TEST_F(PlanTest, OpeningQueriesFollowFromTheSettings) {
  const auto opening = [](const std::string& attack) { return make_recipe(attack).summary.opening_queries; };
  EXPECT_EQ(opening("zoo:batch=4"), 8);
  EXPECT_EQ(opening("p-rgf:samples=6"), 6);
  for (const char* attack : {"gp-bo", "addgp-bo", "p-bo", "bayes-attack", "procedural"})
    EXPECT_EQ(opening(fmt::format("{}:initial=7", attack)), 7) << attack;
}

TEST_F(PlanTest, GivesAnAttackTheBudgetThatItsSettingNames) {
  options_.attacks = {"square", "square:budget=30"};
  const Plan plan = make_plan(victim_, data_, options_, 100);
  for (const InstanceRow& row : plan.instances) EXPECT_EQ(row.budget, row.attack == "square" ? 100 : 30);
  EXPECT_EQ(plan.largest_budget(), 100);
}

}  // namespace
}  // namespace bora::attacks
