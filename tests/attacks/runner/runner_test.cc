#include "attacks/runner/runner.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "attacks/record/image_content.h"
#include "attacks/runner/image_plan.h"
#include "attacks/runner/run_contents.h"
#include "attacks/runner/stored_attacks.h"
#include "common/error.h"
#include "support/stub_victims.h"
#include "support/temporary_folder.h"

namespace bora::attacks::runner_test {
namespace {

namespace fs = std::filesystem;

constexpr int kBudget = 40;
constexpr ImageShape kShape{1, 9, 9};

class RunnerTest : public ::testing::Test {
 protected:
  RunnerTest() : data_(testing::labelled_images(victim_, 12, 2)) {}

  RunDatabase create(const std::string& name) {
    return create(name, victim_, {"gp-bo:side=4:candidates=200", "square", "random"});
  }
  RunDatabase create(const std::string& name, Victim& victim, const std::vector<std::string>& attacks) {
    fs::create_directories(folder_ / name);
    auto database = RunDatabase::create(folder_ / name / "run.sqlite");
    PlanOptions plan;
    plan.attacks = attacks;
    plan.visible = visible_;
    plan.repeats = repeats_.most;
    plan.inputs = 4;
    plan.targeted = true;
    plan.random_targets = 2;
    const auto made = make_plan(victim, data_, plan, kBudget);
    database.begin();
    store(made, database);
    database.commit();
    return database;
  }

  // Runs until `rounds` are done; 0: to the end.
  RunEnd run(RunDatabase& database, int threads, int rounds, bool resumed) {
    return run(database, victim_, threads, rounds, resumed);
  }
  RunEnd run(RunDatabase& database, Victim& victim, int threads, int rounds, bool resumed) {
    const ImageTask task(kShape, ball_);
    const ImageAttacks factory(database, task, {.shape = kShape, .ball = ball_, .classes = 4}, visible_);
    Oracle<Pixels> oracle(victim);
    const RetrySchedule hurried{{RetrySchedule::Milliseconds(1)},
                                [](auto, const std::string&) { return true; }};
    Ledger<Pixels> ledger(oracle, task, database, visible_, hurried, repeats_);
    ThreadPool pool(threads);
    Runner<Pixels> runner(task, factory, database, ledger, pool, window_);
    if (resumed) runner.resume(died_);
    std::atomic<bool> stop = false;
    int done = 0;
    return runner.run(stop, [&](const RunProgress& now) {
      progress_ = now;
      if (++done == rounds) stop = true;
    });
  }

