#include "attacks/minimise/minimised.h"

#include <gtest/gtest.h>

#include "attacks/ledger/image_task.h"
#include "support/listed_attack.h"

namespace bora::attacks::minimised_test {
namespace {

// All pixels change by a number of levels, and images fool the victim from 9 levels on. Since the example
// with 9 levels cannot be reduced, the attack is restarted within 4 levels.
TEST(Minimised, WithLabelsOnlyTheOriginalIsNotAStart) {
  const Goal goal{0, 1};
  const LinfBall ball(10.0 / 255, false);
  const auto changed = [](int levels) -> Pixels { return Pixels::Constant(4, from_level(100 + levels)); };
  const AttackProblem problem{changed(0), {1, 2, 2}, goal, ball, 2, 100};
  std::vector<Pixels> starts;
  const auto make = [&](AttackProblem made) {
    starts.push_back(made.start);
    return std::make_unique<testing::ListedAttack<Pixels>>(std::vector{changed(0), changed(3), changed(10)});
  };
  const auto threat = std::make_shared<const ImageThreat>(ball, std::make_shared<const Pixels>(changed(0)));
  Minimised<Pixels> attack(problem, threat, make, false, false);
  while (starts.size() < 2) {
    const auto image = attack.ask();
    ASSERT_TRUE(image);
    if (starts.size() < 2) attack.tell(*image, observe_label(to_level((*image)[0]) >= 109 ? 1 : 0, goal));
  }
  EXPECT_EQ(starts[1], changed(3));
}

// An attempt gets a quarter of the remaining queries. With repeats, each of its questions costs several.
TEST(Minimised, SharesOfTheBudgetCountEachAnswer) {
  constexpr int kBudget = 1000, kRepeats = 3;
  const Goal goal{0, 1};
  const LinfBall ball(10.0 / 255, false);
  const auto changed = [](int levels) -> Pixels { return Pixels::Constant(4, from_level(100 + levels)); };
  const AttackProblem problem{changed(0), {1, 2, 2}, goal, ball, 2, kBudget};
  std::vector<int> budgets;
  const auto make = [&](AttackProblem made) {
    budgets.push_back(made.budget);
    std::vector<Pixels> images(kBudget, changed(1));
    if (budgets.size() == 1) images.front() = changed(10);
    return std::make_unique<testing::ListedAttack<Pixels>>(images);
  };
  const auto threat = std::make_shared<const ImageThreat>(ball, std::make_shared<const Pixels>(changed(0)));
  Minimised<Pixels> attack(problem, threat, make, false, false);
  int queries = 0, of_attempt = 0;
  while (true) {
    const auto image = attack.ask();
    ASSERT_TRUE(image);
    if (budgets.size() == 3) break;
    if (budgets.size() == 2) {
      if (of_attempt == 0) {
        EXPECT_EQ(budgets[1], (kBudget - queries) / 4);
      }
      of_attempt += kRepeats;
    }
    Observation seen = observe_label(to_level((*image)[0]) >= 109 ? 1 : 0, goal);
    seen.queries = kRepeats;
    queries += kRepeats;
    attack.tell(*image, seen);
  }
  EXPECT_GE(of_attempt, budgets[1]);
  EXPECT_LT(of_attempt, budgets[1] + kRepeats);
  EXPECT_EQ(budgets[2], (kBudget - queries) / 4);
}

}  // namespace
}  // namespace bora::attacks::minimised_test
