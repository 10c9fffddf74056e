#include "report/figures/checks.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "attacks/record/synthetic_run.h"
#include "common/json.h"
#include "report/figures/summary.h"
#include "report/views/run_views.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::report::checks_test {
namespace {

RunRecord record_of(const SyntheticRun& run) {
  const testing::TemporaryFolder folder;
  return bora::attacks::record_of(run, folder.path());
}

/// Returns an untargeted run of one attack on four images with budget 100.
SyntheticRun four_images(const std::vector<int>& queries) {
  SyntheticRun run;
  run.targeted = false;
  run.checks = {{"deterministic", "Same answer", "pass", "64 images <asked> twice"}};
  for (std::size_t i = 0; i < queries.size(); ++i) {
    run.inputs.push_back({1, 1, true, ""});
    add_instance(run, "square", static_cast<int>(i), 0, queries[i]);
    run.instances.back().target.reset();
  }
  return run;
}

EvaluationCheck check_of(const RunRecord& run, const std::string& id) {
  const RunSummary summary = summarise(run);
  const auto found = std::ranges::find(summary.checks, id, &EvaluationCheck::id);
  return found == summary.checks.end() ? EvaluationCheck{} : *found;
}

TEST(EvaluationCheckFigures, ASoundRunPassesWhatItsRecordsDecide) {
  const RunRecord run = record_of(four_images({10, 20, 30, 40}));
  for (const EvaluationCheck& check : summarise(run).checks)
    EXPECT_EQ(check.status, "pass") << check.id << ": " << check.text;
  EXPECT_EQ(summarise(run).checks.size(), 6U);
  EXPECT_EQ(check_counts(summarise(run).checks), "6 passed");
}

TEST(EvaluationCheckFigures, AnAttackThatStillFindsMuchAtTheEndOfItsBudgetIsWarnedOf) {
  const EvaluationCheck late = check_of(record_of(four_images({10, 81, 90, 100})), "budget");
  EXPECT_EQ(late.status, "warn");
  EXPECT_EQ(
      late.text,
      "square succeeded on 3 of 4 instances, 2 of them in the last fifth of the budget: with more queries it "
      "would find more");
  EXPECT_EQ(check_of(record_of(four_images({10, 80, 80, 100})), "budget").status, "pass");
  EXPECT_EQ(check_of(record_of(four_images({10, 81, 90, 99})), "budget").status, "pass")
      << "nothing is left to find";
  EXPECT_EQ(check_of(record_of(four_images({100, 100, 100, 100})), "budget").status, "open")
      << "found nothing at all";
  RunRecord universal = record_of(four_images({10, 81, 90, 100}));
  universal.searched = 2;
  EXPECT_EQ(check_of(universal, "budget").status, "open") << "says nothing of the search";
}

TEST(EvaluationCheckFigures, FaultsContradictionsAndWhatWasNotConfirmedFail) {
  RunRecord run = record_of(four_images({10, 20, 30, 40}));
  run.instances[0].queries = 120;
  run.instances[1].verification->confirmed = false;
  run.instances[2].status = InstanceStatus::failed;
  run.instances[2].reason = "out of memory";
  EXPECT_EQ(check_of(run, "within-budget").status, "fail");
  EXPECT_EQ(check_of(run, "verified").status, "fail");
  EXPECT_EQ(check_of(run, "consistent").status, "fail");
  const EvaluationCheck faults = check_of(run, "no-faults");
  EXPECT_EQ(faults.status, "fail");
  EXPECT_EQ(faults.text, "1 of 4 instances failed, whose outcome is not known: square (1x): out of memory");
  run.minimise = true;
  run.instances[0].reason = "it hangs";
  EXPECT_EQ(
      check_of(run, "no-faults").text,
      faults.text +
          "; 1 of 4 instances ended by a fault after the first success, so smaller changes might succeed, "
          "too: square (1x): it hangs");
}

TEST(EvaluationCheckFigures, AFaultAfterTheFirstSuccessIsWarnedOf) {
  RunRecord run = record_of(four_images({10, 20, 30, 40}));
  run.minimise = true;
  run.instances[1].reason = "out of memory";
  run.instances[2].reason = attacks::kNothingLeft;
  const EvaluationCheck faults = check_of(run, "no-faults");
  EXPECT_EQ(faults.status, "warn");
  EXPECT_EQ(
      faults.text,
      "1 of 4 instances ended by a fault after the first success, so smaller changes might succeed, too: "
      "square (1x): out of memory");
}

TEST(EvaluationCheckFigures, ChanceMayLetExamplesOfARandomModelFallButNotOutsideTheBall) {
  RunRecord run = record_of(four_images({10, 20, 30, 40}));
  run.instances[1].verification->confirmed = false;
  EXPECT_TRUE(summarise(run).attacks[0].verification.at_fault(1)) << "a model that always answers alike";
  run.repeats = 5;
  run.success_in = 3;
  EXPECT_FALSE(summarise(run).attacks[0].verification.at_fault(5));
  const EvaluationCheck fell = check_of(run, "verified");
  EXPECT_EQ(fell.status, "warn");
  EXPECT_EQ(fell.text,
            "of 4 adversarial examples, 1 did not reach their goal in 3 of 5 new answers when they were read "
            "back: they count as failures");
  run.instances[2].verification->within = false;
  EXPECT_TRUE(summarise(run).attacks[0].verification.at_fault(5));
  EXPECT_EQ(check_of(run, "verified").status, "fail");
}

TEST(EvaluationCheckFigures, NothingThatIsConfirmedIsAFault) {
  const RunRecord run = record_of(four_images({10, 20, 30, 40}));
  EXPECT_FALSE(summarise(run).attacks[0].verification.at_fault(1));
  EXPECT_FALSE(summarise(run).attacks[0].verification.at_fault(5));
}

TEST(EvaluationCheckFigures, WhatIsNotKnownYetIsOpen) {
  RunRecord run = record_of(four_images({10, 20, 30, 40}));
  run.instances[3].verification.reset();
  EXPECT_EQ(check_of(run, "verified").status, "open");
  run.instances[3].status = InstanceStatus::running;
  EXPECT_EQ(check_of(run, "no-faults").status, "open");
  EXPECT_EQ(check_of(record_of(four_images({100, 100})), "verified").status, "open");
}

/// Returns checks of every status, as a run stores them.
RunRecord checked_run(const testing::TemporaryFolder& folder) {
  SyntheticRun run = four_images({10, 20, 30, 40});
  run.checks = {{"deterministic", "Same answer", "pass", "64 images <asked> twice"},
                {"white-box", "Black box & white box", "fail", "pgd 0 of 8"},
                {"unbounded", "No bound", "warn", "7 of 8"},
                {"as-claimed", "Claim", "open", "claims nothing"}};
  run.check_queries = 1234;
  return bora::attacks::record_of(run, folder.path());
}

TEST(EvaluationCheckFigures, EveryFormatShowsThem) {
  const testing::TemporaryFolder folder;
  const RunRecord run = checked_run(folder);
  const RunReport report = report_of(run);
  EXPECT_EQ(check_counts(report.checks), "6 passed, 1 failed, 1 warning, 1 open");

  const std::string text = text_summary(report);
  EXPECT_NE(
      text.find(
          "checks: 6 passed, 1 failed, 1 warning, 1 open (1,234 queries for them, outside every budget)\n"
          "  Failed   expected: Black box & white box; found: pgd 0 of 8\n"
          "  Warning  expected: No bound; found: 7 of 8\n"
          "  Open     expected: Claim; found: claims nothing\n"),
      std::string::npos)
      << text;
  EXPECT_EQ(text.find("Same answer"), std::string::npos) << "what is passed is counted";

  const auto json = parse_valid_json(summary_json(report));
  EXPECT_EQ(json["check_queries"], 1234);
  ASSERT_EQ(json["checks"].size(), 9U);
  EXPECT_EQ(json["checks"][1], (nlohmann::json{{"id", "white-box"},
                                               {"title", "Black box & white box"},
                                               {"status", "fail"},
                                               {"text", "pgd 0 of 8"}}));

  const std::string page = html_report(report);
  const auto section = page.find("<h2 id=\"checks\">Checks of this evaluation</h2>");
  ASSERT_NE(section, std::string::npos);
  EXPECT_LT(section,
            page.find("<span class=\"badge good\">Passed</span><span><strong>Same answer</strong>: 64 images "
                      "&lt;asked&gt; twice.</span>"));
  EXPECT_NE(page.find("<span class=\"badge caution\">Warning</span><span><strong>No bound"),
            std::string::npos);
  EXPECT_NE(page.find("1,234 queries for them, outside every budget."), std::string::npos);
  const auto entry = page.find(
      "<dt>Checks</dt><dd><span class=\"badge bad\">Failed</span> Black box &amp; white box<br>"
      "<a href=\"#checks\">6 passed, 1 failed, 1 warning, 1 open</a>");
  EXPECT_LT(entry, section) << "what failed is told on the first page";
}

TEST(EvaluationCheckFigures, ARunThatMadeNoneShowsNone) {
  const testing::TemporaryFolder folder;
  SyntheticRun synthetic = four_images({10, 20});
  synthetic.checks.clear();
  const RunRecord run = bora::attacks::record_of(synthetic, folder.path());
  const RunReport report = report_of(run);
  EXPECT_TRUE(report.checks.empty());
  EXPECT_EQ(text_summary(report).find("checks:"), std::string::npos);
  EXPECT_EQ(html_report(report).find("Checks of this evaluation"), std::string::npos);
  EXPECT_TRUE(parse_valid_json(summary_json(report))["checks"].empty());
}

TEST(EvaluationCheckFigures, ChecksThatAreDamagedAreRefused) {
  const testing::TemporaryFolder folder;
  SyntheticRun run = four_images({10});
  run.checks = {{"deterministic", "Same answer", "perhaps", "so"}};
  testing::expect_input_error([&] { bora::attacks::record_of(run, folder.path()); }, "run.checks", "perhaps",
                              "pass, warn, fail or open");
}

}  // namespace
}  // namespace bora::report::checks_test
