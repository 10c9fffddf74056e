// Ledger of instances that continue after a success, to find a milder one.
#include <gtest/gtest.h>

#include "attacks/ledger/ledger.h"
#include "attacks/ledger/semantic_task.h"
#include "support/stub_victims.h"
#include "support/temporary_folder.h"

namespace bora::attacks {
namespace {

constexpr ImageShape kShape{1, 4, 4};
constexpr int kBudget = 6;

// Victim that predicts class 1 if the mean of the image is above a bound, else class 0.
class BrightnessVictim final : public Victim {
 public:
  BrightnessVictim() { spec_ = {"brightness", kShape, 2, ScoreKind::logits}; }
  const VictimSpec& spec() const override { return spec_; }
  Scores scores(const Batch& images) override {
    if (down) throw VictimError("down");
    Scores scores{Batch(images.rows(), 2), ScoreKind::logits};
    for (Eigen::Index i = 0; i < images.rows(); ++i) {
      scores.values(i, 0) = 0;
      scores.values(i, 1) = 10 * (images.row(i).mean() - 0.5F);
    }
    return scores;
  }
  bool down = false;

 private:
  VictimSpec spec_;
};

class SemanticLedger : public ::testing::Test {
 protected:
  SemanticLedger() : database_(RunDatabase::create(folder_ / "run.sqlite")) {
    InputRow image;
    image.attacked = true;
    image.content.assign(16, 100);  // a mean of 0.39
    image.scores.assign(2, 0);
    database_.add(image);
    for (int id = 0; id < 2; ++id) {
      InstanceRow row;
      row.id = id;
      row.attack = "test";
      row.budget = kBudget;
      row.status = InstanceStatus::running;
      database_.add(row);
    }
  }
  Ledger<Transformed> ledger() { return {oracle_, task_, database_, Visibility(), hurried_}; }
  // Queries the image with this change of brightness.
  Answer ask(Ledger<Transformed>& ledger, double brightness, int instance = 0) {
    Eigen::VectorXd point = space_->identity();
    point[0] = brightness;
    const Transformed input = threat_.apply(point);
    return ledger.query({question(instance, input)}).front();
  }
  Question<Transformed> question(int instance, const Transformed& input) const {
    return {instance, {0, std::nullopt}, &threat_, &input};
  }
  InstanceRow row(int instance = 0) { return database_.instances().at(static_cast<std::size_t>(instance)); }

