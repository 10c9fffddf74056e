#include "report/assessment/views/assessment_views.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "attacks/record/synthetic_graph_run.h"
#include "common/json.h"
#include "report/assessment/synthetic_assessment.h"
#include "report/assessment/views/assessment_sections.h"
#include "report/assessment/words/assessment_words.h"
#include "report/views/html/embedded.h"
#include "support/temporary_folder.h"

namespace bora::report {
namespace {

using Json = nlohmann::json;

bool contains(const std::string& text, const std::string& word) {
  return text.find(word) != std::string::npos;
}

int occurrences(const std::string& text, const std::string& word) {
  int count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

/// Returns the body of the page without scripts.
std::string without_scripts(std::string page) {
  page.erase(0, page.find("<body>"));
  page.erase(page.find("</html>"));
  for (const std::string name : {"script", "style"}) {
    const std::string end = "</" + name + ">";
    for (std::size_t at = page.find("<" + name); at != std::string::npos; at = page.find("<" + name))
      page.erase(at, page.find(end, at) + end.size() - at);
  }
  return page;
}

/// Returns the first error in the nesting of tags; "" if there is none.
std::string nesting_fault(const std::string& page) {
  static const std::set<std::string> kVoid{"meta", "img", "br", "wbr", "!DOCTYPE"};
  std::vector<std::string> open;
  for (std::size_t at = page.find('<'); at != std::string::npos; at = page.find('<', at + 1)) {
    const std::size_t end = page.find('>', at);
    if (end == std::string::npos) return "a tag that does not end";
    const bool closes = page[at + 1] == '/';
    const bool closed = page[end - 1] == '/';
    const std::size_t first = at + (closes ? 2 : 1);
    const std::string name = page.substr(first, page.find_first_of(" >/\n", first) - first);
    if (kVoid.count(name) > 0 || closed) continue;
    if (!closes) {
      open.push_back(name);
    } else if (open.empty() || open.back() != name) {
      return "</" + name + "> within <" + (open.empty() ? "" : open.back()) + ">: " + page.substr(at, 80);
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : "<" + open.back() + "> is not closed";
}

/// Returns all id attributes.
std::vector<std::string> ids_of(const std::string& page) {
  std::vector<std::string> ids;
  for (std::size_t at = page.find(" id=\""); at != std::string::npos; at = page.find(" id=\"", at + 1))
    ids.push_back(page.substr(at + 5, page.find('"', at + 5) - at - 5));
  return ids;
}

class WriteAssessment : public ::testing::Test {
 protected:
  const Assessment& read(const SyntheticAssessment& assessment) {
    write_synthetic_assessment(assessment, folder_.path());
    read_ = read_assessment(folder_.path());
    return read_;
  }
  std::string html(const SyntheticAssessment& assessment) {
    read(assessment);
    return assessment_html(read_, summarise(read_));
  }
  std::string text(const SyntheticAssessment& assessment) {
    read(assessment);
    return assessment_text(read_, summarise(read_));
  }
  Json json(const SyntheticAssessment& assessment) {
    read(assessment);
    return parse_valid_json(assessment_json(read_, summarise(read_)));
  }
  Assessment read_;
  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
};

/// Returns models as in assessment_summary_test.cc: a is recommended, b is not shown to be worse, c is.
SyntheticAssessment three_models() {
  SyntheticAssessment out;
  const std::vector<SyntheticRun> a{run_of_outcomes("rrrrrrrrrrrm", 4), run_of_outcomes("rrrrrrrrrrsm", 8)};
  const std::vector<SyntheticRun> b{run_of_outcomes("rrrrrrrrrrsm", 4), run_of_outcomes("rrrrrrrrrssm", 8)};
  const std::vector<SyntheticRun> c{run_of_outcomes("rrrrrrrrssmm", 4), run_of_outcomes("rrsssssssbmm", 8)};
  out.models = {{"a", "searched", "", 1000, 0.001, 60.0, a},
                {"b", "trained", "", 500, 0.002, 50.0, b},
                {"c", "given", "", 100, 0.003, {}, c}};
  const int correct[] = {900, 950, 900};
  for (std::size_t m = 0; m < 3; ++m)
    for (SyntheticRun& run : out.models[m].runs) run.clean_correct = correct[m];
  return out;
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

TEST_F(WriteAssessment, TheTextSaysWhatCouldNotBeShownAndWhoIsAheadElsewhere) {
  SyntheticAssessment assessment = three_models();
  assessment.models[2].runs[0] = run_of_outcomes("rrrrrrrrrrrr", 4);
  const std::string said = text(assessment);
  EXPECT_TRUE(contains(
      said,
      "With 3 tests, no difference can be shown between two models that differ on fewer than 7 images. "
      "This applies to b (on 1): more images are needed."))
      << said;
  EXPECT_TRUE(contains(said, "At 4/255 another model is ahead: c, with 100.0% [")) << said;
  EXPECT_TRUE(contains(said, "]. The difference is not shown.")) << said;
  const std::string other = text(three_models());
  EXPECT_FALSE(contains(other, "is ahead"));
  assessment.models[2].runs[1].checks = {{"same", "The same twice", "fail", "no"}};
  EXPECT_FALSE(contains(text(assessment), "is ahead")) << "what is said of c is not to be relied on";
  EXPECT_FALSE(contains(other, "It still loses")) << "most images resist";
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

TEST_F(WriteAssessment, TooLittleEvidenceIsSaidWithWhatIsMissing) {
  SyntheticAssessment assessment;
  assessment.models = {{"plain", "given", "", {}, {}, {}, {run_of_outcomes("rrrr", 8)}}};
  assessment.models[0].runs[0].budget = 5;
  for (SyntheticInstance& each : assessment.models[0].runs[0].instances) each.queries = 5;
  const std::string said = text(assessment);
  EXPECT_FALSE(contains(said, "Deploy")) << said;
  EXPECT_TRUE(contains(
      said,
      "No model is recommended: there is too little evidence. Ahead so far is plain: it "
      "classifies 4 of 4 images (100.0% [51.0, 100.0]) correctly under both attacks together at 8/255."))
      << said;
  EXPECT_TRUE(contains(
      said,
      "WARNING: A recommendation needs more evidence: at least 10 images (this assessment has 4; "
      "--range selects more); at least 20 queries for each attack (they had 5; --budget allows more)."))
      << said;
  EXPECT_EQ(json(assessment)["recommendation"]["model"], Json());
  EXPECT_EQ(nesting_fault(without_scripts(html(assessment))), "");
}

TEST_F(WriteAssessment, FewImagesAndRandomChangesAloneAreAReserve) {
  const std::string said = text(three_models());
  EXPECT_TRUE(contains(said, "This result is based on only 12 images")) << said;
  EXPECT_FALSE(contains(said, "random changes")) << said;
  SyntheticAssessment assessment;
  SyntheticRun run = run_of_outcomes(std::string(30, 'r'), 8);
  run.attacks = {"random"};
  std::erase_if(run.instances, [](const SyntheticInstance& each) { return each.attack != "random"; });
  assessment.models = {{"plain", "given", "", {}, {}, {}, {run}}};
  const std::string random = text(assessment);
  EXPECT_TRUE(contains(random, "Deploy plain")) << random;
  EXPECT_FALSE(contains(random, "This result is based on")) << random;
  EXPECT_TRUE(contains(random, "The only black-box attack was random changes")) << random;
}

// With and without another model that is ahead.
TEST_F(WriteAssessment, ABoundAtWhichTheRecommendedModelKeepsNothingIsSaid) {
  SyntheticAssessment assessment = three_models();
  assessment.models[0].runs[0] = run_of_outcomes("sssssssssssm", 16);
  assessment.bound = 8 / 255.0;
  std::string said = text(assessment);
  EXPECT_TRUE(contains(said, "Deploy a")) << said;
  EXPECT_TRUE(contains(said, "At 16/255 it keeps none of 12 images (0.0% [")) << said;
  EXPECT_FALSE(contains(said, "At 4/255 it keeps none")) << said;
  assessment.models[1].runs[0] = run_of_outcomes("rrrrrrrrrrsm", 16);
  said = text(assessment);
  EXPECT_TRUE(contains(said, "At 16/255 it keeps none of 12 images")) << said;
  EXPECT_TRUE(contains(said, "At 16/255 another model is ahead: b")) << said;
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

TEST_F(WriteAssessment, AModelThatCouldNotBeAttackedIsBarredWithTheReason) {
  SyntheticAssessment assessment = three_models();
  assessment.models[0].runs[1].inputs.clear();
  read(assessment);
  read_.models[0].failure = "ended with exit code 1";
  const std::string said = assessment_text(read_, summarise(read_));
  EXPECT_TRUE(contains(said, "a cannot be recommended: it could not be attacked: ended with exit code 1"))
      << said;
}

TEST_F(WriteAssessment, AModelThatIsAlwaysWrongIsComparedLikeTheOthers) {
  SyntheticAssessment assessment = three_models();
  for (SyntheticRun& run : assessment.models[0].runs)
    run = run_of_outcomes("mmmmmmmmmmmm", run.epsilon_levels);
  read(assessment);
  const AssessmentSummary summary = summarise(read_);
  EXPECT_TRUE(summary.complete);
  EXPECT_EQ(*summary.at_reference(0)->worst.accuracy_low, 0);
  const std::string said = assessment_text(read_, summary);
  EXPECT_FALSE(contains(said, "a cannot be recommended")) << said;
  EXPECT_FALSE(contains(said, "could not be attacked")) << said;
  EXPECT_TRUE(contains(said, "0.0 [0.0, ")) << said;
  EXPECT_EQ(nesting_fault(without_scripts(assessment_html(read_, summary))), "");
}

TEST_F(WriteAssessment, AModelWhoseTrainingOrAttackFailedIsNamedInEveryReport) {
  read(three_models());
  read_.models[0].runs.clear();
  read_.models[0].file.clear();
  read_.models[0].failure = "it cannot be trained: its loss is not finite";
  read_.models[1].failure = "no answer";
  const AssessmentSummary summary = summarise(read_);
  for (const std::string& report : {assessment_text(read_, summary), assessment_markdown(read_, summary),
                                    assessment_html(read_, summary), assessment_json(read_, summary)}) {
    EXPECT_TRUE(contains(report, "a could not be attacked: it cannot be trained: its loss is not finite."))
        << report;
    EXPECT_TRUE(contains(report, "b could not be attacked at one of the bounds: no answer.")) << report;
  }
  EXPECT_TRUE(contains(assessment_json(read_, summary),
                       "\"failure\": \"it cannot be trained: its loss is not finite\""));
}

TEST_F(WriteAssessment, WhatIsUnfinishedIsSaidFirst) {
  SyntheticAssessment assessment = three_models();
  assessment.status = "interrupted";
  assessment.models[0].runs[1].inputs.clear();
  assessment.models[1].runs[1] = run_of_outcomes("rrrrrrrrrosm", 8);
  const std::string said = text(assessment);
  EXPECT_TRUE(contains(
      said, "WARNING: This assessment is not complete (interrupted: of 6 runs, 4 complete and 5 begun)"))
      << said;
  EXPECT_TRUE(contains(said, "Deploy c")) << said;
  EXPECT_TRUE(contains(said, ". No other model can be recommended.")) << said;
  EXPECT_TRUE(contains(said, "a cannot be recommended: it has not been attacked at the reference bound")) << said;
  EXPECT_TRUE(contains(said, "b cannot be recommended: its run is not complete")) << said;
  const std::string page = html(assessment);
  EXPECT_LT(page.find("This assessment is not complete"), page.find("<h2"));
  EXPECT_EQ(nesting_fault(without_scripts(page)), "");
}

TEST_F(WriteAssessment, OneThatHasJustBegunMakesAReport) {
  SyntheticAssessment assessment = three_models();
  assessment.status = "running";
  for (SyntheticModel& model : assessment.models)
    for (SyntheticRun& run : model.runs) run.inputs.clear();
  EXPECT_TRUE(contains(text(assessment), "No model is recommended: no model has been attacked yet."));
  EXPECT_EQ(nesting_fault(without_scripts(html(assessment))), "");
  EXPECT_TRUE(json(assessment)["threat"].is_null());
  assessment.models.clear();
  EXPECT_NO_THROW(html(assessment));
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
}  // namespace bora::report
