#include <string>

#include <gtest/gtest.h>

#include "report/figures/checks.h"
#include "report/figures/two_attacks.h"

namespace bora::report::audit_test {
namespace {

using testing::record_of;
using testing::two_attacks;

TEST(Audit, FindsNothingInAHealthyRun) {
  EXPECT_TRUE(audit(record_of(plausible_run(4, true, 1.0))).empty());
  EXPECT_TRUE(audit(record_of(plausible_run(4, false, 0.5))).empty());
}

TEST(Audit, AllowsForTheRoundingOfFloatPixels) {
  RunRecord run = record_of(two_attacks());
  run.instances[0].adversarial->distance += 5e-8;
  EXPECT_TRUE(audit(run).empty());
}

TEST(Audit, FindsEachContradiction) {
  const RunRecord healthy = record_of(two_attacks());
  const auto finds = [&](const std::string& what, const auto& damage) {
    RunRecord run = healthy;
    damage(run);
    const auto findings = audit(run);
    ASSERT_EQ(findings.size(), 1U) << what;
    EXPECT_NE(findings[0].find(what), std::string::npos) << findings[0];
  };
  finds("states 9 queries, the ledger holds 10", [](RunRecord& run) { run.instances[0].queries = 9; });
  finds("numbered up to 11", [](RunRecord& run) { run.instances[0].ledger.last_number = 11; });
  finds("of a budget of 99", [](RunRecord& run) {
    run.instances.resize(2);
    run.instances[1].budget = 99;
  });
  finds("the first at 4", [](RunRecord& run) { run.instances[0].ledger.first_success = 4; });
  finds("has a success at query 7", [](RunRecord& run) {
    run.instances[1].ledger.successes = 1;
    run.instances[1].ledger.first_success = 7;
  });
  finds("without an adversarial example", [](RunRecord& run) { run.instances[0].adversarial.reset(); });
  finds("no success", [](RunRecord& run) { run.instances[1].adversarial = AdversarialRow{}; });
  finds("outside the ball", [](RunRecord& run) { run.instances[0].adversarial->distance += 1 / 255.0; });
  finds("not the goal", [](RunRecord& run) { run.instances[0].adversarial->predicted = 4; });
  finds("misclassified to begin with", [](RunRecord& run) {
    run.instances.resize(1);
    run.inputs[0].predicted = 5;
  });
  finds("occurs twice", [](RunRecord& run) { run.instances[2].input = 0; });
}

}  // namespace
}  // namespace bora::report::audit_test
