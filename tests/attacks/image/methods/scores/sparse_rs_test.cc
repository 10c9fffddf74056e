#include "attacks/image/methods/scores/sparse_rs.h"

#include <gtest/gtest.h>

#include "attacks/factory.h"
#include "support/attack_driver.h"

namespace bora::attacks {
namespace {

// The schedule of the authors' code (rs_attacks.py, p_selection of L0).
TEST(SparseRs, ExchangesFewerPixelsAsQueriesAreSpent) {
  EXPECT_DOUBLE_EQ(exchanged_share(0.6, 0, 10000), 0.6);
  EXPECT_DOUBLE_EQ(exchanged_share(0.6, 50, 10000), 0.3);
  EXPECT_DOUBLE_EQ(exchanged_share(0.6, 51, 10000), 0.15);
  EXPECT_DOUBLE_EQ(exchanged_share(0.6, 201, 10000), 0.12);
  EXPECT_DOUBLE_EQ(exchanged_share(0.6, 9000, 10000), 0.03);
  EXPECT_DOUBLE_EQ(exchanged_share(0.6, 30, 1000), 0.12) << "rescaled to the budget";
}

// Checks 120 proposals of a run with the schedule of 1,000 queries against the incumbent.
void check_proposals(bool targeted, double alpha) {
  constexpr ImageShape kShape{3, 9, 10};
  constexpr int kChanged = 40, kSchedule = 1000;
  testing::LinearVictim victim(kShape, 4, 1);
  const int pixels = kShape.height * kShape.width;
  auto problem = testing::random_problem(victim, targeted, NormBall(Norm::l0, kChanged, false, kShape), 300);
  for (float& value : problem.original) value = 0.25F + value / 2;  // no value is 0 or 1
  problem.ball.project_to_box(problem.original.data(), kShape.size());
  testing::AttackDriver driver(make_recipe("sparse-rs", kShape, {}, Norm::l0), victim, problem);
  driver.run(120, false);
  double best = -1e9;
  Eigen::RowVectorXf incumbent;
  for (std::size_t i = 0; i < driver.images().size(); ++i) {
    const auto& image = driver.images()[i];
    EXPECT_EQ(problem.ball.distance(problem.original.data(), image.data(), kShape.size()), kChanged);
    int exchanged = 0;
    for (int p = 0; p < pixels; ++p) {
      bool new_here = i > 0;
      for (int c = 0; c < 3; ++c) {
        const float value = image[c * pixels + p], original = problem.original[c * pixels + p];
        EXPECT_TRUE(value == original || value == 0 || value == 1);
        if (i > 0) new_here = new_here && value != original && incumbent[c * pixels + p] == original;
      }
      exchanged += new_here ? 1 : 0;
    }
    if (i > 0) {
      const double share = exchanged_share(alpha, static_cast<int>(i), kSchedule);
      EXPECT_EQ(exchanged, std::max(1, static_cast<int>(kChanged * share))) << i;
    }
    const Loss raised = targeted ? Loss::cross_entropy : Loss::margin;
    const double loss = loss_value(raised, problem.goal, driver.seen()[i].log_p);
    if (i > 0 && loss <= best) continue;
    best = loss;
    incumbent = image;
  }
}

// alpha is 0.3, so 6 pixels are exchanged at first, then 3 and 2.
TEST(SparseRs, ChangesEpsilonPixelsToCornersAndKeepsImprovements) {
  check_proposals(false, 0.3);
}

// Two pixels are exchanged at first, then one. The authors' README has alpha_init 0.1 for targeted attacks.
TEST(SparseRs, ExchangesAThirdAsManyPixelsTargeted) {
  check_proposals(true, 0.1);
}

}  // namespace
}  // namespace bora::attacks
