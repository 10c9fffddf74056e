#include "report/words/cost.h"

#include <gtest/gtest.h>

#include "attacks/record/synthetic_run.h"
#include "report/views/run_views.h"
#include "support/temporary_folder.h"

namespace bora::report {
namespace {

/// Returns a run of one attack on two images, with 10 and 30 queries and an attempt without an answer.
RunRecord priced_run() {
  SyntheticRun run;
  run.inputs = {{1, 1, true, ""}, {1, 1, true, ""}};
  add_instance(run, "square", 0, 0, 10);
  add_instance(run, "square", 1, 0, 30);
  run.instances.back().unanswered = 1;
  const testing::TemporaryFolder folder;
  RunRecord record = record_of(run, folder.path());
  record.price_per_1000 = 2;
  record.clean_queries = 100;
  record.check_queries = 1000;
  return record;
}

TEST(RunCost, IsNoneWithoutAPrice) {
  RunRecord run = priced_run();
  run.price_per_1000 = 0;
  EXPECT_FALSE(cost_of(run, summarise(run)));
}

TEST(RunCost, CountsEveryInputThatWasPutToTheModel) {
  RunRecord run = priced_run();
  run.loading_inputs = 57;
  const RunCost cost = cost_of(run, summarise(run)).value();
  EXPECT_EQ(cost.inputs, 10 + 31 + 100 + 1000 + 2 + 57);
  EXPECT_DOUBLE_EQ(cost.total(), 2 * 1200 / 1000.0);
  EXPECT_EQ(cost_text(cost),
            "2.40 for 1,200 inputs at 2 per 1,000: attempts, clean inputs, checks, verification and loading");
}

TEST(RunCost, CountsTheSearchForUniversalPerturbations) {
  RunRecord run = priced_run();
  const std::int64_t before = cost_of(run, summarise(run))->inputs;
  run.searched = 2;
  run.searches.resize(6);
  run.search_repeats = 3;
  const RunCost cost = cost_of(run, summarise(run)).value();
  EXPECT_EQ(cost.inputs, before + 6 + 3);
  EXPECT_NE(cost_text(cost).find(": attempts, the search for perturbations, clean inputs"),
            std::string::npos);
}

TEST(RunCost, StandsInMarkdownWithTheAttempts) {
  const RunRecord run = priced_run();
  const std::string text = report_markdown(report_of(run));
  EXPECT_NE(text.find("2.29 for 1,143 inputs at 2 per 1,000"), std::string::npos) << text;
  EXPECT_NE(text.find("41 forward passes on attacked inputs"), std::string::npos) << text;
}

TEST(RunCost, CountsVerificationAsOftenAsItAsks) {
  RunRecord run = priced_run();
  run.repeats = 5;
  EXPECT_EQ(cost_of(run, summarise(run)).value().inputs, 10 + 31 + 100 + 1000 + 2 * 5);
  // A run that was resumed three times was verified three times, and stores the number of these queries.
  run.verification_queries = 28;
  EXPECT_EQ(cost_of(run, summarise(run)).value().inputs, 10 + 31 + 100 + 1000 + 28);
}

}  // namespace
}  // namespace bora::report
