#include "attacks/checks/evaluation_checks.h"

#include <algorithm>

#include "attacks/checks/checked_run_fixture.h"
#include "common/error.h"
#include "common/files/storage_error.h"
#include "support/input_error.h"

namespace bora::attacks {
namespace {

using EvaluationChecks = CheckTest;

std::string text_of(const CheckReport& report) {
  std::string text;
  for (const auto& check : report.checks) text += check.id + " " + check.status + ": " + check.text + "\n";
  return text;
}

std::string status_of(const CheckReport& report, const std::string& id) {
  const auto found = std::ranges::find(report.checks, id, &EvaluationCheck::id);
  return found == report.checks.end() ? "missing" : found->status;
}

TEST_F(EvaluationChecks, AHealthyVictimPassesAll) {
  ball_ = LinfBall(20.0 / 255, false);
  attack(victim_, {"square", "random"});
  Oracle<Pixels> oracle(victim_);
  const int before = victim_.rows;
  const auto report = make_checks(checked(oracle), CheckLevel::full, {});
  EXPECT_EQ(report.checks.size(), 8U);
  for (const auto& check : report.checks) EXPECT_EQ(check.status, "pass") << check.id << ": " << check.text;
  const std::int64_t queries = database_->get(&RunFacts::check_queries);
  EXPECT_GT(queries, 20);
  EXPECT_EQ(queries, victim_.rows - before) << "every forward pass is counted";
  EXPECT_TRUE(end_was_checked(report.checks));
}

TEST_F(EvaluationChecks, TheSameSeedMakesTheSameChecksWhateverTheThreads) {
  attack(victim_, {"square"});
  Oracle<Pixels> oracle(victim_);
  ThreadPool one(1);
  const CheckedRun<Pixels> many = checked(oracle);
  const CheckedRun<Pixels> alone{many.database, many.oracle, many.task,       many.attacks, many.visible,
                                 many.noun,     many.batch,  many.make_setup, one,          many.stop};
  EXPECT_EQ(text_of(make_checks(many, CheckLevel::full, {})),
            text_of(make_checks(alone, CheckLevel::full, {})));
}

TEST_F(EvaluationChecks, BasicQueriesCleanImagesOnlyAndReportsOmittedChecks) {
  attack(victim_, {"square"});
  Oracle<Pixels> oracle(victim_);
  const int before = victim_.rows;
  const auto basic = make_checks(checked(oracle), CheckLevel::basic, {});
  EXPECT_EQ(victim_.rows - before, 2 * kImages);
  EXPECT_EQ(database_->get(&RunFacts::check_queries), 2 * kImages);
  EXPECT_EQ(status_of(basic, "deterministic"), "pass");
  EXPECT_EQ(status_of(basic, "scores-respond"), "pass");
  EXPECT_EQ(status_of(basic, "unbounded"), "open");
  EXPECT_NE(text_of(basic).find("--checks basic"), std::string::npos);
}

TEST_F(EvaluationChecks, AVictimThatFailsLeavesThoseChecksOpen) {
  testing::FailingVictim failing(kShape, kClasses, 3, 1.5);
  attack(failing, {"square"});
  Oracle<Pixels> oracle(failing);
  failing.fails = [](const Eigen::RowVectorXf& image) { return (image.array() == 1).count() > 20; };
  const auto some = make_checks(checked(oracle), CheckLevel::full, {});
  EXPECT_EQ(status_of(some, "unbounded"), "open");
  EXPECT_NE(text_of(some).find("the model failed while it was made: scores are not finite"),
            std::string::npos);
  EXPECT_EQ(status_of(some, "deterministic"), "pass");
  EXPECT_EQ(status_of(some, "white-box"), "pass");
  failing.fails = [](const Eigen::RowVectorXf&) { return true; };
  const auto none = make_checks(checked(oracle), CheckLevel::full, {});
  EXPECT_EQ(none.checks.size(), 8U);
  EXPECT_EQ(status_of(none, "deterministic"), "open");
  EXPECT_EQ(status_of(none, "scores-informative"), "pass") << "asks nothing";
}

TEST_F(EvaluationChecks, AnAttackErrorLeavesACheckOpenAndAFullDiskEndsAll) {
  attack(victim_, {"square"});
  Oracle<Pixels> oracle(victim_);
  CheckedRun<Pixels> run = checked(oracle);
  run.make_setup = [](Bound, const std::string&) -> CheckSetup<Pixels> {
    throw std::runtime_error("no such thing");
  };
  const auto report = make_checks(run, CheckLevel::full, {});
  EXPECT_EQ(status_of(report, "unbounded"), "open");
  EXPECT_NE(text_of(report).find("could not be made: no such thing"), std::string::npos);
  run.make_setup = [](Bound, const std::string&) -> CheckSetup<Pixels> { throw StorageError("disk full"); };
  EXPECT_THROW(make_checks(run, CheckLevel::full, {}), StorageError);
}

TEST_F(EvaluationChecks, CtrlCDiscardsAllChecks) {
  attack(victim_, {"square"});
  Oracle<Pixels> oracle(victim_);
  std::vector<std::string> begun;
  const auto before = victim_.rows;
  const auto report =
      make_checks(checked(oracle), CheckLevel::full, [&](double share, const std::string& id) {
        begun.push_back(id);
        EXPECT_LT(share, 1);
        stop_ = id == "unbounded";
      });
  EXPECT_TRUE(report.stopped);
  EXPECT_TRUE(report.checks.empty());
  EXPECT_GT(victim_.rows, before);
  EXPECT_EQ(database_->get(&RunFacts::check_queries), victim_.rows - before)
      << "what was asked is on the bill all the same";
  EXPECT_EQ(begun.back(), "unbounded") << "ends between two rounds";
}

TEST_F(EvaluationChecks, CountQueriesBeforeTheyAreSent) {
  repeats_ = {1, 5, 3};
  testing::Mortal<testing::NoisyVictim> mortal(kShape, kClasses, 3, 1.5, 0.1);
  attack(mortal, {"square", "pgd"});
  Oracle<Pixels> oracle(mortal);
  const int before = mortal.rows;
  for (const int calls : {0, 3, 10, 25}) {
    mortal.calls_left = calls;
    EXPECT_THROW(make_checks(checked(oracle), CheckLevel::full, {}), testing::Killed);
    EXPECT_EQ(database_->get(&RunFacts::check_queries), mortal.rows - before);
  }
  make_checks(checked(oracle), CheckLevel::full, {});
  EXPECT_EQ(database_->get(&RunFacts::check_queries), mortal.rows - before);
}

// Ctrl-C interrupts a query that is waiting to be sent.
TEST_F(EvaluationChecks, AnInterruptedQueryDiscardsAllChecks) {
  testing::InterruptibleVictim waiting(kShape, kClasses, 3, 1.5);
  attack(waiting, {"square"});
  Oracle<Pixels> oracle(waiting);
  waiting.interrupted = true;
  const auto report = make_checks(checked(oracle), CheckLevel::full, {});
  EXPECT_TRUE(report.stopped);
  EXPECT_TRUE(report.checks.empty());
}

TEST(Check, AreOrderedAndTheLaterOfTwoCounts) {
  const auto ordered =
      in_order({make_check("white-box", "pass", "w"), make_check("deterministic", "open", "x"),
                make_check("input-range", "fail", "r"), make_check("deterministic", "pass", "d")});
  ASSERT_EQ(ordered.size(), 3U);
  EXPECT_EQ(ordered[0].text, "d");
  EXPECT_EQ(ordered[1].id, "input-range");
  EXPECT_EQ(ordered[2].id, "white-box");
  EXPECT_FALSE(ordered[2].title.empty());
  EXPECT_THROW(make_check("nonsense", "pass", ""), std::logic_error);
  testing::expect_input_error([] { parse_check_level("some"); }, "checks", "some", "basic");
}

}  // namespace
}  // namespace bora::attacks
