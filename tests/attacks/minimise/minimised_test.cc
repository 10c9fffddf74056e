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

}  // namespace
}  // namespace bora::attacks::minimised_test
