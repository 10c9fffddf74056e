#include "attacks/ledger/ledger.h"

#include <cmath>

#include "support/ledger_fixture.h"

namespace bora::attacks {
namespace {

TEST_F(LedgerTest, CountsAndStoresEveryQuery) {
  Ledger<Pixels> ledger(oracle_, task_, database_);
  const auto image = nudged(0);
  for (int round = 1; round <= 3; ++round) {
    const auto answers = ledger.query({question(0, image, predicted_), question(1, image, predicted_)});
    EXPECT_EQ(answers[0].status, InstanceStatus::running);
    EXPECT_EQ(ledger.spent(0), round);
  }
  EXPECT_EQ(ledger.total(), 6);
  const auto rows = database_.queries(1);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[2].number, 3);
  EXPECT_EQ(rows[0].scores.size(), 3U);
  EXPECT_EQ(rows[0].input_hash, rows[1].input_hash);
}

TEST_F(LedgerTest, TheConclusionOfARoundIsStoredWithItOrNotAtAll) {
  const auto image = nudged(0);
  {
    RunDatabase killed = std::move(database_);
    Ledger<Pixels> ledger(oracle_, task_, killed);
    const auto conclude = [&](const std::vector<Answer>& answers) {
      EXPECT_EQ(answers[0].status, InstanceStatus::running);
      killed.add(WarmStartRow{0, "warm start"});
      throw std::runtime_error("killed");
    };
    EXPECT_THROW(ledger.query({question(0, image, predicted_)}, conclude), std::runtime_error);
  }
  auto database = RunDatabase::open(folder_ / "run.sqlite");
  EXPECT_TRUE(database.queries(0).empty());
  EXPECT_TRUE(database.warm_starts().empty());
  Ledger<Pixels> ledger(oracle_, task_, database);
  ledger.query({question(0, image, predicted_)}, [&](const std::vector<Answer>&) {
    database.add(WarmStartRow{0, "warm start"});
  });
  EXPECT_EQ(database.queries(0).size(), 1U);
  EXPECT_EQ(database.warm_starts().size(), 1U);
}

TEST_F(LedgerTest, EndsAtTheBudgetAndRefusesOneMore) {
  Ledger<Pixels> ledger(oracle_, task_, database_);
  const auto image = nudged(0);
  EXPECT_EQ(ledger.budget(kPoor), 2);
  EXPECT_EQ(ledger.query({question(kPoor, image, predicted_)})[0].status, InstanceStatus::running);
  EXPECT_EQ(ledger.query({question(kPoor, image, predicted_)})[0].status, InstanceStatus::exhausted);
  EXPECT_THROW(ledger.query({question(kPoor, image, predicted_)}), std::logic_error);
  EXPECT_EQ(database_.queries(kPoor).size(), 2U);
  EXPECT_EQ(Ledger<Pixels>(oracle_, task_, database_).spent(kPoor), 2)
      << "a reopened ledger goes on counting";
  for (int number = 1; number <= 5; ++number)
    EXPECT_EQ(ledger.query({question(0, image, predicted_)})[0].status,
              number < 5 ? InstanceStatus::running : InstanceStatus::exhausted)
        << "every instance has a budget of its own";
}

// The instance has spent its budget, although its status is running.
TEST_F(LedgerTest, RefusesAQueryOverTheBudgetWhateverTheStatusSays) {
  database_.set_status(0, InstanceStatus::running, 5, 5, "");
  Ledger<Pixels> ledger(oracle_, task_, database_);
  EXPECT_THROW(ledger.query({question(0, nudged(0), predicted_)}), std::logic_error);
  EXPECT_EQ(ledger.spent(0), 5);
}

TEST_F(LedgerTest, RefusesAnInstanceThatHasEnded) {
  Ledger<Pixels> ledger(oracle_, task_, database_);
  const auto image = nudged(0);
  EXPECT_EQ(ledger.query({question(0, image, other_)})[0].status, InstanceStatus::success);
  EXPECT_THROW(ledger.query({question(0, image, other_)}), std::logic_error);
  Ledger<Pixels> reopened(oracle_, task_, database_);
  EXPECT_THROW(reopened.query({question(0, image, other_)}), std::logic_error);
}

TEST_F(LedgerTest, RefusesAnImageOutsideTheThreatModel) {
  Ledger<Pixels> ledger(oracle_, task_, database_);
  auto image = original_;
  image[3] = from_level(103);
  EXPECT_THROW(ledger.query({question(0, image, 0)}), std::logic_error);
  EXPECT_EQ(ledger.spent(0), 0);
}

TEST_F(LedgerTest, AnAttackThatLeavesTheBallSucceedsInsideOnly) {
  Ledger<Pixels> ledger(oracle_, task_, database_);
  auto image = original_;
  image[3] = from_level(103);
  Question<Pixels> outside = question(0, image, other_);
  outside.on_the_way = true;
  const auto answer = ledger.query({outside})[0];
  EXPECT_EQ(answer.status, InstanceStatus::running);
  EXPECT_TRUE(answer.observation.adversarial);
  EXPECT_FALSE(answer.observation.success);
  EXPECT_FALSE(database_.queries(0)[0].success);
  EXPECT_TRUE(database_.adversarials().empty());
  image[3] = from_level(102);
  EXPECT_EQ(ledger.query({outside})[0].status, InstanceStatus::success);
  auto no_image = original_;
  no_image[3] += 0.001F;
  Question<Pixels> off_grid = question(1, no_image, other_);
  off_grid.on_the_way = true;
  EXPECT_THROW(ledger.query({off_grid}), std::logic_error);
}

TEST_F(LedgerTest, AnAttackByLabelsGetsNoScores) {
  Ledger<Pixels> ledger(oracle_, task_, database_);
  const auto image = nudged(0);
  Question<Pixels> by_label = question(0, image, predicted_);
  by_label.access = AccessLevel::labels;
  const auto answers = ledger.query({by_label, question(1, image, predicted_)});
  EXPECT_EQ(answers[0].observation.predicted, predicted_);
  EXPECT_EQ(answers[0].observation.log_p.size(), 0);
  EXPECT_EQ(database_.queries(0)[0].objective, -1);
  EXPECT_EQ(answers[1].observation.log_p.size(), 3);
}

TEST_F(LedgerTest, ShowsNoMoreThanTheBestClasses) {
  Ledger<Pixels> ledger(oracle_, task_, database_, Visibility::top(1));
  const auto image = nudged(0);
  const auto log_p = ledger.query({question(0, image, predicted_)})[0].observation.log_p;
  EXPECT_EQ(log_p[(predicted_ + 1) % 3], log_p[(predicted_ + 2) % 3]);
  EXPECT_EQ(database_.queries(0)[0].scores.size(), 3U) << "what the victim said is stored in full";
}

TEST_F(LedgerTest, QueriesLabelsOnlyIfOnlyLabelsAreVisible) {
  testing::LabelVictim victim(kShape, 3, 7);
  Oracle<Pixels> oracle(victim);
  Ledger<Pixels> ledger(oracle, task_, database_, Visibility::label());
  const auto image = nudged(0);
  Question<Pixels> by_label = question(0, image, predicted_);
  by_label.access = AccessLevel::labels;
  EXPECT_EQ(ledger.query({by_label})[0].status, InstanceStatus::running);
  by_label.goal.label = other_;
  EXPECT_EQ(ledger.query({by_label})[0].status, InstanceStatus::success);
  const auto rows = database_.queries(0);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].predicted, predicted_);
  EXPECT_TRUE(rows[0].scores.empty());
  EXPECT_EQ(rows[0].objective, -1);
  EXPECT_EQ(rows[1].objective, 1);
  EXPECT_THROW(ledger.query({question(1, image, predicted_)}), std::logic_error) << "it wants scores";
}

