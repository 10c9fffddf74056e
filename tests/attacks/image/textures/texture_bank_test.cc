#include "attacks/image/textures/texture_bank.h"

#include <set>

#include <gtest/gtest.h>

#include "support/attack_driver.h"

namespace bora::attacks::texture_bank_test {
namespace {

using testing::LinearVictim;
using testing::random_problem;

constexpr ImageShape kShape{1, 16, 16};

AttackProblem problem_of(bool targeted) {
  LinearVictim victim(kShape, 4, 1);
  return random_problem(victim, targeted, LinfBall(0.1, false), 50);
}

// Returns scores whose margin, and the score of every class but the label's, is `effect`.
Eigen::RowVectorXd scores(const Goal& goal, double effect) {
  Eigen::RowVectorXd logits = Eigen::RowVectorXd::Zero(4);
  logits[goal.label] = -effect;
  return logits.array() - std::log(logits.array().exp().sum());
}

TEST(TextureBank, QueriesEachTextureOncePerInstance) {
  const auto problem = problem_of(true);
  TextureBank bank(problem, 7);
  Rng rng(1);
  std::set<int> picked;
  for (int i = 0; i < TextureBank::kTextures; ++i) {
    const int texture = bank.pick(rng);
    EXPECT_TRUE(picked.insert(texture).second);
    bank.tell(texture, scores(problem.goal, 0.1 * (i % 5)));
  }
}

TEST(TextureBank, HasTheSameTexturesInEveryInstanceOfARun) {
  const auto problem = problem_of(true);
  const TextureBank one(problem, 7), same(problem, 7), another(problem, 8);
  EXPECT_EQ(one.signs(3), same.signs(3));
  EXPECT_NE(one.signs(3), another.signs(3));
  EXPECT_NE(one.signs(3), one.signs(11));  // same family
}

// The textures of one family, number 17 most of all, are effective on every image. Images differ by an
// offset.
TEST(TextureBank, LearnsWhichTextureWorks) {
  for (const bool targeted : {false, true}) {
    const auto problem = problem_of(targeted);
    TextureBank bank(problem, 7);
    Rng rng(2);
    for (int instance = 0; instance < 40; ++instance) {
      std::vector<TextureBank::Trial> trials;
      for (int i = 0; i < 6; ++i) {
        const int texture = rng.index(TextureBank::kTextures);
        double better = texture % 8 == 1 ? 1 : 0;
        if (texture == 17) better = 3;
        const double effect = -4 + 0.05 * instance + better;
        trials.push_back({texture, scores(problem.goal, effect + 0.1 * rng.normal()).cast<float>()});
      }
      bank.learn(problem.goal.label, trials);
    }
    EXPECT_EQ(bank.pick(rng), 17) << targeted;
    bank.tell(17, scores(problem.goal, -2));
    EXPECT_EQ(bank.pick(rng) % 8, 1) << targeted;
  }
}

TEST(TextureBank, ReadsBackWhatItWrites) {
  const auto problem = problem_of(true);
  TextureBank bank(problem, 7);
  bank.tell(5, scores(problem.goal, 1));
  bank.tell(90, scores(problem.goal, -2));
  const auto trials = TextureBank::read(TextureBank::write(bank.trials()), 4);
  ASSERT_EQ(trials.size(), 2U);
  EXPECT_EQ(trials[1].texture, 90);
  EXPECT_EQ(trials[1].log_p, bank.trials()[1].log_p);
}

TEST(TextureBank, RefusesDamagedBytes) {
  const Eigen::RowVectorXf log_p = Eigen::RowVectorXf::Zero(4);
  EXPECT_THROW(TextureBank::read(TextureBank::write({{3, log_p}}) + "x", 4), std::runtime_error);
  EXPECT_THROW(TextureBank::read(TextureBank::write({{96, log_p}}), 4), std::runtime_error);
  EXPECT_THROW(TextureBank::read(TextureBank::write({{-1, log_p}}), 4), std::runtime_error);
  EXPECT_THROW(TextureBank::read(TextureBank::write({{3, log_p / 0.0F}}), 4), std::runtime_error);
}

}  // namespace
}  // namespace bora::attacks::texture_bank_test
