#include "report/words/run_tables.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "attacks/record/synthetic_run.h"
#include "common/json.h"
#include "report/views/run_views.h"
#include "support/temporary_folder.h"
#include "support/text.h"

namespace bora::report::paper_tables_test {
namespace {

using testing::contains;

class PaperTables : public ::testing::Test {
 protected:
  RunRecord record_of(const SyntheticRun& run) { return bora::attacks::record_of(run, folder_.path()); }
  RunRecord small_run();
  testing::TemporaryFolder folder_;
};

/// Returns a run with the protocol ru-6.1, another bound and only three of its attacks: gp-bo succeeds on 3
/// of 4 instances, zoo on none, pgd on all.
RunRecord PaperTables::small_run() {
  SyntheticRun run;
  run.attacks = {"pgd", "gp-bo:side=14", "zoo:as=paper"};
  run.attack_facts["pgd"] = {"pgd", "follows the gradient", "gradients", false};
  run.options = {{"protocol", "ru-6.1"}, {"images", "50"},   {"targets", "all"},
                 {"eps", "0.375"},       {"budget", "1000"}, {"continuous", "true"}};
  run.budget = 1000;
  run.inputs = {{0, 0, true, ""}, {3, 3, true, ""}};
  const int gp_bo[] = {10, 40, 100, 1000};
  for (int i = 0; i < 4; ++i) {
    add_instance(run, "pgd", i / 2, 1 + i % 2, 3);
    add_instance(run, "gp-bo:side=14", i / 2, 1 + i % 2, gp_bo[i]);
    add_instance(run, "zoo:as=paper", i / 2, 1 + i % 2, 1000);
  }
  RunRecord record = record_of(run);
  for (InstanceRecord& instance : record.instances)
    if (instance.adversarial) instance.adversarial->l2 = 784 * (instance.target == 1 ? 0.006 : 0.008);
  return record;
}

/// Compares a view with its file in tests/golden/report. If BORA_UPDATE_GOLDEN is set, writes the file first.
void expect_golden(const std::string& name, const std::string& view) {
  const std::string path = BORA_TEST_SOURCE_DIR "/golden/report/" + name;
  if (std::getenv("BORA_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << view;
  std::ifstream file(path);
  const std::string expected{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(view, expected) << name;
}

// The expected files were checked by hand: Wilson intervals of 3, 0 and 4 of 4; mean 50 and standard error
// sqrt(2100 / 3) = 26.5 of 10, 40, 100; L2 per pixel of .006, .008, .006.
TEST_F(PaperTables, EveryViewIsAsItWas) {
  RunRecord run = small_run();
  const RunReport report = report_of(run);
  // Without style sheet, scripts and pictures.
  std::string page = html_report(report);
  page = page.substr(page.find("<main>"), page.find("</main>") - page.find("<main>"));
  page = std::regex_replace(page, std::regex("base64,[^\"]*"), "base64,");
  run.folder = "run";
  expect_golden("table.md", table_markdown(report));
  expect_golden("report.md", report_markdown(report));
  expect_golden("text.txt", text_summary(report));
  expect_golden("page.html", page);
}

TEST_F(PaperTables, WhiteBoxAttacksAreSetApart) {
  const RunRecord run = small_run();
  const RunReport report = report_of(run);
  EXPECT_EQ(report.attacks.back().name, "pgd");
  EXPECT_EQ(paper_table(report).rows.back().front(), "pgd (white box)");
  EXPECT_EQ(report.worst_case.fooled, 2);
  ASSERT_TRUE(report.with_white_box);
  EXPECT_EQ(report.comparisons[0].first, "gp-bo:side=14");
  // Only pgd moves the second image to class 2.
  EXPECT_EQ(report.worst_case.instances_fooled, 3);
  EXPECT_EQ(report.with_white_box->instances_fooled, 4);
  const std::string page = html_report(report);
  EXPECT_TRUE(contains(page, "(best attack: gp-bo:<wbr>side=14)"));
  EXPECT_TRUE(contains(page, "sees gradients: a white-box reference"));
  EXPECT_TRUE(contains(page, "Not moved to a class asked for, white-box attacks included"));
  EXPECT_TRUE(contains(text_summary(report), "not moved to a class asked for, white-box attacks included"));
}

TEST_F(PaperTables, WithAPresetWhiteBoxAttacksCount) {
  RunRecord run = small_run();
  nlohmann::json config = parse_valid_json(run.config_json);
  config["preset"] = "standard";
  run.config_json = json_text(config);
  const RunReport report = report_of(run);
  EXPECT_EQ(report.worst_case.instances_fooled, 4);
  const std::string page = html_report(report);
  EXPECT_TRUE(contains(report.words.lead.markdown(), "resist every attack of the preset standard"));
  EXPECT_TRUE(contains(text_summary(report), "all attacks of the preset standard"));
  EXPECT_TRUE(contains(page, "all attacks of the preset standard"));
  EXPECT_FALSE(contains(page, "white-box attacks included"));
}

TEST_F(PaperTables, WhatTheAttackerSawIsSaid) {
  RunRecord run = small_run();
  run.visible = "top-5";
  EXPECT_TRUE(contains(html_report(report_of(run)), "only the 5 highest of the model&#39;s 10 scores"));
  run.visible = "label";
  EXPECT_TRUE(contains(html_report(report_of(run)), "sees the predicted class alone made it answer "));
  run.attack_facts["zoo:as=paper"] = {"zoo:as=paper", "a text", "labels", true};
  EXPECT_TRUE(contains(html_report(report_of(run)), "sees labels only; queries outside the ball, too"));
}

TEST_F(PaperTables, TheJsonHoldsThePublishedFigures) {
  const RunRecord run = small_run();
  const auto json = parse_valid_json(summary_json(report_of(run)));
  EXPECT_EQ(json["protocol"]["name"], "ru-6.1");
  EXPECT_EQ(json["protocol"]["published"].size(), 6U);
  EXPECT_EQ(json["protocol"]["published"][2]["success"], 0.82);
  ASSERT_EQ(json["protocol"]["departures"].size(), 1U);
  EXPECT_EQ(json["protocol"]["departures"][0], "eps is 0.375 instead of 0.3");
  const auto& gp_bo = json["attacks"][0];
  EXPECT_EQ(gp_bo["search_dimension"], "14x14x1");
  EXPECT_NEAR(gp_bo["l2_per_pixel"]["mean"].get<double>(), 0.02 / 3, 1e-9);
  EXPECT_NEAR(gp_bo["over_successes_only"]["mean_error"].get<double>(), 26.4575, 1e-4);
  EXPECT_TRUE(json["attacks"][2]["white_box"]);
}

TEST_F(PaperTables, ManyAttacksWithLongNamesFit) {
  const RunRecord run = record_of(many_attacks_run(3));
  const RunReport report = report_of(run);
  const std::string page = html_report(report);
  // All lines of the chart differ in colour or dash.
  std::set<std::string> lines;
  for (std::size_t at = 0; (at = page.find("class=\"line colour-", at)) != std::string::npos; ++at)
    lines.insert(page.substr(at, 28));
  EXPECT_EQ(lines.size(), 16U);
  EXPECT_TRUE(contains(page, "<summary>16 attacks</summary>"));  // the matrices, folded
  std::istringstream text(text_summary(report));
  for (std::string line; std::getline(text, line);) {
    if (line.find(" minus ") == std::string::npos) {
      EXPECT_LE(line.size(), 120U) << line;
    }
  }
}

}  // namespace
}  // namespace bora::report::paper_tables_test