  std::string whole_run(const std::string& name, int threads) {
    auto database = create(name);
    EXPECT_EQ(run(database, threads, 0, false), RunEnd::complete);
    return contents(database);
  }

  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
  testing::LinearVictim victim_{{1, 9, 9}, 4, 3, 1.5};
  ImageDataset data_;
  LinfBall ball_{6.0 / 255, false};
  Visibility visible_;
  Repeats repeats_;
  int window_ = 7;
  bool died_ = false;
  RunProgress progress_;
};

TEST_F(RunnerTest, EveryInstanceEndsWithinItsBudgetAndAtItsFirstSuccess) {
  auto database = create("run");
  EXPECT_EQ(run(database, 2, 0, false), RunEnd::complete);
  expect_ends_at_first_success(database, 24);
  EXPECT_EQ(progress_.ended, 24);
}

TEST_F(RunnerTest, ThreadsDoNotChangeTheRun) {
  EXPECT_EQ(whole_run("one", 1), whole_run("four", 4));
}

TEST_F(RunnerTest, AnInterruptedRunResumesExactly) {
  const std::string whole = whole_run("whole", 2);
  auto database = create("parts");
  EXPECT_EQ(run(database, 2, 3, false), RunEnd::interrupted);
  EXPECT_NE(contents(database), whole);
  for (const int rounds : {1, 17, 36}) run(database, 1, rounds, true);
  const int rows_before = victim_.rows;
  EXPECT_EQ(run(database, 2, 0, true), RunEnd::complete);
  EXPECT_EQ(contents(database), whole);
  EXPECT_LT(victim_.rows - rows_before, static_cast<int>(24 * kBudget));
}

TEST_F(RunnerTest, ResumingRepeatsNoQuery) {
  auto database = create("parts");
  run(database, 2, 10, false);
  int stored = 0;
  for (const auto& row : database.instances()) stored += row.queries;
  const int before = victim_.rows;
  run(database, 2, 0, true);
  int total = 0;
  for (const auto& row : database.instances()) total += row.queries;
  EXPECT_EQ(victim_.rows - before, total - stored);
}

TEST_F(RunnerTest, ARunByLabelsQueriesNoScoresAndResumesExactly) {
  visible_ = Visibility::label();
  testing::LabelVictim victim({1, 9, 9}, 4, 3, 1.5);
  const std::vector<std::string> attacks = {"square:repeats=2", "simba:repeats=3:noise=1"};
  auto whole = create("whole", victim, attacks);
  EXPECT_EQ(run(whole, victim, 2, 0, false), RunEnd::complete);
  auto parts = create("parts", victim, attacks);
  for (const int rounds : {5, 11, 0}) run(parts, victim, 1, rounds, true);
  EXPECT_EQ(contents(parts), contents(whole));
  for (const auto& query : whole.queries(0)) {
    EXPECT_TRUE(query.scores.empty());
    EXPECT_EQ(query.objective, query.success ? 1 : -1);
  }
}

TEST_F(RunnerTest, CleanPredictionsAreThoseOfTheMajority) {
  testing::NoisyVictim victim({1, 9, 9}, 4, 3, 1.5, 0.5);
  const auto wrong = [&](int repeats) {
    PlanOptions options;
    options.attacks = {"random"};
    options.inputs = 1000;
    options.repeats = repeats;
    const int rows = victim.rows;
    const Plan plan = make_plan(victim, data_, options, kBudget);
    EXPECT_EQ(plan.clean_inputs, data_.size());
    EXPECT_EQ(plan.clean_queries, data_.size() * repeats) << "each answer counts";
    EXPECT_EQ(victim.rows - rows, plan.clean_queries);
    return plan.clean_inputs - plan.clean_correct;
  };
  EXPECT_GT(wrong(1), wrong(101)) << "noise is voted down";
}

TEST_F(RunnerTest, ARunOnARandomVictimResumesExactlyAndEndsWithinItsBudget) {
  int successes = 0, lucky = 0;
  for (const Repeats& repeats : {Repeats{1, 5, 3}, Repeats{2, 3, 2}}) {
    repeats_ = repeats;
    const std::string name = std::to_string(repeats.average);
    testing::NoisyVictim victim({1, 9, 9}, 4, 3, 1.5, 0.1);
    auto whole = create("whole" + name, victim, {"square", "random"});
    EXPECT_EQ(run(whole, victim, 2, 0, false), RunEnd::complete);
    auto parts = create("parts" + name, victim, {"square", "random"});
    for (const int rounds : {2, 5, 0}) run(parts, victim, 1, rounds, true);
    EXPECT_EQ(contents(parts), contents(whole));
    for (const auto& row : whole.instances()) {
      const auto queries = whole.queries(row.id);
      EXPECT_EQ(static_cast<int>(queries.size()), row.queries);
      EXPECT_LE(row.queries, kBudget);
      successes += row.status == InstanceStatus::success ? 1 : 0;
      for (const auto& query : queries) lucky += query.predicted == row.target && !query.success ? 1 : 0;
    }
  }
  EXPECT_GT(successes, 0);
  EXPECT_GT(lucky, successes) << "answers that reached the goal, and were no success alone";
}

TEST_F(RunnerTest, AWhiteBoxRunResumesExactlyWithoutNewQueries) {
  auto whole = create("whole", victim_, {"pgd:steps=6", "square"});
  EXPECT_EQ(run(whole, 2, 0, false), RunEnd::complete);
  auto parts = create("parts", victim_, {"pgd:steps=6", "square"});
  run(parts, 2, 9, true);
  const int before = victim_.rows;
  run(parts, 2, 1, true);
  EXPECT_LE(victim_.rows - before, window_) << "gradients are computed again, scores are not";
  run(parts, 2, 0, true);
  EXPECT_EQ(contents(parts), contents(whole));
}

// Boundary goes from the example of its target class, far outside the ball, towards the original.
TEST_F(RunnerTest, AnAttackThatLeavesTheBallStartsFromTheExampleOfItsTarget) {
  class Recorder : public testing::LinearVictim {
   public:
    using LinearVictim::LinearVictim;
    Scores scores(const Batch& images) override {
      first = first.size() == 0 ? Batch(images.row(0)) : first;
      return LinearVictim::scores(images);
    }
    Batch first;
  } recorder({1, 9, 9}, 4, 3, 1.5);
  auto database = create("run", victim_, {"boundary"});
  window_ = 1;
  EXPECT_EQ(run(database, recorder, 1, 1, false), RunEnd::interrupted);
  const InstanceRow row = database.instances().front();
  const auto examples = database.examples();
  const auto example = std::find_if(examples.begin(), examples.end(),
                                    [&](const ExampleRow& one) { return one.label == *row.target; });
  ASSERT_NE(example, examples.end());
  Eigen::RowVectorXf start(81), original(81);
  const auto inputs = database.inputs();
  const auto start_pixels = pixels_of_content(example->content, false);
  const auto original_pixels = pixels_of_content(inputs[static_cast<std::size_t>(row.input)].content, false);
  for (int i = 0; i < 81; ++i) {
    start[i] = start_pixels[i];
    original[i] = original_pixels[i];
  }
  EXPECT_FALSE(ball_.contains(original.data(), recorder.first.data(), 81));
  EXPECT_LT((recorder.first - start).norm(), 0.1F * (original - start).norm());
}

TEST_F(RunnerTest, RefusesToResumeIfAttacksRequestOtherImages) {
  auto database = create("parts");
  run(database, 2, 10, false);
  ball_ = LinfBall(5.0 / 255, false);
  EXPECT_THROW(run(database, 2, 0, true), InputError);
}

TEST_F(RunnerTest, AnImageThatBreaksTheVictimFailsAloneWithItsReason) {
  testing::FailingVictim broken({1, 9, 9}, 4, 3, 1.5);
  broken.fails = [&](const Eigen::RowVectorXf& image) {
    return (image.head(20).array() > 0.9F).count() > 6 && (image.tail(20).array() < 0.2F).count() > 2;
  };
  auto database = create("run");
  EXPECT_EQ(run(database, broken, 2, 0, false), RunEnd::complete);
  for (const auto& row : database.instances()) {
    EXPECT_NE(row.status, InstanceStatus::running);
    EXPECT_EQ(row.status == InstanceStatus::failed, !row.reason.empty());
  }
}

// Victim that answers nothing from a given call on, until it is repaired.
class BreakingVictim final : public testing::LinearVictim {
 public:
  using LinearVictim::LinearVictim;
  Scores scores(const Batch& images) override {
    if (calls_left == 0) throw VictimError("connection refused");
    --calls_left;
    return LinearVictim::scores(images);
  }
  int calls_left = -1;
};

TEST_F(RunnerTest, ARunInterruptedByAnOutageResumesExactly) {
  const std::string whole = whole_run("whole", 2);
  BreakingVictim breaking({1, 9, 9}, 4, 3, 1.5);
  auto database = create("parts");
  for (const int calls : {0, 5, 30}) {
    breaking.calls_left = calls;
    EXPECT_THROW(run(database, breaking, 2, 0, true), VictimDown);
    for (const auto& row : database.instances()) EXPECT_NE(row.status, InstanceStatus::failed);
  }
  breaking.calls_left = -1;
  EXPECT_EQ(run(database, breaking, 2, 0, true), RunEnd::complete);
  EXPECT_EQ(contents(database), whole);
  int queries = 0, attempts = 0;
  for (const auto& row : database.instances()) {
    queries += row.queries;
    attempts += row.attempts;
  }
  EXPECT_EQ(attempts, queries + 3 * window_);
}

// Ctrl-C comes when three of the seven questions of a round are answered.
TEST_F(RunnerTest, AnInterruptedRoundKeepsItsAnswers) {
  const std::string whole = whole_run("whole", 2);
  class Interrupted final : public testing::InterruptibleVictim {
   public:
    using InterruptibleVictim::InterruptibleVictim;
    Scores scores(const Batch& images) override {
      interrupted = calls_left-- == 0;
      return InterruptibleVictim::scores(images);
    }
    int calls_left = 0;
  } waiting({1, 9, 9}, 4, 3, 1.5);
  waiting.answered = 3;
  auto database = create("parts");
  for (const int calls : {3, 20, 35}) {
    waiting.calls_left = calls;
    EXPECT_THROW(run(database, waiting, 2, 0, true), VictimDown);
  }
  EXPECT_EQ(run(database, 2, 0, true), RunEnd::complete);
  EXPECT_EQ(contents(database), whole);
  for (const auto& row : database.instances()) EXPECT_EQ(row.attempts, row.queries) << "paid twice";
}

TEST_F(RunnerTest, QueriesInProgressWhenTheProcessDiedAreAttempts) {
  const std::string whole = whole_run("whole", 2);
  testing::Mortal<testing::LinearVictim> mortal({1, 9, 9}, 4, 3, 1.5);
  auto database = create("parts");
  died_ = true;
  for (const int calls : {3, 20, 35}) {
    mortal.calls_left = calls;
    EXPECT_THROW(run(database, mortal, 2, 0, mortal.rows > 0), testing::Killed);
  }
  EXPECT_EQ(run(database, mortal, 2, 0, true), RunEnd::complete);
  EXPECT_EQ(contents(database), whole);
  int queries = 0, attempts = 0;
  for (const auto& row : database.instances()) {
    queries += row.queries;
    attempts += row.attempts;
  }
  EXPECT_EQ(attempts, mortal.rows);
  EXPECT_GT(attempts, queries);
}

}  // namespace
}  // namespace bora::attacks::runner_test
