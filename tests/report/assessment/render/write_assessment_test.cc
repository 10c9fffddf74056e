#include "report/assessment/views/assessment_views.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "attacks/record/synthetic_graph_run.h"
#include "common/json.h"
#include "report/assessment/render/assessment_fixture.h"
#include "report/assessment/synthetic_assessment.h"
#include "report/assessment/views/assessment_sections.h"
#include "report/assessment/words/assessment_words.h"
#include "report/views/html/embedded.h"
#include "support/text.h"

namespace bora::report::write_assessment_test {
namespace {

using testing::contains;
using testing::occurrences;

/// Returns all id attributes.
std::vector<std::string> ids_of(const std::string& page) {
  std::vector<std::string> ids;
  for (std::size_t at = page.find(" id=\""); at != std::string::npos; at = page.find(" id=\"", at + 1))
    ids.push_back(page.substr(at + 5, page.find('"', at + 5) - at - 5));
  return ids;
}

TEST_F(WriteAssessment, WritesFourFilesThatAreTheSameWhenMadeAgain) {
  const auto content = [&](const char* name) {
    std::ifstream in(folder_ / name);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const Assessment models = read(three_models());
  write_assessment_report(models, summarise(models), folder_.path());
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
    files.insert(entry.path().filename());
  EXPECT_EQ(files, (std::set<std::string>{"models.json", "attacks", "assessment.html", "assessment.json",
                                          "assessment.csv", "assessment.md"}));
  const std::string page = content("assessment.html"), figures = content("assessment.json");
  write_assessment_report(read_assessment(folder_.path()), summarise(models), folder_.path());
  EXPECT_EQ(content("assessment.html"), page);
  EXPECT_EQ(content("assessment.json"), figures);
}

TEST_F(WriteAssessment, TheTextSaysWhichModelToDeployAndWhatThatRestsOn) {
  const std::string said = text(three_models());
  EXPECT_TRUE(contains(said, "Deploy a: it classifies 10 of 12 images (83.3% [")) << said;
  EXPECT_TRUE(contains(said,
                       ") correctly under both attacks together at 8/255. No other model that can be "
                       "recommended does better."))
      << said;
  EXPECT_TRUE(contains(said, "Shown to be less robust, after Holm's adjustment for 3 tests: c (-66.7 ["));
  EXPECT_TRUE(contains(said, "p = 0.0234)"));
  EXPECT_TRUE(contains(said, "Not shown to be less robust, after Holm's adjustment for 3 tests: b (-8.3 ["));
  EXPECT_TRUE(contains(said, "b is the smallest: 500 weights instead of 1,000"));
  EXPECT_TRUE(contains(said,
                       "clean accuracy of these models is shown to be higher, after Holm's adjustment for 3 "
                       "tests: b (+5.0 ["));
  EXPECT_FALSE(contains(said, "WARNING"));
  std::istringstream lines(said.substr(0, said.find("\nDeploy")));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("knows")) continue;
    EXPECT_LE(line.size(), 110U) << line;
  }
}

TEST_F(WriteAssessment, TheLeastBadIsNotCalledRobust) {
  SyntheticAssessment assessment;
  assessment.models = {{"a", "given", "", {}, {}, {}, {run_of_outcomes("rrssssssmm", 8)}},
                       {"b", "given", "", {}, {}, {}, {run_of_outcomes("ssssssssmm", 8)}}};
  EXPECT_TRUE(contains(text(assessment), "It still loses 8 of 10 images at 8/255"));
}

TEST_F(WriteAssessment, SaysWhatASmallBudgetAchieves) {
  const Assessment& assessment = read(three_models());
  const auto sentences = small_budget_sentences(assessment, summarise(assessment));
  ASSERT_EQ(sentences.size(), 2U);
  EXPECT_TRUE(contains(sentences[0], "a: with 10 queries for each attack at 8/255, 9.1% [")) << sentences[0];
  EXPECT_TRUE(contains(sentences[1], "c: with 10 queries for each attack at 8/255, 70.0% [")) << sentences[1];
  EXPECT_TRUE(contains(sentences[1], "with 100, 80.0%.")) << sentences[1];
}

TEST_F(WriteAssessment, TheJsonHoldsTheFigures) {
  const Json out = json(three_models());
  EXPECT_EQ(out["format"], 1);
  EXPECT_EQ(out["recommendation"]["model"], "a");
  EXPECT_EQ(out["recommendation"]["not_shown_worse"], Json::array({"b"}));
  ASSERT_EQ(out["models"].size(), 3U);
  const Json& c = out["models"][2]["bounds"][1];
  EXPECT_EQ(c["worst_case"]["resisted"], 2);
  EXPECT_EQ(c["worst_case"]["inputs"], 12);
  EXPECT_EQ(c["run"], "attacks/c/eps-8");
  EXPECT_NEAR(c["together"]["success"][1]["rate"], 0.8, 1e-12);
  EXPECT_EQ(c["attacks"].size(), 2U);
  const Json& pair = out["comparisons"]["robust"][1]["pairs"][1];
  EXPECT_EQ(pair["first"], "a");
  EXPECT_EQ(pair["second"], "c");
  EXPECT_EQ(pair["only_first"], 8);
  EXPECT_EQ(pair["first_is"], "better");
  ASSERT_EQ(out["inputs"].size(), 12U);
  const Json& fates = out["inputs"][9]["fates"];
  ASSERT_EQ(fates.size(), 6U);  // three models at two bounds
  EXPECT_EQ(fates[5]["fate"], "fooled");
  EXPECT_EQ(fates[5]["attack"], "random");
  EXPECT_EQ(fates[5]["queries"], 20);
  EXPECT_EQ(fates[1]["fate"], "resisted");
}

TEST_F(WriteAssessment, TheCsvHasALineAModelBoundAndAttack) {
  const Assessment& assessment = read(three_models());
  std::istringstream csv(assessment_csv(assessment, summarise(assessment)));
  std::vector<std::string> lines;
  for (std::string line; std::getline(csv, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), 1U + 3 * 2 * 3);
  const auto columns = std::ranges::count(lines[0], ',');
  for (const std::string& line : lines) EXPECT_EQ(std::ranges::count(line, ','), columns) << line;
  // c at 8/255: all, square, random.
  EXPECT_EQ(lines[16].rfind("c,given,0.031372549,0.031372549,all,0,10,8,0.8,", 0), 0U) << lines[16];
  EXPECT_TRUE(contains(lines[16], ",10,0.166666667,0.166666667,")) << lines[16];
  EXPECT_EQ(lines[18].rfind("c,given,0.031372549,0.031372549,random,0,10,1,0.1,", 0), 0U) << lines[18];
  EXPECT_TRUE(lines[18].ends_with(",,,,,,0.9,100,0.003,")) << "median not reached: " << lines[18];
}

TEST_F(WriteAssessment, ThePageIsWellFormedAndNeedsNothingElse) {
  const std::string page = html(plausible_assessment(30));
  const std::string own = without_scripts(page);
  EXPECT_EQ(nesting_fault(own), "");
  for (const char* outside : {"http:", "https:", "src=\"//", "url(", "@import", "<link", "<iframe"})
    EXPECT_FALSE(contains(own, outside) || contains(std::string(assessment_script()), outside)) << outside;
  std::vector<std::string> ids = ids_of(own);
  for (const std::string& id : ids) EXPECT_EQ(std::ranges::count(ids, id), 1) << id;
  for (std::size_t at = own.find("aria-labelledby=\""); at != std::string::npos;
       at = own.find("aria-labelledby=\"", at + 1)) {
    const std::string id = own.substr(at + 17, own.find('"', at + 17) - at - 17);
    EXPECT_EQ(std::ranges::count(ids, id), 1) << id;
  }
  EXPECT_EQ(occurrences(own, "<img"), occurrences(own, " alt=\""));
  // Three charts, each with its data; then the library and the page's script.
  EXPECT_EQ(occurrences(own, "<canvas"), 3);
  EXPECT_EQ(occurrences(page, "</script"), 5);
}

TEST_F(WriteAssessment, TheChartsHoldWhatTheTablesSay) {
  const std::string page = html(three_models());
  std::vector<Json> charts;
  const std::string mark = "<script type=\"application/json\">";
  for (std::size_t at = page.find(mark); at != std::string::npos; at = page.find(mark, at + 1)) {
    const std::size_t begin = at + mark.size();
    charts.push_back(parse_valid_json(page.substr(begin, page.find("</script>", begin) - begin)));
  }
  ASSERT_EQ(charts.size(), 3U);
  // The reference bound and all attacks together are the first options.
  const Json& queries = charts[0]["views"]["0-0"]["curves"][2];
  EXPECT_EQ(queries["x"], Json::array({1, 10, 20, 100}));
  EXPECT_EQ(queries["y"], Json::array({0.0, 70.0, 80.0, 80.0}));
  const Json& robust = charts[1]["views"]["0"]["curves"][2];
  EXPECT_EQ(robust["x"], Json::array({0.0, 4.0, 8.0}));
  EXPECT_EQ(robust["y"], Json::array({83.33, 66.67, 16.67}));
  const Json& success = charts[1]["views"]["1"]["curves"][2];
  EXPECT_EQ(success["y"], Json::array({0.0, 20.0, 80.0}));
  const Json& points = charts[2]["views"]["0"]["points"];
  EXPECT_EQ(points[1]["x"], 95.0);
  EXPECT_EQ(points[1]["y"], 75.0);
}

TEST_F(WriteAssessment, ThePageAndTheTextStateTheSameInputs) {
  const SyntheticAssessment assessment = three_models();
  const std::string said = text(assessment);
  EXPECT_TRUE(contains(said, "12 images, records 4000 to 4011\n")) << said;
  EXPECT_TRUE(contains(html(assessment), ", records 4000 to 4011<"));
}

TEST_F(WriteAssessment, ThePageShowsTheSameImagesOnAllModels) {
  const std::string page = html(three_models());
  // Nine images were fooled on some model: seven on c alone, one on b and c, one on a and b.
  EXPECT_EQ(occurrences(page, "<small>record "), 9);
  EXPECT_EQ(occurrences(page, "original of class"), 9);
  EXPECT_EQ(occurrences(page, "adversarial example, taken for"), 1 + 2 + 8);
  EXPECT_TRUE(contains(page, "<span class=\"badge neutral\">wrong from the start</span>"));
  EXPECT_TRUE(contains(page, "<small>20 queries<br>random</small>"));
}

TEST_F(WriteAssessment, ThePageEscapesEveryText) {
  const std::string nasty = "</script><b onclick='x()'>\"&";
  SyntheticAssessment assessment = three_models();
  assessment.models[0].architecture = nasty;
  assessment.search = SearchRecord{
      nasty, nasty, "accuracy", {{1, nasty, 0.9, {}, 10, 1, true}, {2, nasty, 0.8, {}, 20, 1, false}}};
  for (SyntheticModel& model : assessment.models) {
    for (SyntheticRun& run : model.runs) {
      run.class_names[2] = nasty;
      run.checks = {{"id", nasty, "fail", nasty}};
      run.warnings = {nasty};
      for (std::string& attack : run.attacks) attack += nasty;
      for (SyntheticInstance& instance : run.instances) instance.attack += nasty;
    }
  }
  write_synthetic_assessment(assessment, folder_.path());
  read_ = read_assessment(folder_.path());
  read_.models[0].name = nasty;
  read_.models[0].file = nasty;
  read_.command = nasty;
  const std::string page = assessment_html(read_, summarise(read_));
  EXPECT_FALSE(contains(page, "<b onclick"));
  EXPECT_EQ(occurrences(page, "</script"), 5);
  EXPECT_EQ(nesting_fault(without_scripts(page)), "");
  const std::string markdown = assessment_markdown(read_, summarise(read_));
  EXPECT_FALSE(contains(markdown, "\n<b"));
}

TEST_F(WriteAssessment, ChecksAreShownForEveryModel) {
  SyntheticAssessment assessment = three_models();
  const EvaluationCheck pass{"same", "The same twice", "pass", "20 of 20"};
  EvaluationCheck fail = pass;
  fail.status = "fail";
  fail.text = "3 of 20 differ";
  for (SyntheticModel& model : assessment.models)
    for (SyntheticRun& run : model.runs) run.checks = {pass};
  assessment.models[0].runs[1].checks = {fail};
  assessment.models[2].runs[0].checks.clear();
  assessment.models[2].runs[1].checks.clear();
  read(assessment);
  const std::string markdown = assessment_markdown(read_, summarise(read_));
  EXPECT_TRUE(contains(markdown, "| The same twice | fail at 8/255 | pass | not made |")) << markdown;
  const std::string page = assessment_html(read_, summarise(read_));
  EXPECT_TRUE(contains(page, "The same twice. 3 of 20 differ"));
  EXPECT_TRUE(contains(assessment_text(read_, summarise(read_)), "fail: same "))
      << "the table names the check";
}

TEST_F(WriteAssessment, GraphsAreAssessedToo) {
  const SyntheticGraphRun run = plausible_graph_run(12);
  Json models = Json::array();
  for (const char* name : {"gcn", "gin"}) {
    SyntheticGraphRun named = run;
    named.model = name;
    write_synthetic_graph_run(named, folder_ / "attacks" / name);
    models.push_back({{"name", name}, {"origin", "given"}, {"runs", {std::string("attacks/") + name}}});
  }
  std::ofstream(folder_ / "models.json") << Json{{"format", 1}, {"status", "complete"}, {"models", models}};
  read_ = read_assessment(folder_.path());
  const AssessmentSummary summary = summarise(read_);
  const std::string page = assessment_html(read_, summary);
  EXPECT_EQ(nesting_fault(without_scripts(page)), "");
  EXPECT_TRUE(contains(page, "The same graphs on all models"));
  EXPECT_TRUE(contains(assessment_text(read_, summary), "n^2 edits"));
  EXPECT_EQ(summary.robust.front().of(0, 1).only_first, 0) << "both are the same";
}

}  // namespace
}  // namespace bora::report::write_assessment_test
