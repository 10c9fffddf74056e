// Tests of the ledger with a victim that fails.
#include <memory>
#include <utility>

#include "models/defences/smoothed_victim.h"
#include "support/ledger_fixture.h"

namespace bora::attacks {
namespace {

TEST_F(LedgerTest, RetriesAfterOneFailure) {
  victim_.fails = [](const auto&) { return true; };
  victim_.failures_left = 1;
  Ledger<Pixels> ledger(oracle_, task_, database_, {}, hurried_);
  const auto image = nudged(0);
  EXPECT_TRUE(ledger.query({question(0, image, other_)})[0].failure.empty());
  EXPECT_EQ(ledger.spent(0), 1);
  EXPECT_EQ(ledger.attempts(0), 2) << "the pass that gave no answer is an attempt";
  EXPECT_EQ(database_.instances()[0].queries, 1);
  EXPECT_EQ(database_.instances()[0].attempts, 2);
  EXPECT_EQ(waited_, 0) << "a clean input was answered at once";
}

TEST_F(LedgerTest, OnlyTheInstanceThatBreaksTheVictimFails) {
  const auto poison = nudged(5), fine = nudged(6);
  victim_.fails = [](const Eigen::RowVectorXf& image) { return image[5] == from_level(101); };
  database_.set(&RunFacts::clean_queries, 100);
  Ledger<Pixels> ledger(oracle_, task_, database_, {}, hurried_);
  const auto answers = ledger.query({question(0, poison, other_), question(1, fine, other_)});
  EXPECT_EQ(answers[0].status, InstanceStatus::failed);
  EXPECT_EQ(answers[1].status, InstanceStatus::success);
  EXPECT_EQ(ledger.spent(0), 0);
  const auto rows = database_.instances();
  EXPECT_EQ(rows[0].reason, "scores are not finite");
  EXPECT_EQ(rows[0].queries, 0);
  EXPECT_EQ(rows[0].attempts, RetryPolicy::kMostPasses);
  EXPECT_EQ(rows[1].attempts, RetryPolicy::kTogether + 1);
  EXPECT_EQ(waited_, 0);
  EXPECT_GT(database_.get(&RunFacts::clean_queries), 100) << "what was asked to see whether it is up";
}

// If only one instance is in progress, an unanswered question alone does not mean that the victim is down.
TEST_F(LedgerTest, AnInputThatBreaksTheVictimFailsInARoundOfItsOwn) {
  const auto poison = nudged(5);
  victim_.fails = [](const Eigen::RowVectorXf& image) { return image[5] == from_level(101); };
  Ledger<Pixels> ledger(oracle_, task_, database_, {}, hurried_);
  EXPECT_EQ(ledger.query({question(0, poison, other_)})[0].status, InstanceStatus::failed);
}

TEST_F(LedgerTest, AnOutageFailsNoInstance) {
  victim_.fails = [](const auto&) { return true; };
  const auto image = nudged(0);
  {
    Ledger<Pixels> ledger(oracle_, task_, database_, {}, hurried_);
    EXPECT_THROW(ledger.query({question(0, image, predicted_), question(1, image, predicted_)}), VictimDown);
  }
  EXPECT_EQ(waited_, static_cast<int>(hurried_.pauses.size()));
  for (const int id : {0, 1}) {
    const InstanceRow row = database_.instances()[static_cast<std::size_t>(id)];
    EXPECT_EQ(row.status, InstanceStatus::running);
    EXPECT_EQ(row.queries, 0);
    EXPECT_EQ(row.attempts, 1) << "a victim that is down is asked clean inputs only";
  }
  victim_.failures_left = 0;
  Ledger<Pixels> ledger(oracle_, task_, database_, {}, hurried_);
  EXPECT_EQ(ledger.query({question(0, image, predicted_)})[0].status, InstanceStatus::running);
  EXPECT_EQ(ledger.spent(0), 1);
  EXPECT_EQ(ledger.attempts(0), 2) << "attempts are counted on";
}

TEST_F(LedgerTest, AResumedRunRepeatsAnInterruptedQuery) {
  testing::InterruptibleVictim waiting(kShape, 3, 7);
  Oracle<Pixels> oracle(waiting);
  database_.set(&RunFacts::clean_queries, 100);
  Ledger<Pixels> ledger(oracle, task_, database_, {}, hurried_);
  const auto image = nudged(0);
  ledger.query({question(0, image, predicted_)});
  waiting.interrupted = true;
  EXPECT_THROW(ledger.query({question(0, image, predicted_), question(1, image, predicted_)}), VictimDown);
  EXPECT_EQ(waited_, 0);
  EXPECT_EQ(database_.get(&RunFacts::clean_queries), 100) << "nothing was sent";
  const auto rows = database_.instances();
  EXPECT_EQ(rows[0].status, InstanceStatus::running);
  EXPECT_EQ(rows[0].queries, 1) << "what was done is kept";
  EXPECT_EQ(rows[0].attempts, 1) << "nothing was sent after that";
  EXPECT_EQ(database_.queries(0).size(), 1U);
  EXPECT_EQ(rows[1].status, InstanceStatus::running);
  EXPECT_EQ(rows[1].queries, 0);
}

TEST_F(LedgerTest, AnswersFromBeforeAnInterruptionAreStored) {
  for (const bool labels : {false, true}) {
    const int id = labels ? kPoor : 0;
    testing::InterruptibleVictim waiting(kShape, 3, 7);
    Oracle<Pixels> oracle(waiting);
    const auto image = nudged(0);
    Question<Pixels> first = question(id, image, predicted_), second = question(1, image, predicted_);
    if (labels) first.access = second.access = AccessLevel::labels;
    Ledger<Pixels> ledger(oracle, task_, database_, labels ? Visibility::label() : Visibility(), hurried_);
    waiting.interrupted = true;
    waiting.answered = 1;
    EXPECT_THROW(ledger.query({first, second}), VictimDown);
    const auto rows = database_.instances();
    EXPECT_EQ(rows[id].queries, 1);
    EXPECT_EQ(rows[id].attempts, 1);
    EXPECT_EQ(rows[id].status, InstanceStatus::running);
    const auto stored = database_.queries(id);
    ASSERT_EQ(stored.size(), 1U);
    EXPECT_EQ(stored[0].predicted, predict(image));
    EXPECT_EQ(stored[0].scores.size(), labels ? 0U : 3U);
    EXPECT_EQ(rows[1].queries, 0);
    EXPECT_EQ(rows[1].attempts, 0) << "it was not sent";
    EXPECT_EQ(rows[1].status, InstanceStatus::running);
  }
}

// A batch of three fails, with answers to the first and the third row. For a randomised victim all three are
// queried again, because a defence may draw other noise for the second row alone.
TEST_F(LedgerTest, AnswersOfAFailedPassAreNotQueriedAgain) {
  class Failing final : public testing::LinearVictim {
   public:
    explicit Failing(bool random) : LinearVictim(kShape, 3, 7) { spec_.randomised = random; }
    Scores scores(const Batch& images) override {
      Scores given = LinearVictim::scores(images);
      if (images.rows() < 3) return given;
      Batch some(2, given.values.cols());
      some << given.values.row(0), given.values.row(2);
      throw WithAnswers<VictimError>("no connection", {{0, 2}, some});
    }
  };
  int earlier = 0;  // number of queries of each instance so far
  for (const bool random : {false, true}) {
    Failing failing(random);
    Oracle<Pixels> oracle(failing);
    Ledger<Pixels> ledger(oracle, task_, database_, {}, hurried_);
    const int attempts[] = {ledger.attempts(0), ledger.attempts(1), ledger.attempts(kPoor)};
    const auto image = nudged(0);
    ledger.query(
        {question(0, image, predicted_), question(1, image, predicted_), question(kPoor, image, predicted_)});
    ++earlier;
    for (int id = 0; id <= kPoor; ++id) EXPECT_EQ(ledger.spent(id), earlier);
    EXPECT_EQ(ledger.attempts(0) - attempts[0], random ? 3 : 1);
    EXPECT_EQ(ledger.attempts(1) - attempts[1], random ? 3 : 2);
    EXPECT_EQ(ledger.attempts(kPoor) - attempts[kPoor], random ? 3 : 1);
  }
}

TEST_F(LedgerTest, AnInputThatWasNotSentIsNoAttempt) {
  // If the first request of a batch fails for good, the others are not sent.
  class Remote : public testing::LinearVictim {
   public:
    using LinearVictim::LinearVictim;
    Scores scores(const Batch& images) override {
      sent.assign(static_cast<std::size_t>(images.rows()), 0);
      sent.front() = 1;
      throw VictimError("gone");
    }
    std::vector<int> passes() const override { return sent; }
    std::vector<int> sent;
  } remote(kShape, 3, 7);
  Oracle<Pixels> oracle(remote);
  Ledger<Pixels> ledger(oracle, task_, database_, {}, hurried_);
  const auto image = nudged(0);
  EXPECT_THROW(ledger.query({question(0, image, predicted_), question(1, image, predicted_)}), VictimDown);
  EXPECT_EQ(ledger.attempts(0), 1);
  EXPECT_EQ(ledger.attempts(1), 0);
  EXPECT_EQ(database_.instances()[1].attempts, 0);
}

// The third of six noisy copies gets no answer, so that a clean input and then the question are queried
// again.
TEST_F(LedgerTest, EveryCopyThatADefenceSendsIsAnAttempt) {
  constexpr int kCopies = 6;
  auto failing = std::make_unique<testing::FailingVictim>(kShape, 3, 7);
  int copy = 0;
  failing->fails = [&](const auto&) { return ++copy == 3; };
  const auto votes = models::smoothed(std::move(failing), 0.01, kCopies, 1);
  Oracle<Pixels> oracle(*votes);
  database_.set(&RunFacts::clean_queries, 100);
  Ledger<Pixels> ledger(oracle, task_, database_, {}, hurried_);
  ledger.query({question(0, nudged(0), predicted_)});
  EXPECT_EQ(database_.instances()[0].queries, 1);
  EXPECT_EQ(database_.instances()[0].attempts, 3 + kCopies);
  EXPECT_EQ(database_.get(&RunFacts::clean_queries), 100 + kCopies);
}

TEST_F(LedgerTest, EveryCopyOfAQuestionOfADeadProcessIsAnAttempt) {
  const auto votes = models::smoothed(std::make_unique<testing::LinearVictim>(kShape, 3, 7), 0.01, 6, 1);
  Oracle<Pixels> oracle(*votes);
  Ledger<Pixels> ledger(oracle, task_, database_, {}, hurried_);
  ledger.count_lost(0);
  EXPECT_EQ(database_.instances()[0].attempts, 6);
  Ledger<Pixels> repeating(oracle, task_, database_, {}, hurried_, {3, 3, 2});
  repeating.count_lost(1);
  EXPECT_EQ(database_.instances()[1].attempts, 3 * 6);
  repeating.count_lost(kPoor);
  EXPECT_EQ(database_.instances()[kPoor].attempts, 2 * 6) << "its budget is two queries";
}

// The victim fails, and the process is killed while it asks whether the victim is up.
TEST_F(LedgerTest, ACleanQueryOfADeadProcessIsCounted) {
  testing::Mortal<testing::FailingVictim> mortal(kShape, 3, 7);
  mortal.fails = [](const auto&) { return true; };
  mortal.calls_left = 1;
  Oracle<Pixels> oracle(mortal);
  Ledger<Pixels> ledger(oracle, task_, database_, {}, hurried_);
  EXPECT_THROW(ledger.query({question(0, nudged(0), predicted_)}), testing::Killed);
  EXPECT_EQ(database_.get(&RunFacts::clean_queries), 1);
  Ledger<Pixels>(oracle, task_, database_, {}, hurried_).count_lost(0);
  EXPECT_EQ(database_.instances()[0].attempts, 2) << "it fails once, and may have been sent again";
}

// A resumed run computes gradients again.
TEST_F(LedgerTest, AGradientThatADeadProcessRecomputedIsAnAttempt) {
  class Mortal final : public testing::LinearVictim {
   public:
    using LinearVictim::LinearVictim;
    Batch pullback(const Batch& images, const Batch& cotangents) override {
      if (dies) throw testing::Killed();
      return LinearVictim::pullback(images, cotangents);
    }
    bool dies = false;
  } mortal(kShape, 3, 7);
  Oracle<Pixels> oracle(mortal);
  const auto image = nudged(0);
  Question<Pixels> asked = question(0, image, predicted_);
  asked.access = AccessLevel::gradients;
  asked.gradient = GradientRequest{Loss::margin};
  Ledger<Pixels> ledger(oracle, task_, database_, {}, hurried_);
  ledger.query({asked});
  EXPECT_EQ(database_.instances()[0].attempts, 1);
  mortal.dies = true;
  EXPECT_THROW(ledger.recall(asked, database_.queries(0)), testing::Killed);
  EXPECT_EQ(database_.instances()[0].attempts, 2);
}

TEST_F(LedgerTest, WaitsForTheEndOfAnOutage) {
  victim_.fails = [](const auto&) { return true; };
  hurried_.wait = [&](auto, const std::string& why) {
    EXPECT_EQ(why, "scores are not finite");
    if (++waited_ == 3) victim_.failures_left = 0;
    return true;
  };
  Ledger<Pixels> ledger(oracle_, task_, database_, {}, hurried_);
  const auto image = nudged(0);
  const auto answers = ledger.query({question(0, image, predicted_), question(1, image, predicted_)});
  EXPECT_EQ(answers[0].status, InstanceStatus::running);
  EXPECT_EQ(answers[1].status, InstanceStatus::running);
  EXPECT_EQ(waited_, 3);
  EXPECT_EQ(ledger.attempts(1), 2);
}

TEST_F(LedgerTest, AttemptsAreStoredBeforeWaitingForTheVictim) {
  victim_.fails = [](const auto&) { return true; };
  hurried_.wait = [&](auto, const std::string&) {
    EXPECT_EQ(database_.instances()[0].attempts, 1);
    ++waited_;
    return false;  // Ctrl-C
  };
  Ledger<Pixels> ledger(oracle_, task_, database_, {}, hurried_);
  EXPECT_THROW(ledger.query({question(0, nudged(0), predicted_)}), VictimDown);
  EXPECT_EQ(waited_, 1);
}

// The victim goes down at the third question that is sent alone. Two were answered by then and count as
// queries.
TEST_F(LedgerTest, AnswersBeforeAnOutageAreStored) {
  class Dying : public testing::LinearVictim {
   public:
    using LinearVictim::LinearVictim;
    Scores scores(const Batch& images) override {
      if (images.rows() > 1 || left == 0) throw VictimError("gone");
      if (images(0, 0) != from_level(100)) --left;
      return LinearVictim::scores(images);
    }
    int left = 2;
  } dying(kShape, 3, 7);
  Oracle<Pixels> oracle(dying);
  const auto image = nudged(0);
  bool concluded = false;
  Ledger<Pixels> ledger(oracle, task_, database_, {}, hurried_);
  EXPECT_THROW(ledger.query({question(0, image, other_), question(1, image, predicted_),
                             question(kPoor, image, predicted_)},
                            [&](const std::vector<Answer>& answers) {
                              concluded = true;
                              EXPECT_EQ(answers[0].status, InstanceStatus::success);
                              EXPECT_EQ(answers[1].status, InstanceStatus::running);
                              EXPECT_EQ(answers[2].status, InstanceStatus::running);
                              EXPECT_EQ(answers[2].observation.predicted, -1);
                            }),
               VictimDown);
  EXPECT_TRUE(concluded);
  const auto rows = database_.instances();
  EXPECT_EQ(rows[0].status, InstanceStatus::success);
  EXPECT_EQ(rows[1].queries, 1);
  EXPECT_EQ(rows[2].queries, 0);
  EXPECT_EQ(rows[2].status, InstanceStatus::running);
  EXPECT_EQ(rows[2].attempts, RetryPolicy::kTogether + 1);
  EXPECT_EQ(database_.queries(1).size(), 1U);
  EXPECT_EQ(database_.adversarials().size(), 1U);
}

TEST_F(LedgerTest, ScoresAreStoredThoughTheVictimGoesDownBeforeItsGradient) {
  class Rough : public testing::LinearVictim {
   public:
    using LinearVictim::LinearVictim;
    Scores scores(const Batch& images) override {
      if (down) throw VictimError("gone");
      return LinearVictim::scores(images);
    }
    Batch pullback(const Batch& images, const Batch& cotangents) override {
      if (breaks) down = true;
      if (down) throw VictimError("gone");
      return LinearVictim::pullback(images, cotangents);
    }
    bool breaks = true, down = false;
  } rough(kShape, 3, 7);
  Oracle<Pixels> oracle(rough);
  const auto image = nudged(0);
  Question<Pixels> asked = question(0, image, predicted_);
  asked.access = AccessLevel::gradients;
  asked.gradient = GradientRequest{Loss::margin};
  Ledger<Pixels> ledger(oracle, task_, database_, {}, hurried_);
  EXPECT_THROW(ledger.query({asked}), VictimDown);
  ASSERT_EQ(database_.queries(0).size(), 1U);
  EXPECT_EQ(database_.instances()[0].status, InstanceStatus::running);
  EXPECT_EQ(database_.instances()[0].attempts, 1);
  const std::int64_t clean = database_.get(&RunFacts::clean_queries);
  EXPECT_THROW(ledger.recall(asked, database_.queries(0)), VictimDown);
  EXPECT_GT(database_.get(&RunFacts::clean_queries), clean) << "what was asked to see whether it is up";
  rough.breaks = rough.down = false;
  EXPECT_EQ(ledger.recall(asked, database_.queries(0)).gradient.size(), kShape.size());
  EXPECT_EQ(ledger.attempts(0), 3) << "a recomputed question is queried again";
}

}  // namespace
}  // namespace bora::attacks