  RetrySchedule hurried_{RetrySchedule::growing(RetrySchedule::Milliseconds(1), 2),
                         [](auto, const std::string&) { return true; }};
  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
  RunDatabase database_;
  BrightnessVictim victim_;
  Oracle<Transformed> oracle_{victim_};
  std::shared_ptr<const SemanticSpace> space_ =
      std::make_shared<const SemanticSpace>(parse_semantic_rules("brightness=-0.5:0.5", 1));
  SemanticTask task_{kShape, space_, kBudget};
  SemanticThreat threat_{space_, kShape,
                         std::make_shared<const Pixels>(Pixels::Constant(16, from_level(100)))};
};

TEST_F(SemanticLedger, KeepsTheMildestSuccessAndContinuesToTheBudget) {
  Ledger<Transformed> ledger = this->ledger();
  EXPECT_EQ(ask(ledger, 0.05).status, InstanceStatus::running) << "no success";
  const Answer first = ask(ledger, 0.4);
  EXPECT_TRUE(first.observation.success);
  EXPECT_EQ(first.status, InstanceStatus::running);
  EXPECT_EQ(ask(ledger, 0.45).status, InstanceStatus::running) << "a success, but no milder";
  EXPECT_EQ(ask(ledger, 0.2).status, InstanceStatus::running);
  EXPECT_EQ(ask(ledger, 0.1).status, InstanceStatus::running) << "too mild";
  EXPECT_EQ(ask(ledger, 0.3).status, InstanceStatus::success) << "the budget is spent";
  EXPECT_EQ(row().status, InstanceStatus::success);
  EXPECT_EQ(row().queries, kBudget);
  const auto kept = database_.adversarials();
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_DOUBLE_EQ(kept[0].distance, 0.4);
  EXPECT_EQ(kept[0].details, R"({"brightness":0.2})");
  EXPECT_EQ(task_.attacked(kept[0].content, kept[0].details).point[0], 0.2);
  EXPECT_THROW(ask(ledger, 0.2), std::logic_error) << "it has ended";
}

TEST_F(SemanticLedger, StopsAfterTheQueriesOfTheRefinement) {
  const SemanticTask task(kShape, space_, 2);
  Ledger<Transformed> ledger(oracle_, task, database_, Visibility(), hurried_);
  ask(ledger, 0.05);
  EXPECT_EQ(ask(ledger, 0.4).status, InstanceStatus::running);
  EXPECT_EQ(ask(ledger, 0.05).status, InstanceStatus::running);
  EXPECT_EQ(ask(ledger, 0.05).status, InstanceStatus::success);
  EXPECT_EQ(row().queries, 4);
}

// A success needs three answers. Two queries are left for the refinement, which cannot confirm a milder one.
TEST_F(SemanticLedger, AMilderSuccessNeedsAsManyAnswersAndTheRefinementCountsEach) {
  const SemanticTask task(kShape, space_, 2);
  Ledger<Transformed> ledger(oracle_, task, database_, Visibility(), hurried_, {1, 5, 3});
  EXPECT_TRUE(ask(ledger, 0.4).observation.success);
  EXPECT_EQ(row().queries, 3);
  const Answer milder = ask(ledger, 0.2);
  EXPECT_FALSE(milder.observation.success);
  EXPECT_EQ(milder.status, InstanceStatus::success) << "the refinement is over";
  EXPECT_EQ(row().queries, 5);
  EXPECT_DOUBLE_EQ(database_.adversarials().at(0).distance, 0.8);
}

TEST_F(SemanticLedger, StoresDetailsOfAnExampleWithoutRefinement) {
  const SemanticTask task(kShape, space_, 0);
  Ledger<Transformed> ledger(oracle_, task, database_, Visibility(), hurried_);
  EXPECT_EQ(ask(ledger, 0.4).status, InstanceStatus::success);
  EXPECT_EQ(database_.adversarials().at(0).details, R"({"brightness":0.4})");
}

TEST_F(SemanticLedger, ContinuesAfterARestart) {
  {
    Ledger<Transformed> before = ledger();
    ask(before, 0.4);
    ask(before, 0.3);
  }
  Ledger<Transformed> after = ledger();
  ask(after, 0.35);  // not milder than the success before the restart
  EXPECT_DOUBLE_EQ(database_.adversarials().at(0).distance, 0.6);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(ask(after, 0.05).status, InstanceStatus::running);
  EXPECT_EQ(ask(after, 0.05).status, InstanceStatus::success);
}

TEST_F(SemanticLedger, ASuccessStaysASuccessWhateverEndsTheInstance) {
  Ledger<Transformed> ledger = this->ledger();
  ask(ledger, 0.4);
  EXPECT_EQ(ledger.fail(0, "the attack broke"), InstanceStatus::success);
  EXPECT_EQ(row().status, InstanceStatus::success);
  EXPECT_EQ(row().reason, "the attack broke");
  ask(ledger, 0.05, 1);
  EXPECT_EQ(ledger.exhaust(1), InstanceStatus::exhausted);
}

TEST_F(SemanticLedger, RefusesCombinationsOutsideTheRules) {
  Ledger<Transformed> ledger = this->ledger();
  EXPECT_THROW(ask(ledger, 0.6), std::logic_error);
  Transformed forged = threat_.apply(space_->identity());
  forged.image[3] = 1;
  EXPECT_THROW(ledger.query({question(0, forged)}), std::logic_error);
}

TEST_F(SemanticLedger, FilesReadBackToTheSame) {
  Eigen::VectorXd point = space_->identity();
  point[0] = 0.25;
  const Transformed input = threat_.apply(point);
  const testing::TemporaryFolder folder;
  task_.write(folder / "a.png", input);
  const Transformed back = task_.read(folder / "a.png");
  EXPECT_EQ(back.image, input.image);
  EXPECT_EQ(back.point, input.point);
  EXPECT_TRUE(std::filesystem::exists(folder / "a.json"));
  task_.write(folder / "original.png", task_.original(std::string(16, 100)));
  EXPECT_FALSE(std::filesystem::exists(folder / "original.json")) << "nothing was changed";
  EXPECT_EQ(task_.read(folder / "original.png").point, space_->identity());
}

}  // namespace
}  // namespace bora::attacks
