#include "report/figures/summary.h"

#include <cstdlib>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "attacks/record/synthetic_run.h"
#include "common/error.h"
#include "common/json.h"
#include "report/figures/two_attacks.h"
#include "report/views/run_views.h"
#include "report/words/format.h"
#include "report/words/run_tables.h"

namespace bora::report::summary_test {
namespace {

using testing::add;
using testing::record_of;
using testing::two_attacks;

/// Returns two_attacks() without targets, so that the share that resists is the accuracy under attack.
SyntheticRun untargeted() {
  SyntheticRun run = two_attacks();
  run.targeted = false;
  for (SyntheticInstance& instance : run.instances) instance.target.reset();
  return run;
}

TEST(Summary, ReportsAtTheUsualQueriesUpToTheBudget) {
  SyntheticRun run = two_attacks();
  EXPECT_EQ(summarise(record_of(run)).points, (std::vector<int>{10, 50, 100}));
  run.budget = 130;
  EXPECT_EQ(summarise(record_of(run)).points, (std::vector<int>{10, 50, 100, 130}));
  run.budget = 2000;
  EXPECT_EQ(summarise(record_of(run)).points.back(), 2000);
}

TEST(Summary, CountsStatusesQueriesAndSuccesses) {
  const RunSummary summary = summarise(record_of(two_attacks()));
  ASSERT_EQ(summary.attacks.size(), 2U);
  const AttackResult& square = summary.attacks[0];
  EXPECT_EQ(square.name, "square");
  EXPECT_EQ(square.count(InstanceStatus::success), 1);
  EXPECT_EQ(square.count(InstanceStatus::exhausted), 1);
  EXPECT_EQ(square.queries, 110);
  EXPECT_EQ(square.points[0].successes, 1);
  EXPECT_DOUBLE_EQ(*square.points[0].rate, 0.5);
  EXPECT_EQ(summary.attack_queries, 310);
  EXPECT_TRUE(summary.complete());
  EXPECT_EQ(summary.skipped.at("misclassified"), 1);
  EXPECT_DOUBLE_EQ(*summary.clean_accuracy, 0.982);
  EXPECT_TRUE(summary.contradictions.empty()) << summary.contradictions.front();
}

TEST(Summary, CutInstancesAreCensoredWhereTheyStopped) {
  SyntheticRun run;
  run.status = "interrupted";
  run.inputs = {{0, 0, true, ""}};
  add(run, "square", 0, 1, "success", 40);
  add(run, "square", 0, 2, "running", 20);  // left the risk set before the success
  add(run, "square", 0, 3, "running", 60);  // was at risk at the success
  add(run, "square", 0, 4, "pending", 0);   // has no influence
  const RunSummary summary = summarise(record_of(run));
  const AttackResult& attack = summary.attacks[0];
  EXPECT_EQ(attack.curve.size(), 3);
  EXPECT_DOUBLE_EQ(*attack.points[1].rate, 0.5);  // within 50: one of the two still at risk
  EXPECT_FALSE(attack.points[2].rate);            // no instance was observed up to 100
  EXPECT_EQ(attack.ended(), 1);
  EXPECT_FALSE(summary.complete());
}

// The budget is 100. Instances that have not begun do not count as failures.
TEST(Summary, AMedianIsNotReachedOnlyWhereNoOpenInstanceCouldReachIt) {
  SyntheticRun run;
  run.status = "interrupted";
  run.attacks = {"square", "random"};
  run.inputs = {{0, 0, true, ""}};
  for (int target = 1; target <= 9; ++target) {
    const bool ended = target < 5;
    add(run, "square", 0, target, ended ? "exhausted" : "pending", ended * 100);
    add(run, "random", 0, target, "pending", 0);
  }
  const auto median = [&](std::size_t attack) {
    return summarise(record_of(run)).attacks[attack].quantiles[1];
  };
  const auto reached = [&]() -> nlohmann::json {
    const RunRecord record = record_of(run);
    const auto json = parse_valid_json(summary_json(report_of(record)));
    return json["attacks"][0]["queries_to_success"]["median"]["reached"];
  };
  EXPECT_TRUE(median(0).followed);
  EXPECT_FALSE(median(0).beyond) << "five of nine may succeed";
  EXPECT_FALSE(median(1).followed);
  EXPECT_FALSE(median(1).beyond);
  const RunRecord record = record_of(run);
  const std::string text = text_summary(report_of(record));
  EXPECT_NE(text.find("median queries          n/a [1, not reached]  n/a\n"), std::string::npos) << text;
  EXPECT_NE(text.find("quartiles               n/a / not reached     n/a / n/a\n"), std::string::npos)
      << text;
  EXPECT_TRUE(reached().is_null());

  // The fifth fails, too: four of nine are left.
  run.instances[8] = run.instances[6];
  run.instances[8].target = 5;
  EXPECT_TRUE(median(0).beyond);
  EXPECT_EQ(reached(), false);
  // An interrupted instance does not count as a failure, either.
  run.instances[8].status = "running";
  run.instances[8].queries = 99;
  EXPECT_FALSE(median(0).beyond);
  run.instances[8].queries = 0;
  for (SyntheticInstance& instance : run.instances)
    if (instance.attack == "square") instance.status = "running";
  for (int i = 0; i < 18; i += 2) run.instances[i].queries = 30;
  EXPECT_FALSE(median(0).followed);
  EXPECT_FALSE(median(0).beyond);
}

// It is not known what the attack would have found if the victim had answered.
TEST(Summary, FailedInstancesAreCutShortWhereTheyFailed) {
  SyntheticRun run;
  run.inputs = {{0, 0, true, ""}};
  add(run, "square", 0, 1, "success", 40);
  add(run, "square", 0, 2, "failed", 20);
  add(run, "square", 0, 3, "failed", 0);  // before its first answer
  add(run, "square", 0, 4, "exhausted", 100);
  const RunSummary summary = summarise(record_of(run));
  const AttackResult& attack = summary.attacks[0];
  EXPECT_EQ(attack.curve.size(), 4);
  EXPECT_DOUBLE_EQ(*attack.points[1].rate, 0.5);
  EXPECT_DOUBLE_EQ(*attack.points[2].rate, 0.5);
  EXPECT_EQ(attack.ended(), 4);
  EXPECT_TRUE(summary.complete());
  ASSERT_EQ(summary.failures.size(), 1U);
  EXPECT_EQ(summary.failures[0].reason, "the victim died");
  const std::string text = text_summary(report_of(record_of(run)));
  EXPECT_NE(text.find("WARNING: 2 instances failed: what the attacks would have found is not known"),
            std::string::npos)
      << text;
}

TEST(Summary, AttemptsAreShownWhereTheyDifferFromQueries) {
  SyntheticRun run = two_attacks();
  EXPECT_EQ(text_summary(report_of(record_of(run))).find("attempts"), std::string::npos);
  run.instances[0].unanswered = 7;
  const RunRecord record = record_of(run);
  const RunReport report = report_of(record);
  EXPECT_EQ(report.attacks[0].queries, 110);
  EXPECT_EQ(report.attacks[0].attempts, 117);
  EXPECT_EQ(report.attack_attempts, 317);
  EXPECT_TRUE(report.contradictions.empty()) << report.contradictions.front();
  EXPECT_NE(text_summary(report).find("attempts"), std::string::npos);
  run.instances[0].unanswered = -1;
  const auto findings = summarise(record_of(run)).contradictions;
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_NE(findings[0].find("9 attempts, fewer than its 10 queries"), std::string::npos) << findings[0];
}

TEST(Summary, AnAttackThatGaveUpEarlyCountsAsFailedToTheBudget) {
  SyntheticRun run = two_attacks();
  run.instances[2].queries = 30;
  const RunSummary summary = summarise(record_of(run));
  EXPECT_DOUBLE_EQ(*summary.attacks[0].points.back().rate, 0.5);
}

TEST(Summary, TheWorstCaseIsPerImageOverAttacksAndTargets) {
  WorstCase worst = summarise(record_of(untargeted())).worst_case;
  EXPECT_EQ(worst.images, 3);
  EXPECT_EQ(worst.misclassified, 1);
  EXPECT_EQ(worst.fooled, 1);
  EXPECT_EQ(worst.resisted(), 1);
  EXPECT_EQ(worst.undecided, 0);
  EXPECT_DOUBLE_EQ(*worst.accuracy_low, 1.0 / 3);
  EXPECT_DOUBLE_EQ(*worst.accuracy_high, 1.0 / 3);
  EXPECT_EQ(worst.instances, 2);
  EXPECT_EQ(worst.instances_fooled, 1);

  SyntheticRun run = untargeted();
  run.instances[3].status = "running";  // the attack on the image that resisted has not ended now
  worst = summarise(record_of(run)).worst_case;
  EXPECT_EQ(worst.undecided, 1);
  EXPECT_DOUBLE_EQ(*worst.accuracy_low, 0);
  EXPECT_DOUBLE_EQ(*worst.accuracy_high, 1.0 / 3);
  EXPECT_EQ(worst.instances, 1);
}

TEST(Summary, ImagesOfTheTargetClassAreInNoShareRightOrWrong) {
  SyntheticRun run = untargeted();
  run.inputs.push_back({1, 1, false, "of the target class"});
  run.inputs.push_back({1, 8, false, "of the target class"});
  EXPECT_EQ(summarise(record_of(run)).worst_case.images, 3);
}

TEST(Summary, WhatCannotBeChangedResists) {
  SyntheticRun run = untargeted();
  run.inputs.push_back({1, 1, false, "cannot be edited"});
  run.inputs.push_back({1, 4, false, "misclassified"});
  const WorstCase worst = summarise(record_of(run)).worst_case;
  EXPECT_EQ(worst.images, 5);
  EXPECT_EQ(worst.safe, 1);
  EXPECT_EQ(worst.resisted(), 2);
  EXPECT_EQ(worst.misclassified, 2);
}

TEST(Summary, WhatTheVerifierContradictsIsNoSuccess) {
  RunRecord run = record_of(two_attacks());
  const RunSummary before = summarise(run);
  ASSERT_EQ(before.attacks[0].successes(), 1);
  run.instances[0].verification->within = false;
  const RunSummary after = summarise(run);
  EXPECT_EQ(after.attacks[0].successes(), 0);
  EXPECT_DOUBLE_EQ(*after.attacks[0].points.back().rate, 0);
  EXPECT_EQ(after.attacks[0].curve.size(), before.attacks[0].curve.size()) << "it stays in the denominator";
  EXPECT_EQ(after.attacks[0].by_classes.at({0, 1}).successes, 0);
  EXPECT_FALSE(after.attacks[0].mean_distance);
  EXPECT_EQ(after.worst_case.fooled, 0);
  EXPECT_EQ(after.worst_case.undecided, 1);
  EXPECT_EQ(after.worst_case.unconfirmed, 1);
}

TEST(Summary, CountsSourceToTarget) {
  const RunSummary summary = summarise(record_of(two_attacks()));
  const auto& cells = summary.attacks[0].by_classes;
  EXPECT_EQ(cells.at({0, 1}).successes, 1);
  EXPECT_EQ(cells.at({3, 1}).instances, 1);
  EXPECT_EQ(cells.at({3, 1}).successes, 0);
}

TEST(Summary, UntargetedCountsWhereTheModelWasLed) {
  SyntheticRun run = two_attacks();
  run.targeted = false;
  for (SyntheticInstance& instance : run.instances) instance.target.reset();
  const RunRecord record = record_of(run);
  const auto cells = summarise(record).attacks[0].by_classes;
  ASSERT_EQ(cells.size(), 1U);
  EXPECT_EQ(cells.begin()->first, std::make_pair(0, record.instances[0].adversarial->predicted));
  EXPECT_EQ(cells.begin()->second.instances, 1);
}

TEST(Summary, ComparesOnPairsBothHaveTried) {
  SyntheticRun run = two_attacks();
  run.instances[3].status = "pending";
  run.instances[3].queries = 0;
  const RunSummary summary = summarise(record_of(run));
  ASSERT_EQ(summary.comparisons.size(), 1U);
  EXPECT_EQ(summary.comparisons[0].points.back().pairs, 1);
  EXPECT_DOUBLE_EQ(*summary.comparisons[0].points.back().difference, 1.0);
}

/// Returns a run of three attacks on one image. Only bo uses the two substitute models, and only bo succeeds.
SyntheticRun run_with_prior() {
  SyntheticRun run;
  run.attacks = {"bo", "square", "bo:prior=no"};
  run.attack_facts["bo"] = {"bo", "a text", "scores", false, "optional"};
  run.attack_facts["square"] = {"square", "a text", "scores", false, "none"};
  run.attack_facts["bo:prior=no"] = {"bo", "a text", "scores", false, "none"};
  run.prior.source = "data";
  run.prior.data = "mnist/, training part";
  run.prior.substitutes = {{"kept/lenet-1.pt", "lenet", "aa", 0.987, 61.0, true},
                           {"kept/vgg7-2.pt", "vgg7", "bb", 0.9, 59.0, false}};
  run.inputs = {{0, 0, true, ""}};
  add(run, "bo", 0, 1, "success", 10);
  add(run, "square", 0, 1, "exhausted", 100);
  add(run, "bo:prior=no", 0, 1, "exhausted", 100);
  return run;
}

TEST(Summary, SetsAttacksWithAPriorApart) {
  const RunSummary summary = summarise(record_of(run_with_prior()));
  std::vector<std::string> names;
  for (const AttackResult& attack : summary.attacks) names.push_back(attack.name + attack.mark());
  EXPECT_EQ(names, (std::vector<std::string>{"square", "bo:prior=no", "bo (prior)"}));
  EXPECT_EQ(summary.comparisons[0].first_label, "bo (prior)") << "the first attack is the reference still";
  EXPECT_EQ(summary.worst_case.fooled, 1);
  ASSERT_TRUE(summary.without_prior);
  EXPECT_EQ(summary.without_prior->fooled, 0);
}

TEST(Summary, AnAttackHasAPriorOnlyWhereTheRunHasOne) {
  SyntheticRun run = run_with_prior();
  run.prior = {};
  const RunSummary black_box = summarise(record_of(run));
  EXPECT_STREQ(black_box.attacks[0].mark(), "");
  EXPECT_EQ(black_box.attacks[0].name, "bo");
  EXPECT_FALSE(black_box.without_prior);
  run.prior.learn = true;
  EXPECT_STREQ(summarise(record_of(run)).attacks[0].mark(), "") << "it does not learn";
  run.attack_facts["bo"].learns = true;
  EXPECT_STREQ(summarise(record_of(run)).attacks.back().mark(), " (prior)");
  run.attacks = {"bo"};
  run.instances.resize(1);
  EXPECT_FALSE(summarise(record_of(run)).without_prior) << "there is nothing to hold it against";
}

TEST(Summary, ASubstituteThatIsSetAsideIsNoPriorToAttacksThatCanDoWithout) {
  SyntheticRun run = run_with_prior();
  run.attack_facts["square"].prior = "required";
  run.prior.substitutes[0].set_aside = true;
  EXPECT_TRUE(record_of(run).with_prior("bo")) << "there is a better one";
  run.prior.substitutes[1].set_aside = true;
  const RunRecord record = record_of(run);
  EXPECT_FALSE(record.with_prior("bo"));
  EXPECT_TRUE(record.with_prior("square"));
  EXPECT_FALSE(record.with_prior("bo:prior=no"));
  EXPECT_NE(knowledge_text(record).find("set aside"), std::string::npos);
}

TEST(Summary, SaysWhatTheAttackersDataShareWithTheVictims) {
  SyntheticRun run = run_with_prior();
  const auto said = [&](const std::string& text) {
    const std::string knowledge = knowledge_text(record_of(run));
    EXPECT_NE(knowledge.find(text), std::string::npos) << knowledge;
  };
  EXPECT_EQ(knowledge_text(record_of(run)).find("same data"), std::string::npos) << "older runs do not say";
  run.prior.same_data = "yes";
  run.prior.images = 20000;
  run.prior.shared = 15000;
  run.prior.screened_on = "980 images of mnist, none attacked or trained on";
  said("same data as the victim: yes (15,000 of 20,000 images)");
  said("accuracies on 980 images of mnist, none attacked or trained on");
  run.prior.same_data = "no";
  said("same data as the victim: no;");
  run.prior.source = "files";
  run.prior.same_data = "unknown";
  said("brought along ready-made; same data as the victim: unknown");
  run.prior.images = 0;
  said("what they were trained on is not known here; same data as the victim: unknown");
}

TEST(Summary, RunsThatSayNothingOfAPriorHaveNone) {
  const testing::TemporaryFolder folder;
  write_synthetic_run(run_with_prior(), folder.path());
  const auto file = (folder / "run.sqlite").string();
  const auto execute = [&](const std::string& sql) {
    return std::system(("sqlite3 '" + file + "' \"" + sql + "\"").c_str());
  };
  ASSERT_EQ(execute("DELETE FROM run WHERE key IN ('prior', 'prior_learn', 'prior_data', 'substitutes')"), 0);
  const RunRecord record = read_run(folder.path());
  EXPECT_EQ(record.prior.source, "none");
  EXPECT_FALSE(record.with_prior("bo"));
  ASSERT_EQ(execute("INSERT INTO run VALUES ('substitutes', '[{}]')"), 0);
  EXPECT_THROW(read_run(folder.path()), InputError);
  ASSERT_EQ(execute("DELETE FROM run WHERE key = 'substitutes'"), 0);
  ASSERT_EQ(execute("INSERT INTO run VALUES ('warnings', '[1]')"), 0);
  EXPECT_THROW(read_run(folder.path()), InputError);
}

TEST(QueriesTable, HasTheMeanDistanceInTheUnitOfTheNorm) {
  RunRecord run = record_of(two_attacks());
  const auto distances = [&](const std::string& norm, double distance) {
    run.threat = norm;
    run.instances[0].adversarial->distance = distance;
    run.instances[0].adversarial->l2 = 1.5;
    const ReportTable table = queries_table(summarise(run));
    EXPECT_EQ(table.columns.size(), table.rows[0].size());
    std::string text;
    for (std::size_t column = 7; column < table.columns.size(); ++column)
      text += fmt::format("{}={} ", table.columns[column], table.rows[0][column]);
    return text;
  };
  EXPECT_EQ(distances("linf", 0.25), "L-infinity=0.250 L2=1.500 ");
  EXPECT_EQ(distances("l0", 12), "Pixels, mean=12 L2=1.500 ");
  EXPECT_EQ(distances("patch", 5), "Patch side, mean=5 L2=1.500 ");
  EXPECT_EQ(distances("l2", 1.5), "L2=1.500 ");
}

}  // namespace
}  // namespace bora::report::summary_test
