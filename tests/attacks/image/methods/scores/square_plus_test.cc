#include "attacks/image/methods/scores/square_plus.h"

#include <gtest/gtest.h>

#include "support/exchanges.h"

namespace bora::attacks::square_plus_test {
namespace {

using testing::continuous_problem;
using testing::drive;
using testing::Exchange;
using testing::LinearVictim;

constexpr ImageShape kShape{1, 12, 12};

// Values of the rule for query i, computed from the queries before it.
struct Ruling {
  double bound, best;
};

Ruling ruling(const std::vector<Exchange>& trace, std::size_t i, const Goal& goal) {
  const auto loss = [&](std::size_t j) { return loss_value(Loss::margin, goal, trace[j].seen.log_p); };
  double slope = 0, best = loss(0);
  for (std::size_t j = 0; j < i; ++j) {
    best = std::max(best, loss(j));
    for (std::size_t k = 0; k < j; ++k) {
      const double apart = (trace[j].image - trace[k].image).norm();
      if (apart > 0) slope = std::max(slope, std::abs(loss(j) - loss(k)) / apart);
    }
  }
  double bound = 1e300;
  for (std::size_t j = 0; j < i; ++j)
    bound = std::min(bound, loss(j) + slope * (trace[i].image - trace[j].image).norm());
  return {bound, best};
}

class SquarePlus : public ::testing::Test {
 protected:
  SquarePlus() {
    problem_ = continuous_problem(kShape, 3, {0, {}}, 0.05);
    problem_.budget = 100;
  }
  int ruled_out(SquareAttack& attack, double goal) {
    const auto trace = drive(attack, victim_, problem_, 60);
    int out = 0;
    for (std::size_t i = 2; i < trace.size(); ++i) {
      const Ruling rule = ruling(trace, i, problem_.goal);
      if (rule.best >= 0) break;  // the goal is reached
      out += rule.bound < goal * rule.best - 1e-6;
    }
    return out;
  }
  AttackProblem problem_;
  LinearVictim victim_{kShape, 3, 1, 4};
};

TEST_F(SquarePlus, SkipsProposalsWithALowBound) {
  problem_.goal.label = predicted_class(victim_.scores(problem_.original), 0);
  SquarePlusOptions options;
  options.schedule.least = 0;
  SquareAttack plain(problem_, options);
  ASSERT_GT(ruled_out(plain, 0.95), 3);
  options.trials = 2000;
  options.goal = 0.95;
  SquarePlusAttack plus(problem_, options);
  EXPECT_EQ(ruled_out(plus, 0.95), 0);
}

TEST_F(SquarePlus, KeepsTheLatestQueries) {
  EXPECT_EQ(queries_kept(0, 3 * 224 * 224), 222U);
  EXPECT_EQ(queries_kept(0, 3 * 32 * 32), 10922U);
  EXPECT_EQ(queries_kept(0, 1 << 30), 16U);
  EXPECT_EQ(queries_kept(5, 1 << 30), 5U);
  SquarePlusOptions few, all;
  few.kept = 4;
  all.kept = 1000;
  SquarePlusAttack of_few(problem_, few), of_all(problem_, all), usual(problem_, {});
  const auto by_few = drive(of_few, victim_, problem_, 40), by_all = drive(of_all, victim_, problem_, 40),
             by_usual = drive(usual, victim_, problem_, 40);
  EXPECT_EQ(of_few.kept(), 4U);
  EXPECT_EQ(of_all.kept(), 40U);
  for (std::size_t i = 0; i < by_all.size(); ++i) EXPECT_EQ(by_all[i].image, by_usual[i].image);
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_EQ(by_few[i].image, by_all[i].image) << "nothing is forgotten yet";
}

// With a single trial the first proposal is queried in any case.
TEST_F(SquarePlus, IsSquareWithOneTrial) {
  SquarePlusOptions options;
  options.trials = 1;
  SquareAttack plain(problem_, {});
  SquarePlusAttack plus(problem_, options);
  const auto one = drive(plain, victim_, problem_, 40), other = drive(plus, victim_, problem_, 40);
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].image, other[i].image);
}

}  // namespace
}  // namespace bora::attacks::square_plus_test
