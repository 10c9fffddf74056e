#include "tools/report/figures/cost.h"

#include <gtest/gtest.h>

#include "support/temporary_folder.h"
#include "tools/report/synthetic_run.h"

namespace bora {
namespace {

/// One attack on two images: 10 and 30 queries, and an attempt that was not answered.
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
  const RunRecord run = priced_run();
  const RunCost cost = cost_of(run, summarise(run)).value();
  EXPECT_EQ(cost.inputs, 10 + 31 + 100 + 1000 + 2);
  EXPECT_DOUBLE_EQ(cost.total(), 2 * 1143 / 1000.0);
  EXPECT_EQ(cost_text(cost),
            "2.29 for 1,143 inputs at 2 per 1,000: attempts, clean inputs, checks and verification");
}

TEST(RunCost, CountsVerificationAsOftenAsItAsks) {
  RunRecord run = priced_run();
  run.repeats = 5;
  EXPECT_EQ(cost_of(run, summarise(run)).value().inputs, 10 + 31 + 100 + 1000 + 2 * 5);
}

}  // namespace
}  // namespace bora
