#include "attacks/image/script.h"

#include <gtest/gtest.h>

namespace bora::attacks {
namespace {

/// Attack that queries 1, 2 and 10 times the result of a sub-script, then ends.
class Counting : public ScriptedAttack {
 public:
  using ScriptedAttack::ScriptedAttack;
  int starts = 0;
  std::vector<double> seen;

 private:
  static Eigen::RowVectorXf image(double value) {
    return Eigen::RowVectorXf::Constant(1, static_cast<float>(value));
  }
  Script<double> sum_of_two() {
    const Reply first = co_await query(image(1));
    const Reply second = co_await query(image(2));
    co_return first.seen.objective + second.seen.objective;
  }
  Script<> script() override {
    ++starts;
    const double sum = co_await sum_of_two();
    const Reply reply = co_await query(image(10 * sum));
    seen.push_back(reply.seen.objective);
    EXPECT_EQ(reply.image[0], 10 * sum + 0.5F) << "the image as the victim saw it";
  }
};

class Throwing : public ScriptedAttack {
 public:
  using ScriptedAttack::ScriptedAttack;

 private:
  Script<int> fail() {
    co_await query(Eigen::RowVectorXf::Zero(1));
    throw std::runtime_error("no more");
  }
  Script<> script() override { co_await fail(); }
};

class Silent : public ScriptedAttack {
 public:
  using ScriptedAttack::ScriptedAttack;

 private:
  Script<> script() override { co_return; }
};

float ask_and_answer(Attack<Pixels>& attack, double objective) {
  Batch image = *attack.ask();
  const float asked = image(0, 0);
  Observation seen;
  seen.objective = objective;
  image(0, 0) += 0.5F;
  attack.tell(image, {seen});
  return asked;
}

TEST(ScriptedAttack, RunsFromQueryToQueryThroughSubScripts) {
  Counting attack(AttackProblem{});
  EXPECT_EQ(ask_and_answer(attack, 3), 1);
  EXPECT_EQ(ask_and_answer(attack, 4), 2);
  EXPECT_EQ(ask_and_answer(attack, 5), 70);
  EXPECT_EQ(attack.starts, 1);
  EXPECT_EQ(ask_and_answer(attack, 6), 1) << "starts again at its end";
  EXPECT_EQ(attack.starts, 2);
  EXPECT_EQ(attack.seen, std::vector<double>{5});
}

TEST(ScriptedAttack, ReturnsTheSameQueryIfAskedAgain) {
  Counting attack(AttackProblem{});
  EXPECT_EQ((*attack.ask())(0, 0), 1);
  EXPECT_EQ((*attack.ask())(0, 0), 1);
}

TEST(ScriptedAttack, RethrowsErrorsOfTheScript) {
  Throwing attack(AttackProblem{});
  ask_and_answer(attack, 0);
  EXPECT_THROW(attack.ask(), std::runtime_error);
}

TEST(ScriptedAttack, ThrowsIfAScriptNeverQueries) {
  Silent attack(AttackProblem{});
  EXPECT_THROW(attack.ask(), std::logic_error);
}

}  // namespace
}  // namespace bora::attacks
