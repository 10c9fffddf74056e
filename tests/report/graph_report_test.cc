// Reports of runs on graphs: statistics, texts and page.
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "attacks/record/synthetic_graph_run.h"
#include "common/json.h"
#include "report/figures/checks.h"
#include "report/figures/comparisons/comparison.h"
#include "report/figures/published.h"
#include "report/small_graphs.h"
#include "report/statistics/normalised_curve.h"
#include "report/views/html/run_page.h"
#include "report/views/run_views.h"
#include "report/words/accuracy_matrix.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"
#include "support/text.h"

namespace bora::report {
namespace {

using testing::flipped;
using testing::occurrences;
using testing::path_graph;

class GraphReport : public ::testing::Test {
 protected:
  RunRecord record_of(const SyntheticGraphRun& run) {
    write_synthetic_graph_run(run, folder_.path());
    return read_run(folder_.path());
  }
  testing::TemporaryFolder folder_;
};

/// Returns a run on graphs of 10, 20 and 10 nodes, the last one misclassified; budgets 120 and 480.
SyntheticGraphRun three_graphs() {
  SyntheticGraphRun run;
  run.rules = {"flip", 0.03, 0, 0, false, 1, 3, 40, 20000};
  run.attacks = {"grabnel", "random"};
  run.graphs = {{path_graph(10), 0, 0}, {path_graph(20), 1, 1}, {path_graph(10), 0, 1}};
  const Graph small = flipped(path_graph(10), {{0, 5}, {0, 6}});
  run.instances = {{"grabnel", 0, "success", 50, 120, small},
                   {"grabnel", 1, "exhausted", 480, 480, {}},
                   {"random", 0, "exhausted", 120, 120, {}},
                   {"random", 1, "success", 300, 480, flipped(path_graph(20), {{3, 9}})}};
  return run;
}

TEST(NormalisedCurve, IsTheCurveOfTheRanks) {
  const NormalisedCurve curve({{0.5, true, 0}, {0.02, true, 1}, {1.2, false, 2}, {0.1, false, 3}});
  EXPECT_DOUBLE_EQ(*curve.at(0.01), 0);
  EXPECT_DOUBLE_EQ(*curve.at(0.02), 0.25);
  EXPECT_DOUBLE_EQ(*curve.at(0.3), 0.25);
  EXPECT_DOUBLE_EQ(*curve.at(0.5), 1 - 0.75 * 0.5);  // one of the two still at risk
  EXPECT_DOUBLE_EQ(*curve.at(1.2), 1 - 0.75 * 0.5);
  EXPECT_FALSE(curve.at(1.3));
  EXPECT_EQ(curve.event_ratios(), (std::vector<double>{0.02, 0.5}));
}

TEST_F(GraphReport, AccuracyAfterCountsMisclassifiedGraphsAsWrong) {
  const RunSummary summary = summarise(record_of(three_graphs()));
  ASSERT_TRUE(summary.graphs);
  EXPECT_DOUBLE_EQ(*summary.graphs->accuracy_before, 2.0 / 3);
  EXPECT_DOUBLE_EQ(*summary.graphs->attacks[0].after.accuracy_low, 1.0 / 3);
  EXPECT_EQ(summary.graphs->attacks[0].after.misclassified, 1);
  EXPECT_DOUBLE_EQ(*summary.worst_case.accuracy_low, 0);  // both together
  EXPECT_DOUBLE_EQ(*summary.graphs->attacks[0].median_edits, 2);
  EXPECT_DOUBLE_EQ(*summary.graphs->attacks[0].median_share, 2.0 / 3);  // Delta = 0.03 * 10^2
  EXPECT_TRUE(summary.contradictions.empty()) << summary.contradictions.front();
}

// The report of a run on graphs has the same numbers; comparisons of runs on images have 10, 50, 100, ...
TEST_F(GraphReport, AComparisonOfRunsShowsPowersOfTen) {
  const RunRecord run = record_of(three_graphs());
  const RunComparison comparison = compare_runs(run, run, "");
  EXPECT_EQ(comparison.points, (std::vector<int>{10, 100, 480}));
  EXPECT_EQ(comparison.attacks.at(0).points.size(), 3U);
  EXPECT_EQ(compare_runs(run, run, "", {50}).points, (std::vector<int>{50, 480}));
}

TEST_F(GraphReport, AGraphThatCannotBeEditedIsCorrectBeforeAndAfter) {
  RunRecord run = record_of(three_graphs());
  InputRow lonely;
  lonely.id = lonely.record = 900;
  lonely.nodes = 1;
  lonely.reason = "cannot be edited";
  run.inputs.push_back(lonely);
  const RunReport report = report_of(run);
  EXPECT_DOUBLE_EQ(*report.graphs->accuracy_before, 3.0 / 4);
  EXPECT_DOUBLE_EQ(*report.graphs->attacks[0].after.accuracy_low, 2.0 / 4);
  EXPECT_NE(text_summary(report).find("1 that cannot be edited"), std::string::npos);
}

TEST_F(GraphReport, AnInstanceExhaustedAtItsOwnBudgetHasFailedForGood) {
  const RunSummary summary = summarise(record_of(three_graphs()));
  EXPECT_EQ(summary.points, (std::vector<int>{10, 100, 480}));
  // The attack random exhausted its budget of 120 queries on the small graph, and succeeded on the large one
  // at query 300. If the small graph were censored at 120, the rate within 480 would be 1.
  EXPECT_DOUBLE_EQ(*summary.attacks[1].points.back().rate, 0.5);
  EXPECT_DOUBLE_EQ(*summary.graphs->attacks[1].points.back().rate, 0.5);
  EXPECT_DOUBLE_EQ(summary.graphs->points.back(), 480.0 / 400);
  EXPECT_EQ(summary.graphs->attacks[1].curve.event_ratios(), (std::vector<double>{300.0 / 400}));
}

TEST_F(GraphReport, AnInstanceWhoseVictimFailedIsWatchedUpToItsQueries) {
  RunRecord run = record_of(three_graphs());
  run.instances[2].status = InstanceStatus::failed;
  for (const int queries : {40, 0}) {
    run.instances[2].queries = queries;
    const NormalisedCurve curve = summarise(run).graphs->attacks[1].curve;
    EXPECT_DOUBLE_EQ(*curve.at(0.3), 0);
    EXPECT_DOUBLE_EQ(*curve.at(300.0 / 400), 1) << "only the other graph is watched up to there";
  }
  // 90 queries on 10 nodes are more than 300 on 20 nodes.
  run.instances[2].queries = 90;
  EXPECT_DOUBLE_EQ(*summarise(run).graphs->attacks[1].curve.at(300.0 / 400), 0.5);
}

TEST_F(GraphReport, TheAuditKnowsHowManyEditsAreAllowed) {
  RunRecord run = record_of(three_graphs());
  run.instances[0].adversarial->distance = 4;
  const auto findings = audit(run);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_NE(findings[0].find("4 edits, where 3 are allowed"), std::string::npos) << findings[0];
}

TEST_F(GraphReport, SpeaksOfGraphsInEveryFormat) {
  const RunRecord run = record_of(plausible_graph_run(40));
  const RunReport report = report_of(run);
  const std::string page = html_report(report);
  for (const std::string& text : {text_summary(report), table_markdown(report), page}) {
    // Only the text of the page is searched, between the style sheet and the scripts.
    const std::size_t body = text == page ? page.find("<body>") : 0;
    EXPECT_EQ(occurrences(text.substr(body, text.find("<script>") - body), "image"), 0);
    EXPECT_GT(occurrences(text, "graph"), 0);
    if (text == page) continue;
    EXPECT_EQ(occurrences(text, "L-infinity") + occurrences(text, "pixel"), 0);
    EXPECT_GT(occurrences(text, "Edits cluster"), 0);
  }
  EXPECT_EQ(occurrences(page, "<figure class=\"drawing\">"), 12);
  EXPECT_EQ(occurrences(page, "<svg class=\"graph\""),
            2 * 12 + 2);  // two for each figure, and two in the key
  EXPECT_EQ(occurrences(page, "<section"), occurrences(page, "</section>"));
  EXPECT_GT(occurrences(page, "data-unit=\"by_size\""), 0);
  const auto json = parse_valid_json(summary_json(report));
  EXPECT_EQ(json["task"], "graphs");
  EXPECT_EQ(json["threat"]["mode"], "flip");
  EXPECT_EQ(json["attacks"][0]["accuracy_after"]["graphs"], 40);
  EXPECT_LT(json["attacks"][0]["patterns"]["distance"]["p_at_most"], 0.05);
  EXPECT_GT(json["attacks"][1]["patterns"]["distance"]["p_at_most"], 0.05);
  EXPECT_FALSE(json["attacks"][0].contains("l2_per_pixel"));
  std::istringstream csv(results_csv(run));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line,
            "attack,graph,record,nodes,edges,label,target,status,queries,attempts,budget,edits,predicted,"
            "seed,verified,name");
}

TEST_F(GraphReport, ThePatternsOfAnAttackWithAPriorHaveItsLabel) {
  RunRecord run = record_of(three_graphs());
  run.prior.learn = true;
  run.attack_facts["grabnel"].learns = true;
  const RunReport report = report_of(run);
  ASSERT_EQ(report.attacks[1].display_name(), "grabnel (prior)");
  const std::string page = html_report(report);
  EXPECT_GT(occurrences(page, attack_label(report, "grabnel")), 0);
  EXPECT_EQ(occurrences(page, attack_label(report, "grabnel (prior)")), 0) << "the label of no attack";
}

TEST_F(GraphReport, IsTheSameWhenMadeAgain) {
  const RunRecord run = record_of(plausible_graph_run(20));
  EXPECT_EQ(html_report(report_of(run)), html_report(report_of(run)));
}

TEST(PublishedAccuracy, ASampleOfASetIsComparedWithTheSet) {
  const auto* whole = published_accuracy().find("grabnel", "gcn", "COLLAB");
  ASSERT_NE(whole, nullptr);
  EXPECT_EQ(whole->mean, 35.38);
  EXPECT_EQ(published_accuracy().find("grabnel", "gcn", "COLLAB-500"), whole);
  EXPECT_EQ(published_accuracy().find("grabnel", "gcn", "COLLAB-"), nullptr);
  EXPECT_EQ(published_accuracy().find("grabnel", "gcn", "500"), nullptr);
  EXPECT_EQ(published_accuracy().find("grabnel", "gcn", "MUTAG"), nullptr);
}

TEST_F(GraphReport, CombinesSeedsAndModelsIntoTheTable) {
  SyntheticGraphRun first = three_graphs();
  SyntheticGraphRun second = three_graphs();
  second.model = "victims/gcn-PROTEINS-2.pt";
  second.model_sha256 = "another";
  second.instances[1].status = "success";
  second.instances[1].adversarial = flipped(path_graph(20), {{1, 7}});
  SyntheticGraphRun other = three_graphs();
  other.model = "GIN-IMDB-MULTI-1.pt";
  other.data = "ci/job (2)/IMDB-MULTI.zip (64 graphs of part 1.5, since tu/2.zip has no more)";
  const std::vector<RunRecord> runs{record_of(first), record_of(second), record_of(other)};
  const AccuracyMatrix matrix = accuracy_matrix(runs);
  ASSERT_EQ(matrix.columns.size(), 2U);
  EXPECT_EQ(matrix.columns[0].architecture, "gcn");
  EXPECT_EQ(matrix.columns[0].data, "PROTEINS");
  EXPECT_EQ(matrix.columns[1].architecture, "gin");
  EXPECT_EQ(matrix.attacks, (std::vector<std::string>{"", "grabnel", "random"}));
  const AccuracyCell& cell = *matrix.cells[1][0];
  EXPECT_EQ(cell.trials_low, (std::vector<double>{1.0 / 3, 0}));
  EXPECT_EQ(cell.trials_high, cell.trials_low);
  EXPECT_DOUBLE_EQ(cell.mean_low(), 1.0 / 6);
  EXPECT_NEAR(*cell.deviation(), std::sqrt(2) / 6, 1e-12);
  EXPECT_EQ(cell.graphs.records.size(), 6U);
  const std::string text = markdown(matrix_table(matrix));
  EXPECT_NE(text.find("| grabnel | 16.67 \u00b1 23.6 [2.2, 63.8] | 33.33 [6.1, 79.2] |"), std::string::npos)
      << text;
  EXPECT_NE(text.find("| grabnel, as published | 10.82 \u00b1 2.5 | 38.22 \u00b1 3.9 |"), std::string::npos)
      << text;
  EXPECT_EQ(text.find("open"), std::string::npos) << text;
  testing::expect_input_error(
      [&] {
        accuracy_matrix({runs[0], runs[0]});
      },
      "same victim", "not a separate trial");
}

TEST_F(GraphReport, UndecidedGraphsGiveTheTableARange) {
  SyntheticGraphRun first = three_graphs();
  SyntheticGraphRun second = three_graphs();
  second.model_sha256 = "another";
  first.status = second.status = "interrupted";
  second.instances[1].status = "running";
  const AccuracyMatrix matrix = accuracy_matrix({record_of(first), record_of(second)});
  const AccuracyCell& cell = *matrix.cells[1][0];
  EXPECT_EQ(cell.graphs.undecided(), 1);
  EXPECT_EQ(cell.trials_low, (std::vector<double>{1.0 / 3, 0}));
  EXPECT_EQ(cell.trials_high, (std::vector<double>{1.0 / 3, 1.0 / 3}));
  EXPECT_FALSE(cell.deviation());
  const std::string text = markdown(matrix_table(matrix));
  EXPECT_NE(text.find("| grabnel | 16.67 to 33.33 ["), std::string::npos) << text;
  EXPECT_NE(text.find("] (1 open) |"), std::string::npos) << text;
  EXPECT_NE(text.find("as wrong in the first figure"), std::string::npos) << text;
}

TEST_F(GraphReport, PublishedFiguresStandBesideAttacksUnderThePublishedThreatAlone) {
  SyntheticGraphRun run = three_graphs();
  run.model = "victims/gcn-PROTEINS-1.pt";
  const std::string flips = markdown(matrix_table(accuracy_matrix({record_of(run)})));
  EXPECT_NE(flips.find("grabnel, as published | 10.82"), std::string::npos) << flips;
  const decltype(run.rules) others[] = {{"rewire", 0.03, 0, 0, false, 1, 3, 40, 20000},
                                        {"flip", 0.05, 0, 0, false, 1, 3, 40, 20000},
                                        {"flip", 0.03, 2, 0, false, 1, 3, 40, 20000},
                                        {"flip", 0.03, 0, 2, false, 1, 3, 40, 20000},
                                        {"flip", 0.03, 0, 0, true, 1, 3, 40, 20000}};
  for (const auto& rules : others) {
    run.rules = rules;
    const std::string text = markdown(matrix_table(accuracy_matrix({record_of(run)})));
    EXPECT_EQ(text.find("grabnel, as published"), std::string::npos) << text;
    EXPECT_NE(text.find("none (clean), as published | 71.73"), std::string::npos) << text;
  }
}

TEST_F(GraphReport, TheTableRefusesOtherGraphsUnderTheSameName) {
  const RunRecord first = record_of(three_graphs());
  SyntheticGraphRun changed = three_graphs();
  changed.graphs[0].graph = flipped(path_graph(10), {{2, 7}});
  write_synthetic_graph_run(changed, folder_ / "changed");
  RunRecord second = read_run(folder_ / "changed");
  second.model_sha256 = "another";
  testing::expect_input_error(
      [&] {
        accuracy_matrix({first, second});
      },
      "cannot be compared", "is another graph in the second");
}

}  // namespace
}  // namespace bora::report