TEST_F(LedgerTest, RecallsObservations) {
  const auto image = nudged(0);
  for (const Visibility& visible : {Visibility(), Visibility::top(2), Visibility::label()}) {
    Ledger<Pixels> ledger(oracle_, task_, database_, visible);
    Question<Pixels> asked = question(1, image, predicted_);
    if (visible.label_only()) asked.access = AccessLevel::labels;
    const Observation seen = ledger.query({asked})[0].observation;
    const Observation recalled = ledger.recall(asked, std::vector{database_.queries(1).back()});
    EXPECT_EQ(recalled.predicted, seen.predicted);
    EXPECT_EQ(recalled.objective, seen.objective);
    EXPECT_EQ(recalled.log_p, seen.log_p);
    EXPECT_EQ(recalled.success, seen.success);
  }
}

TEST_F(LedgerTest, AnObservationStatesItsQueries) {
  Ledger<Pixels> ledger(oracle_, task_, database_, {}, {}, {3, 5, 3});
  const auto image = nudged(0);
  const Question<Pixels> asked = question(0, image, predicted_);
  EXPECT_EQ(ledger.query({asked})[0].observation.queries, 3);
  EXPECT_EQ(ledger.spent(0), 3);
  EXPECT_EQ(ledger.recall(asked, database_.queries(0)).queries, 3);
}

