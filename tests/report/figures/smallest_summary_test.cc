#include "report/figures/smallest_summary.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "attacks/record/synthetic_run.h"
#include "report/figures/summary.h"
#include "report/figures/two_attacks.h"
#include "report/views/run_views.h"

namespace bora::report::smallest_summary_test {
namespace {

using testing::add;
using testing::record_of;

// The smallest distances on the first two images are 2 and 5 levels, the first one on the second image is 8;
// the third image resists.
TEST(SmallestSummary, HasAccuracyAgainstTheBound) {
  SyntheticRun synthetic;
  synthetic.targeted = false;
  synthetic.attacks = {"square"};
  synthetic.inputs = {{0, 0, true, ""}, {1, 2, true, ""}, {3, 3, true, ""}};
  add(synthetic, "square", 0, 1, "success", 10);
  add(synthetic, "square", 1, 1, "success", 20);
  add(synthetic, "square", 2, 1, "exhausted", 100);
  for (SyntheticInstance& instance : synthetic.instances) instance.target.reset();
  RunRecord run = record_of(synthetic);
  run.minimise = true;
  run.epsilon = 8.0 / 255;
  const auto found = [&](int instance, std::vector<std::pair<int, int>> nearer) {
    for (const auto& [number, levels] : nearer)
      run.instances[instance].nearer.push_back({instance, number, levels / 255.0, "{}"});
    run.instances[instance].adversarial->distance = nearer.back().second / 255.0;
  };
  found(0, {{10, 2}});
  found(1, {{20, 8}, {30, 5}});
  const RunSummary summary = summarise(run);
  ASSERT_TRUE(summary.smallest);
  const SmallestResult& square = summary.smallest->attacks.at(0);
  EXPECT_EQ(summary.smallest->most, 8);
  EXPECT_EQ(square.smallest.quantiles[1].queries, 5);
  EXPECT_EQ(square.first.quantiles[1].queries, 8);
  // A distance equal to the bound, stored in single precision, and one off the grid.
  RunRecord off_grid = run;
  off_grid.continuous = true;
  off_grid.epsilon = 0.1;
  for (InstanceRecord& instance : off_grid.instances)
    for (NearerRow& row : instance.nearer) row.distance = static_cast<double>(0.1F);
  const RunSummary at_bound = summarise(off_grid);
  EXPECT_EQ(at_bound.smallest->attacks.at(0).first.quantiles[0].queries, at_bound.smallest->most);
  std::vector<double> accuracies;
  for (const SmallestPoint& point : square.points) {
    EXPECT_TRUE(point.interval);
    EXPECT_NEAR(*point.rate + *point.accuracy.accuracy_low, 1, 1e-12);
    accuracies.push_back(*point.accuracy.accuracy_low);
  }
  const double third = 1.0 / 3;  // at 1, 2, 3, 5 and 8 levels
  ASSERT_EQ(accuracies.size(), 5U);
  for (const auto& [place, expected] :
       std::map<int, double>{{0, 1}, {1, 2 * third}, {2, 2 * third}, {3, third}, {4, third}})
    EXPECT_NEAR(accuracies[place], expected, 1e-12) << place;
  EXPECT_NE(text_summary(report_of(run)).find("median smallest         5/255"), std::string::npos)
      << text_summary(report_of(run));

  RunRecord cut = run;
  for (InstanceRecord& instance : cut.instances) instance.status = InstanceStatus::running;
  EXPECT_NE(text_summary(report_of(cut)).find("median smallest         n/a"), std::string::npos)
      << text_summary(report_of(cut));

  run.threat = "l0";
  run.epsilon = 8;
  for (InstanceRecord& instance : run.instances)
    for (NearerRow& row : instance.nearer) row.distance *= 255;
  EXPECT_EQ(summarise(run).smallest->most, 8);
  EXPECT_EQ(summarise(run).smallest->attacks.at(0).smallest.quantiles[1].queries, 5);
  EXPECT_NE(text_summary(report_of(run)).find("median smallest         5 ["), std::string::npos)
      << text_summary(report_of(run));
  EXPECT_NE(results_csv(run).find(",l0,first_l0,l2,"), std::string::npos) << results_csv(run);

  run.threat = "patch";
  EXPECT_EQ(summarise(run).smallest->most, 8);
  EXPECT_NE(text_summary(report_of(run)).find("median smallest         5 ["), std::string::npos)
      << text_summary(report_of(run));
  EXPECT_NE(results_csv(run).find(",patch,first_patch,l2,"), std::string::npos) << results_csv(run);
}

// A nearer example might have been found if the victim had answered.
TEST(SmallestSummary, AFaultAfterTheFirstSuccessLeavesTheDistanceOpen) {
  SyntheticRun run;
  run.targeted = false;
  run.attacks = {"square"};
  for (int i = 0; i < 4; ++i) {
    run.inputs.push_back({1, 1, true, ""});
    add(run, "square", i, 0, "success", 10);
    run.instances.back().target.reset();
  }
  RunRecord record = record_of(run);
  record.minimise = true;
  for (attacks::InstanceRecord& instance : record.instances) {
    instance.reason = attacks::kNothingLeft;
    instance.adversarial->distance = 50.0 / 255;
    instance.nearer = {{instance.id, 10, 50.0 / 255, "{}"}};
  }
  const auto accuracy_at_10 = [](const RunSummary& summary) {
    return summary.smallest->attacks[0].points[4].accuracy;
  };
  RunSummary summary = summarise(record);
  ASSERT_NEAR(summary.smallest->attacks[0].points[4].bound, 10.0 / 255, 1e-9);
  EXPECT_EQ(summary.smallest->attacks[0].smallest.successful.successes, 4);
  EXPECT_EQ(accuracy_at_10(summary).undecided, 0);
  EXPECT_TRUE(report_of(record, summary).words.alarms.empty());

  record.instances[0].reason = "the victim died";
  record.instances[3].reason = "the victim died";
  summary = summarise(record);
  EXPECT_EQ(summary.attacks[0].successes(), 4);
  EXPECT_EQ(summary.worst_case.fooled, 4);
  EXPECT_EQ(summary.smallest->attacks[0].smallest.successful.successes, 2);
  EXPECT_EQ(summary.smallest->attacks[0].first.successful.successes, 2);
  EXPECT_EQ(accuracy_at_10(summary).undecided, 2);
  EXPECT_DOUBLE_EQ(*accuracy_at_10(summary).accuracy_low, 0.5);
  ASSERT_EQ(summary.broken_off.size(), 1U);
  EXPECT_EQ(summary.broken_off[0].instances, 2);
  const RunReport report = report_of(record, summary);
  ASSERT_EQ(report.words.alarms.size(), 1U);
  EXPECT_NE(text_summary(report).find("2 instances ended by a fault after the first success"),
            std::string::npos);
}

}  // namespace
}  // namespace bora::report::smallest_summary_test
