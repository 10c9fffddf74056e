// Statements of a report about a run: its state, warnings, verification, and the attacker's knowledge.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "attacks/record/synthetic_run.h"
#include "common/json.h"
#include "report/render/report_fixture.h"
#include "report/views/html/html_text.h"
#include "report/words/format.h"
#include "support/text.h"

namespace bora::report::write_report_test {
namespace {

using testing::contains;
using testing::occurrences;

/// Returns a run of two attacks on one image, with or without substitute models.
SyntheticRun run_with_prior() {
  SyntheticRun run;
  run.attacks = {"bo", "square"};
  run.attack_facts["bo"] = {"bo", "a text", "scores", false, "optional"};
  run.attack_facts["square"] = {"square", "a text", "scores", false, "none"};
  run.prior.source = "data";
  run.prior.data = "mnist/";
  run.prior.substitutes = {{"kept/lenet-1.pt", "lenet", "aa", 0.987, 61.0, true},
                           {"kept/vgg7-2.pt", "vgg7", "bb", 0.9, 59.0, false}};
  run.inputs = {{0, 0, true, ""}};
  run.instances = {{"bo", 0, 1, "success", 10}, {"square", 0, 1, "exhausted", 100}};
  return run;
}

TEST_F(Report, AnUnfinishedRunSaysHowFarItGot) {
  const RunRecord run = record_of(plausible_run(4, true, 0.5));
  EXPECT_TRUE(contains(html_report_of(run), "This run is not complete"));
  EXPECT_TRUE(contains(text_summary_of(run), "interrupted: 54 of 108 instances ended"));
  EXPECT_FALSE(parse_valid_json(summary_json_of(run))["progress"]["complete"]);
}

TEST_F(Report, ARunThatHasJustBegunMakesAReport) {
  SyntheticRun run = plausible_run(2, true, 0.0);
  for (SyntheticInstance& instance : run.instances) {
    instance.status = "pending";
    instance.queries = 0;
  }
  const RunRecord record = record_of(run);
  EXPECT_TRUE(contains(html_report_of(record), "no verdict yet"));
  EXPECT_TRUE(contains(text_summary_of(record), "n/a"));
  run.instances.clear();
  run.inputs.clear();
  EXPECT_NO_THROW(html_report_of(record_of(run)));
}

TEST_F(Report, AModelThatIsAlwaysWrongHasARobustAccuracyOf0WithoutAnAttack) {
  SyntheticRun run = plausible_run(4, false, 1.0);
  run.instances.clear();
  run.inputs.assign(20, {1, 2, false, "misclassified"});
  const RunRecord record = record_of(run);
  const std::string text = text_summary_of(record), page = html_report_of(record);
  EXPECT_TRUE(contains(page, "The model classifies none of the 20 images correctly"));
  const std::string markdown = report_markdown(report_of(record));
  EXPECT_TRUE(contains(markdown, "its robust accuracy is **0 of 20** without any attack.")) << markdown;
  EXPECT_FALSE(contains(page, "no verdict yet"));
  EXPECT_FALSE(contains(text, "not complete")) << text;
  EXPECT_TRUE(contains(text, ", complete\n")) << text;
  EXPECT_TRUE(contains(text, "robust accuracy, all attacks together: 0.0% [0.0, ")) << text;
  const auto json = parse_valid_json(summary_json_of(record));
  EXPECT_TRUE(json["progress"]["complete"]);
  EXPECT_EQ(json["worst_case"]["robust_accuracy"][1], 0.0);
}

TEST_F(Report, ContradictionsAreShownEverywhere) {
  RunRecord run = record_of(plausible_run(3, true, 1.0));
  run.instances[0].queries += 1;
  EXPECT_TRUE(contains(html_report_of(run), "The database contradicts itself"));
  EXPECT_TRUE(contains(text_summary_of(run), "WARNING: The database contradicts itself: 1 contradiction."));
  EXPECT_EQ(parse_valid_json(summary_json_of(run))["contradictions"].size(), 1U);
}

TEST_F(Report, WarningsOfTheRunStandBeforeTheResults) {
  SyntheticRun synthetic = plausible_run(3, true, 1.0);
  synthetic.warnings = {"Only 9.5% are right & that is <chance>.", "Another."};
  const RunRecord run = record_of(synthetic);
  const std::string text = text_summary_of(run);
  const auto warning = text.find("WARNING: Only 9.5% are right & that is <chance>.\nWARNING: Another.\n");
  EXPECT_LT(warning, text.find("success within")) << text;
  const std::string page = own_part(html_report_of(run));
  EXPECT_LT(page.find("<strong>Warning</strong>: Only 9.5% are right &amp; that is &lt;chance&gt;."),
            page.find("aria-label=\"Verdict\""));
  const auto json = parse_valid_json(summary_json_of(run));
  EXPECT_EQ(json["warnings"], nlohmann::json(synthetic.warnings));
  const RunRecord quiet = record_of(plausible_run(3, true, 1.0));
  EXPECT_FALSE(contains(text_summary_of(quiet), "WARNING"));
  EXPECT_TRUE(parse_valid_json(summary_json_of(quiet))["warnings"].empty());
}

TEST_F(Report, TheTerminalMarksAttacksOnLabelsBesideThoseOnScores) {
  SyntheticRun synthetic = plausible_run(3, true, 1.0);
  const std::string labels = synthetic.attacks.back();
  for (const std::string& attack : synthetic.attacks)
    synthetic.attack_facts[attack] = {attack, "a text", attack == labels ? "labels" : "scores"};
  const auto marks = [](const RunRecord& run) {
    return occurrences(text_summary_of(run), "sees labels only");
  };
  const RunRecord run = record_of(synthetic);
  const std::string text = text_summary_of(run);
  EXPECT_EQ(marks(run), 1) << text;
  const auto column = [&](const std::string& word) {
    const auto at = text.find(word, text.find("\nattack "));
    return at - text.rfind('\n', at);
  };
  EXPECT_EQ(column("sees labels only"), column(labels)) << text;
  EXPECT_TRUE(contains(html_report_of(run), "sees labels only"));
  for (auto& [attack, facts] : synthetic.attack_facts) facts.access = "labels";
  EXPECT_EQ(marks(record_of(synthetic)), 0) << "where all do, nothing is to be told apart";
}

TEST_F(Report, AFailedVerificationIsNotCalledPassedAndItsExamplesAreNoSuccesses) {
  RunRecord run = record_of(plausible_run(3, true, 1.0));
  int contradicted = 0;
  for (InstanceRecord& instance : run.instances) {
    if (!instance.verification || instance.attack != "square") continue;
    instance.verification->confirmed = false;
    ++contradicted;
  }
  ASSERT_GT(contradicted, 5);
  const std::string page = html_report_of(run);
  EXPECT_TRUE(contains(page, "badge bad"));
  EXPECT_TRUE(contains(page, "<strong>The verifier contradicts " + std::to_string(contradicted)));
  EXPECT_TRUE(
      contains(page, std::to_string(contradicted) + " more not confirmed by the verifier and not counted"));
  EXPECT_TRUE(contains(text_summary_of(run), "NOT fooling it again; what did not pass counts as a failure"));
  const auto json = parse_valid_json(summary_json_of(run));
  const auto& square = json["attacks"][1];
  ASSERT_EQ(square["attack"], "square");
  EXPECT_EQ(square["successes"], 0);
  EXPECT_EQ(square["success"].back()["rate"], 0.0);
  EXPECT_EQ(square["verification"]["not_confirmed"], contradicted);
  EXPECT_TRUE(square["over_successes_only"].is_null());
}

TEST_F(Report, WhatIsNotVerifiedYetIsSaid) {
  RunRecord run = record_of(plausible_run(3, true, 1.0));
  int open = 0;
  for (InstanceRecord& instance : run.instances) {
    open += instance.verification ? 1 : 0;
    instance.verification.reset();
  }
  EXPECT_TRUE(contains(html_report_of(run),
                       std::to_string(open) + " adversarial examples not verified yet</strong>"));
  EXPECT_TRUE(contains(text_summary_of(run),
                       "none of " + std::to_string(open) +
                           " adversarial examples verified yet: they are counted as successes"));
  EXPECT_EQ(parse_valid_json(summary_json_of(run))["verification"]["not_verified_yet"], open);
}

TEST_F(Report, CallsRobustAccuracyOnlyWhatIsOne) {
  for (const bool targeted : {false, true}) {
    const RunRecord run = record_of(plausible_run(3, targeted, 1.0));
    EXPECT_TRUE(contains(text_summary_of(run), "robust accuracy, all attacks together"));
    EXPECT_TRUE(contains(own_part(html_report_of(run)), "<dt>Robust accuracy, all attacks together</dt>"));
    const auto json = parse_valid_json(summary_json_of(run));
    EXPECT_EQ(json["worst_case"]["measure"], "robust accuracy");
    EXPECT_EQ(json["worst_case"]["robust_accuracy"], json["worst_case"]["share"]);
  }
  RunRecord one_target = record_of(plausible_run(3, true, 1.0));
  std::erase_if(one_target.instances, [&](const InstanceRecord& each) {
    return each.target != (one_target.inputs[each.input].label + 1) % 10;
  });
  const std::string text = text_summary_of(one_target);
  EXPECT_FALSE(contains(text, "robust accuracy")) << text;
  EXPECT_TRUE(contains(text, "not moved to a class asked for, all attacks together")) << text;
  const std::string page = own_part(html_report_of(one_target));
  EXPECT_FALSE(contains(page, "Robust accuracy"));
  EXPECT_TRUE(contains(page, "<dt>Not moved to a class asked for, all attacks together</dt>"));
  const auto json = parse_valid_json(summary_json_of(one_target));
  EXPECT_TRUE(json["worst_case"]["robust_accuracy"].is_null());
  EXPECT_EQ(json["worst_case"]["images"], 3) << "misclassified images do not count";
}

TEST_F(Report, StatesWhatTheAttackerKnows) {
  const RunRecord run = record_of(run_with_prior());
  const std::string known =
      "2 classifiers of its own (substitute models: lenet, 98.7% accurate; vgg7, 90.0% accurate), trained on the "
      "training part of mnist/ in 2 min 00 s; no gradients and no weights of the model. Attacks that made "
      "use of it are marked (prior): bo";
  EXPECT_EQ(knowledge_text(run), known);
  EXPECT_TRUE(contains(text_summary_of(run), "knows      " + known));
  EXPECT_TRUE(contains(text_summary_of(run), "(prior)"));
  EXPECT_TRUE(
      contains(text_summary_of(run), "not moved to a class asked for, attacks without a prior together"));
  const std::string page = own_part(html_report_of(run));
  const auto verdict = page.find("aria-label=\"Verdict\"");
  const auto curve = page.find("id=\"curve\"");
  EXPECT_LT(verdict, page.find(escape(known))) << "on the first page";
  EXPECT_LT(page.find(escape(known)), curve);
  EXPECT_TRUE(contains(page, "Not moved to a class asked for, attacks without a prior together"));
  EXPECT_TRUE(contains(page, "best attack: bo (prior))"));
  EXPECT_TRUE(contains(page, "bo (prior) minus square"));
  EXPECT_GE(occurrences(page, "bo (prior)</span>"), 8) << "in the verdict, the legend and every table";
  EXPECT_FALSE(contains(page, "bo</span>") || contains(page, "bo minus"));
  EXPECT_TRUE(contains(page, "\"name\":\"bo (prior)\"")) << "the chart";
  const auto json = parse_valid_json(summary_json_of(run));
  EXPECT_EQ(json["prior"]["source"], "data");
  EXPECT_EQ(json["prior"]["data"], "mnist/");
  EXPECT_EQ(json["prior"]["learn"], false);
  EXPECT_EQ(json["prior"]["knowledge"], known);
  EXPECT_EQ(json["prior"]["substitutes"][0]["sha256"], "aa");
  EXPECT_EQ(json["prior"]["substitutes"][0]["accuracy"], 0.987);
  EXPECT_EQ(json["prior"]["substitutes"][1]["training_seconds"], 59.0);
  EXPECT_EQ(json["attacks"][0]["with_prior"], false);
  EXPECT_EQ(json["attacks"][1]["with_prior"], true);
  EXPECT_EQ(json["worst_case"]["fooled"], 1);
  EXPECT_EQ(json["worst_case_without_prior"]["fooled"], 0);
}

TEST_F(Report, StatesThatABlackBoxAttackerKnowsNothingElse) {
  SyntheticRun synthetic = run_with_prior();
  synthetic.prior = {};
  const RunRecord run = record_of(synthetic);
  EXPECT_TRUE(contains(text_summary_of(run), "knows      nothing else: no training data"));
  EXPECT_TRUE(contains(html_report_of(run), "nothing else: no training data, no substitute models"));
  EXPECT_FALSE(contains(own_part(html_report_of(run)), "(prior)"));
  EXPECT_TRUE(parse_valid_json(summary_json_of(run))["worst_case_without_prior"].is_null());
}

TEST_F(Report, AProgramIsReproducedWhereItWasStarted) {
  RunRecord run = record_of(plausible_run(3, true, 1.0));
  EXPECT_TRUE(contains(html_report_of(run), ">bo-attack --config config.ini --out again<"));
  run.model = "exec:python3 serve.py";
  run.directory = "/home/me & you";
  EXPECT_TRUE(
      contains(html_report_of(run),
               ">cd &#39;/home/me &amp; you&#39; &amp;&amp; bo-attack --config RUN/config.ini --out again<"));
}

TEST_F(Report, StatesWhereSubstitutesOfUnknownOriginCameFromAndWhatWasLearnt) {
  SyntheticRun synthetic = run_with_prior();
  synthetic.prior.source = "files";
  synthetic.prior.data.clear();
  synthetic.prior.substitutes = {{"mine/a.pt", "", "aa", {}, {}, false}};
  EXPECT_TRUE(contains(text_summary_of(record_of(synthetic)),
                       "1 classifier of its own (substitute model: a.pt), brought along ready-made"));
  synthetic.prior = {};
  synthetic.prior.learn = true;
  std::filesystem::remove(folder_ / "run.sqlite");
  const std::string text = text_summary_of(record_of(synthetic));
  EXPECT_TRUE(contains(text, "what the run's earlier instances taught")) << text;
  EXPECT_TRUE(contains(text, "No attack of this run made use of it")) << text;
}

}  // namespace
}  // namespace bora::report::write_report_test