TEST_F(LedgerTest, RefusesInvalidLabels) {
  class Liar : public testing::LabelVictim {
   public:
    using LabelVictim::LabelVictim;
    std::vector<int> labels(const Batch& images) override { return std::vector<int>(images.rows(), 3); }
  } liar(kShape, 3, 7);
  Oracle<Pixels> oracle(liar);
  Ledger<Pixels> ledger(oracle, task_, database_, Visibility::label(), hurried_);
  const auto image = nudged(0);
  Question<Pixels> by_label = question(0, image, predicted_);
  by_label.access = AccessLevel::labels;
  try {
    ledger.query({by_label});
    FAIL();
  } catch (const VictimDown& error) {
    EXPECT_NE(std::string(error.what()).find("label 3"), std::string::npos);
  }
}

TEST_F(LedgerTest, RefusesScoresOfFewerInputsThanWereAsked) {
  class Short : public testing::LinearVictim {
   public:
    using LinearVictim::LinearVictim;
    Scores scores(const Batch& images) override { return LinearVictim::scores(images.topRows(1)); }
  } victim(kShape, 3, 7);
  Oracle<Pixels> oracle(victim);
  const auto image = nudged(0);
  const Pixels* const asked[] = {&image, &image};
  try {
    oracle.ask(asked, false);
    FAIL();
  } catch (const VictimError& error) {
    EXPECT_STREQ(error.what(), "linear: gave 1 row of scores for 2 inputs");
  }
}

TEST_F(LedgerTest, AGradientComesWithTheAnswerIfRequested) {
  Ledger<Pixels> ledger(oracle_, task_, database_, Visibility::top(1));
  const auto image = nudged(0);
  Question<Pixels> white_box = question(0, image, predicted_);
  white_box.access = AccessLevel::gradients;
  white_box.gradient = GradientRequest{Loss::cross_entropy};
  const auto answers = ledger.query({white_box, question(1, image, predicted_)});
  const Observation& seen = answers[0].observation;
  const Scores all = victim_.scores(image);
  EXPECT_EQ(seen.log_p, log_probabilities(all).row(0)) << "a white box hides nothing";
  // Gradient of -log p_label, through the softmax and the weights.
  Eigen::RowVectorXf weights(3);
  for (int c = 0; c < 3; ++c)
    weights[c] = static_cast<float>(std::exp(seen.log_p[c])) - (c == predicted_ ? 1 : 0);
  EXPECT_LT((seen.gradient - weights * victim_.weights()).cwiseAbs().maxCoeff(), 1e-6F);
  EXPECT_EQ(answers[1].observation.gradient.size(), 0);
  EXPECT_EQ(ledger.spent(0), 1);
  EXPECT_EQ(ledger.recall(white_box, database_.queries(0)).gradient, seen.gradient);
  white_box.goal.label = other_;
  EXPECT_EQ(ledger.query({white_box})[0].observation.gradient.size(), 0) << "it has succeeded";
}

