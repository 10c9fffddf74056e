#include "attacks/checks/probe_attack.h"

#include "attacks/checks/checked_run_fixture.h"

namespace bora::attacks {
namespace {

// Victim whose first answer differs from all later ones.
class FickleVictim final : public testing::LinearVictim {
 public:
  using LinearVictim::LinearVictim;
  void draw(std::uint64_t number) override { draw_ = number; }
  Scores scores(const Batch& images) override {
    Scores out = LinearVictim::scores(images);
    if (draw_ == 0) out.values *= -1;
    return out;
  }

 private:
  std::uint64_t draw_ = 0;
};

class ProbeAttack : public CheckTest {
 protected:
  std::vector<ProbeOutcome> probed(Victim& victim, const std::string& attack, int most) {
    Oracle<Pixels> oracle(victim);
    std::vector<InstanceRow> rows;
    for (auto& row : database_->instances())
      if (row.attack == attack) rows.push_back(std::move(row));
    EXPECT_FALSE(rows.empty());
    return probe(checked(oracle), make_setup(Bound::own, attack), rows, most);
  }
};

TEST_F(ProbeAttack, AnUnconfirmedAnswerIsNoSuccess) {
  constexpr int kMost = 30;
  attack(victim_, {"random"});
  FickleVictim fickle(kShape, kClasses, 3, 1.5);
  for (const ProbeOutcome& outcome : probed(fickle, "random", kMost)) EXPECT_TRUE(outcome.success);
  ball_ = LinfBall(1.0 / 255, false);
  attack(victim_, {"random"});
  repeats_ = {1, 5, 3};
  for (const ProbeOutcome& outcome : probed(fickle, "random", kMost)) {
    EXPECT_FALSE(outcome.success);
    EXPECT_EQ(outcome.queries, kMost) << "every answer is a query";
    EXPECT_EQ(outcome.failure, "");
  }
}

TEST_F(ProbeAttack, AFailureLeavesTheFirstDrawSelected) {
  ball_ = LinfBall(1, false);
  attack(victim_, {"random"});
  repeats_ = {1, 5, 3};  // a success is confirmed under the next draw
  testing::FirstDrawVictim failing(kShape, kClasses, 3, 1.5);
  EXPECT_THROW(probed(failing, "random", 30), VictimError);
  EXPECT_EQ(failing.drawn, 0U);
}

// Attacks of checks have the same outcomes as those of the run, with as many queries.
TEST_F(ProbeAttack, UsesTheRepeatsOfTheRun) {
  targeted_ = true;
  ball_ = LinfBall(5.0 / 255, false);
  testing::NoisyVictim noisy(kShape, kClasses, 3, 1.5, 0.4);
  for (const Repeats repeats : {Repeats{1, 5, 3}, Repeats{3, 5, 4}, Repeats{1, 1, 1}}) {
    repeats_ = repeats;
    attack(noisy, {"square", "random"});
    int successes = 0;
    for (const std::string name : {"square", "random"}) {
      const auto outcomes = probed(noisy, name, budget_);
      std::size_t place = 0;
      for (const InstanceRow& row : database_->instances()) {
        if (row.attack != name) continue;
        const ProbeOutcome& outcome = outcomes[place++];
        EXPECT_EQ(outcome.success, row.status == InstanceStatus::success) << name << ' ' << row.id;
        EXPECT_EQ(outcome.queries, row.queries) << name << ' ' << row.id;
        successes += outcome.success ? 1 : 0;
      }
    }
    EXPECT_GT(successes, 0);
    EXPECT_LT(successes, 2 * kImages);
  }
}

}  // namespace
}  // namespace bora::attacks
