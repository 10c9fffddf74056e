#include "attacks/ledger/oracle.h"

#include <gtest/gtest.h>

#include "attacks/threat/norm_ball.h"
#include "common/error.h"
#include "support/stub_victims.h"

namespace bora::attacks {
namespace {

/// Victim that does not report how often inputs were sent (Victim::passes).
class SilentVictim final : public testing::LinearVictim {
 public:
  using LinearVictim::LinearVictim;
  Scores scores(const Batch& images) override {
    if (interrupted) throw VictimInterrupted("interrupted");
    if (broken) throw VictimError("broken");
    return LinearVictim::scores(images);
  }
  bool interrupted = false, broken = false;
};

TEST(Oracle, CountsPassesThatAVictimDoesNotReport) {
  SilentVictim victim({1, 2, 2}, 3, 1);
  Oracle<Pixels> oracle(victim);
  const Pixels image = Pixels::Zero(4);
  const std::vector<const Pixels*> both = {&image, &image};
  const auto ask = [&] { oracle.ask(Inputs<Pixels>(both), false); };
  ask();
  EXPECT_EQ(oracle.passes(), (std::vector<int>{1, 1}));
  victim.interrupted = true;
  EXPECT_THROW(ask(), VictimInterrupted);
  EXPECT_EQ(oracle.passes(), (std::vector<int>{0, 0})) << "it may wait, and have sent nothing";
  EXPECT_EQ(oracle.queries(), 2);
  victim.interrupted = false;
  victim.broken = true;
  EXPECT_THROW(ask(), VictimError);
  EXPECT_EQ(oracle.passes(), (std::vector<int>{1, 1})) << "it saw what it could not answer";
  EXPECT_EQ(oracle.queries(), 4);
}

TEST(Oracle, AFailureLeavesTheFirstDrawSelected) {
  testing::FirstDrawVictim victim({1, 2, 2}, 3, 1);
  Oracle<Pixels> oracle(victim);
  const Pixels image = Pixels::Zero(4);
  const GradientRequest margin;
  const std::vector<GradientQuestion<Pixels>> question = {{&image, Eigen::RowVectorXf::Ones(3), &margin}};
  EXPECT_NO_THROW(oracle.gradients(question));
  EXPECT_THROW(oracle.gradients(question, 2), VictimError);
  EXPECT_EQ(victim.drawn, 0U);
}

}  // namespace
}  // namespace bora::attacks
