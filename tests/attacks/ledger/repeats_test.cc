#include "attacks/ledger/repeats.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "support/ledger_fixture.h"

namespace bora::attacks {
namespace {

constexpr Goal kAway{0, std::nullopt};

VictimReply says(int label) {
  return {label, {Batch(1, 0), ScoreKind::logits}};
}

// Returns the number of queries in each call if the victim gives `answers`, followed by the outcome of the
// vote.
std::string course(const Repeats& repeats, const std::vector<int>& answers, int left = 100,
                   bool inside = true) {
  MajorityVote vote(repeats, kAway, inside, left);
  std::string text;
  std::size_t given = 0;
  while (const int wanted = vote.wanted()) {
    text += std::to_string(wanted) + " ";
    for (int i = 0; i < wanted; ++i) vote.add(says(answers.at(given++)));
  }
  const VictimReply outcome = vote.outcome();
  return text + (outcome.held && kAway.achieved(outcome.predicted) ? "success" : "none") + " " +
         std::to_string(outcome.predicted);
}

TEST(MajorityVote, QueriesOnceWithoutRepeats) {
  EXPECT_EQ(course({}, {1}), "1 success 1");
  EXPECT_EQ(course({}, {0}), "1 none 0");
}

TEST(MajorityVote, ATieDoesNotReachTheGoal) {
  const auto tied = [] {
    Batch scores(1, 3);
    scores << 2, 2, 0;
    return VictimReply{0, {scores, ScoreKind::logits}};
  };
  MajorityVote once({}, {1, std::nullopt}, true, 100);
  once.add(tied());
  EXPECT_TRUE(once.outcome().tied);
  MajorityVote repeated({1, 5, 3}, {1, std::nullopt}, true, 100);
  repeated.add(tied());
  EXPECT_EQ(repeated.wanted(), 0) << "there is nothing to confirm";
  EXPECT_TRUE(repeated.outcome().tied);
  MajorityVote reached({}, {2, std::nullopt}, true, 100);
  reached.add(tied());
  EXPECT_FALSE(reached.outcome().tied) << "the true class is none of the equal ones";
}

TEST(MajorityVote, RepeatsOnlyWhatReachedTheGoalUntilTheVoteIsDecided) {
  const Repeats repeats{1, 5, 3};
  EXPECT_EQ(course(repeats, {0}), "1 none 0");
  EXPECT_EQ(course(repeats, {1, 1, 2}), "1 2 success 1");
  EXPECT_EQ(course(repeats, {1, 0, 2, 2}), "1 2 1 success 2") << "most of those that reach the goal say 2";
  EXPECT_EQ(course(repeats, {1, 0, 0, 1, 1}), "1 2 2 success 1");
  EXPECT_EQ(course(repeats, {1, 0, 0, 1, 0}), "1 2 2 none 0");
  EXPECT_EQ(course({1, 5, 4}, {1, 0, 0, 1}), "1 3 none 0") << "four of five cannot be reached any more";
}

TEST(MajorityVote, AnUndecidedVoteAtTheEndOfTheBudgetIsNoSuccess) {
  EXPECT_EQ(course({1, 5, 3}, {1, 1}, 2), "1 1 none 1");
  EXPECT_EQ(course({4, 4, 3}, {1, 1}, 2), "2 none 1");
  EXPECT_EQ(course({1, 5, 3}, {1}, 100, false), "1 none 1") << "an image on the way can be no success";
}

TEST(MajorityVote, AveragesTheAnswersToEveryQuestion) {
  EXPECT_EQ(course({4, 4, 3}, {1, 1, 0, 2}), "4 success 1");
  EXPECT_EQ(course({4, 4, 3}, {0, 1, 0, 2}), "4 none 0");
  EXPECT_EQ(course({2, 5, 3}, {0, 1, 1, 1}), "2 2 success 1");
}

TEST(MajorityVote, ShowsTheMeanOfLogProbabilitiesOrOfProbabilities) {
  const auto outcome = [](ScoreKind kind, float a, float b) {
    MajorityVote vote({2, 2, 2}, kAway, true, 100);
    for (const float first : {a, b}) {
      Batch scores(1, 2);
      scores << first, kind == ScoreKind::probabilities ? 1 - first : 0.0F;
      vote.add({predicted_class({scores, kind}, 0), {scores, kind}});
    }
    return vote.outcome().scores;
  };
  EXPECT_FLOAT_EQ(outcome(ScoreKind::probabilities, 1.0F, 0.5F).values(0, 0), 0.75F);
  const double log_odds = std::log(1 / (1 + std::exp(-2.0))) / 2 + std::log(1 / (1 + std::exp(4.0))) / 2;
  EXPECT_NEAR(outcome(ScoreKind::logits, 2, -4).values(0, 0), log_odds, 1e-6);
}

// Answers may hide different classes, so the mean is over the scores that an attacker derives from each
// answer.
TEST(MajorityVote, ShowsTheMeanOfTheVisibleScoresOfEachAnswer) {
  const auto outcome = [](bool hides) {
    MajorityVote vote({2, 2, 2}, kAway, true, 100, Visibility::top(2));
    for (const bool first : {true, false}) {
      Batch scores(1, 4);
      if (first)
        scores << 0.5F, 0.3F, 0.15F, 0.05F;
      else
        scores << 0.5F, 0.1F, 0.4F, 0.0F;
      if (hides) {
        scores(0, first ? 2 : 1) = kHidden;
        scores(0, 3) = kHidden;
      }
      vote.add({0, {scores, ScoreKind::probabilities}});
    }
    return vote.outcome().scores.values;
  };
  Batch expected(1, 4);
  expected << 0.5F, (0.3F + 0.05F) / 2, (0.1F + 0.4F) / 2, (0.1F + 0.05F) / 2;
  EXPECT_LT((outcome(true) - expected).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_EQ(outcome(true), outcome(false));
}

// The gradient equals the number of the draw. The first request with draw 1 fails.
TEST(OracleGradients, AreDrawnAgainFromTheFirstAfterAFailure) {
  class Drawing final : public testing::LinearVictim {
   public:
    Drawing() : LinearVictim(kShape, 3, 7) { spec_.randomised = true; }
    void draw(std::uint64_t number) override { draw_ = number; }
    Batch pullback(const Batch& images, const Batch&) override {
      if (draw_ == 1 && fails-- > 0) throw VictimError("gone");
      return Batch::Constant(images.rows(), images.cols(), static_cast<float>(draw_));
    }
    int fails = 1;

   private:
    std::uint64_t draw_ = 0;
  } victim;
  Oracle<Pixels> oracle(victim);
  const Pixels image = Pixels::Constant(kShape.size(), 0.5F);
  const GradientQuestion<Pixels> question{&image, Eigen::RowVectorXf::Ones(3)};
  EXPECT_THROW(oracle.gradients({question}, 3), VictimError);
  EXPECT_EQ(oracle.gradients({question}, 3).at(0), Eigen::RowVectorXf::Ones(kShape.size()));
}

// Victim that predicts the classes in turn, whatever the image.
class ForgetfulVictim : public testing::LinearVictim {
 public:
  using LinearVictim::LinearVictim;
  std::vector<int> labels(const Batch& images) override {
    std::vector<int> said;
    for (Eigen::Index i = 0; i < images.rows(); ++i) {
      if (next == script.size() && mortal) throw testing::Killed();
      if (next == script.size()) throw VictimError("gone");
      said.push_back(script[next++]);
    }
    return said;
  }
  void draw(std::uint64_t number) override { draws.push_back(number); }
  std::vector<int> script;
  std::size_t next = 0;
  bool mortal = false;  // whether the process is killed, rather than the query fails, after the script
  std::vector<std::uint64_t> draws;
};

class RepeatingLedger : public LedgerTest {
 protected:
  Ledger<Pixels> ledger(const Repeats& repeats = {1, 5, 3}) {
    return {oracle_, task_, database_, Visibility::label(), hurried_, repeats};
  }
  Question<Pixels> asked(int instance, const Pixels& image) const {
    Question<Pixels> question = this->question(instance, image, 0);
    question.access = AccessLevel::labels;
    return question;
  }
  Pixels image_ = nudged(0);
  ForgetfulVictim forgetful_{kShape, 3, 7};
  Oracle<Pixels> oracle_{forgetful_};
};

TEST_F(RepeatingLedger, EveryAnswerIsAQueryAndAnUnconfirmedOneIsNoSuccess) {
  auto ledger = this->ledger();
  forgetful_.script = {1, 0, 0, 1, 0};
  const Answer answer = ledger.query({asked(0, image_)})[0];
  EXPECT_FALSE(answer.observation.success);
  EXPECT_EQ(answer.observation.predicted, 0);
  EXPECT_EQ(answer.status, InstanceStatus::exhausted) << "five answers are its budget";
  EXPECT_EQ(ledger.spent(0), 5);
  EXPECT_EQ(ledger.attempts(0), 5);
  EXPECT_EQ(ledger.total(), 5);
  const auto rows = database_.queries(0);
  ASSERT_EQ(rows.size(), 5U);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(rows[i].number, i + 1);
    EXPECT_EQ(rows[i].predicted, forgetful_.script[i]);
    EXPECT_FALSE(rows[i].success);
  }
  EXPECT_TRUE(database_.adversarials().empty());
}

TEST_F(RepeatingLedger, ASuccessNeedsConfirmingAnswersAndIsRecordedInTheLast) {
  auto ledger = this->ledger();
  forgetful_.script = {0, 1, 2, 2};
  EXPECT_EQ(ledger.query({asked(0, image_)})[0].status, InstanceStatus::running);
  const Answer answer = ledger.query({asked(0, image_)})[0];
  EXPECT_EQ(answer.status, InstanceStatus::success);
  EXPECT_EQ(answer.observation.predicted, 2);
  const auto rows = database_.queries(0);
  ASSERT_EQ(rows.size(), 4U);
  for (const auto& row : rows) EXPECT_EQ(row.success, row.number == 4);
  ASSERT_EQ(database_.adversarials().size(), 1U);
  EXPECT_EQ(database_.adversarials()[0].predicted, 2);
  EXPECT_EQ(forgetful_.draws, (std::vector<std::uint64_t>{0, 0, 0, 1, 0}))
      << "answers of one question are drawn apart";
}

TEST_F(RepeatingLedger, RecallsAnObservationFromItsRows) {
  auto ledger = this->ledger();
  forgetful_.script = {0, 1, 0, 1, 2};
  const Observation first = ledger.query({asked(0, image_)})[0].observation;
  const Observation second = ledger.query({asked(0, image_)})[0].observation;
  EXPECT_TRUE(second.success);
  const auto rows = database_.queries(0);
  const std::span<const QueryRow> all(rows);
  const auto again = this->ledger();
  ASSERT_EQ(again.answers_to(asked(0, image_), all), 1);
  ASSERT_EQ(again.answers_to(asked(0, image_), all.subspan(1)), 4);
  EXPECT_EQ(ledger.recall(asked(0, image_), all.first(1)).predicted, first.predicted);
  const Observation recalled = ledger.recall(asked(0, image_), all.subspan(1));
  EXPECT_EQ(recalled.predicted, second.predicted);
  EXPECT_TRUE(recalled.success);
}

// The process is killed in the second or in the third call. The first question is decided after the first
// call.
TEST_F(RepeatingLedger, EveryAnswerThatADeadProcessRequestedIsAnAttempt) {
  forgetful_.mortal = true;
  for (const auto& [script, requested] :
       {std::pair(std::vector<int>{0, 1}, 3), std::pair(std::vector<int>{0, 1, 0, 1}, 4)}) {
    const InstanceRow first = database_.instances()[0], second = database_.instances()[1];
    forgetful_.script = script;
    forgetful_.next = 0;
    auto ledger = this->ledger();
    EXPECT_THROW(ledger.query({asked(0, image_), asked(1, image_)}), testing::Killed);
    auto resumed = this->ledger();
    resumed.count_lost(0);
    resumed.count_lost(1);
    EXPECT_EQ(database_.instances()[0].attempts, first.attempts + 1);
    EXPECT_EQ(database_.instances()[1].attempts, second.attempts + requested);
  }
}

TEST_F(RepeatingLedger, AnOutageBeforeTheDecisionCountsAttemptsAndNoQueries) {
  forgetful_.script = {0, 1};
  auto ledger = this->ledger();
  EXPECT_THROW(ledger.query({asked(0, image_), asked(1, image_)}), VictimDown);
  EXPECT_EQ(ledger.spent(0), 1) << "its one answer was enough";
  EXPECT_EQ(ledger.spent(1), 0);
  EXPECT_EQ(database_.queries(0).size(), 1U);
  EXPECT_TRUE(database_.queries(1).empty());
  EXPECT_GT(database_.instances()[1].attempts, 1);
  EXPECT_EQ(database_.instances()[1].status, InstanceStatus::running);
}

}  // namespace
}  // namespace bora::attacks