TEST_F(LedgerTest, AFailedGradientFailsOnlyItsInstance) {
  class Rough : public testing::LinearVictim {
   public:
    using LinearVictim::LinearVictim;
    Batch pullback(const Batch& images, const Batch& cotangents) override {
      for (Eigen::Index i = 0; i < images.rows(); ++i)
        if (images(i, 5) == from_level(101)) throw VictimError("gave a gradient that is not finite");
      return LinearVictim::pullback(images, cotangents);
    }
  } rough(kShape, 3, 7);
  Oracle<Pixels> oracle(rough);
  Ledger<Pixels> ledger(oracle, task_, database_, {}, hurried_);
  const auto poison = nudged(5), fine = nudged(6);
  std::vector<Question<Pixels>> questions = {question(0, poison, predicted_), question(1, fine, predicted_)};
  for (auto& asked : questions) {
    asked.access = AccessLevel::gradients;
    asked.gradient = GradientRequest{Loss::margin};
  }
  const auto answers = ledger.query(questions);
  EXPECT_EQ(answers[0].status, InstanceStatus::failed);
  EXPECT_EQ(answers[1].status, InstanceStatus::running);
  EXPECT_EQ(answers[1].observation.gradient.size(), kShape.size());
  EXPECT_EQ(database_.instances()[0].reason, "gave a gradient that is not finite");
  EXPECT_EQ(database_.queries(0).size(), 1U) << "its scores were answered: that is a query";
}

TEST_F(LedgerTest, WithASummaryAnEndedInstanceLosesItsQueries) {
  database_.set(&RunFacts::keeps_queries, false);
  Ledger<Pixels> ledger(oracle_, task_, database_);
  const auto first = nudged(0), second = nudged(1);
  ledger.query({question(0, first, predicted_), question(1, first, predicted_)});
  ledger.query({question(0, second, predicted_), question(1, second, other_)});
  EXPECT_EQ(database_.queries(0).size(), 2U) << "it is needed to go on";
  EXPECT_TRUE(database_.queries(1).empty());
  EXPECT_EQ(database_.instances()[1].status, InstanceStatus::success);
  EXPECT_EQ(database_.instances()[1].queries, 2);
  EXPECT_EQ(database_.adversarials().size(), 1U);
  ledger.exhaust(0);
  EXPECT_TRUE(database_.queries(0).empty());
  EXPECT_EQ(database_.instances()[0].queries, 2);
}

TEST_F(LedgerTest, StoresTheAdversarialExampleWithItsDistance) {
  Ledger<Pixels> ledger(oracle_, task_, database_);
  ledger.query({question(1, nudged(2), other_)});
  const auto found = database_.adversarials();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].instance, 1);
  EXPECT_NEAR(found[0].distance, 1.0 / 255, 1e-6);
  EXPECT_EQ(task_.attacked(found[0].content, ""), nudged(2));
}

TEST_F(LedgerTest, CountsTies) {
  testing::TiedVictim tied(kShape);
  Oracle<Pixels> oracle(tied);
  Ledger<Pixels> ledger(oracle, task_, database_);
  const Pixels one = nudged(1), two = nudged(2);
  const auto answers = ledger.query({question(0, one, 1), question(1, two, 0)});
  EXPECT_FALSE(answers[0].observation.success) << "class 0 is the first of equals";
  EXPECT_EQ(database_.get(&RunFacts::tied_answers), 2);
  EXPECT_EQ(database_.get(&RunFacts::tied_goals), 1);
  ledger.query({question(0, two, 1)});
  EXPECT_EQ(database_.get(&RunFacts::tied_answers), 3);
  EXPECT_EQ(database_.get(&RunFacts::tied_goals), 2);
}

TEST_F(LedgerTest, StoresNoTiesIfThereAreNone) {
  Ledger<Pixels> ledger(oracle_, task_, database_);
  const Pixels one = nudged(1);
  ledger.query({question(0, one, predicted_)});
  EXPECT_EQ(database_.get(&RunFacts::tied_answers), 0);
}

}  // namespace
}  // namespace bora::attacks
