// junit.xml, results.sarif, report.md and badge.svg.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "attacks/record/synthetic_graph_run.h"
#include "attacks/record/synthetic_run.h"
#include "common/json.h"
#include "report/figures/summary.h"
#include "report/views/formats/xml_text.h"
#include "report/views/run_views.h"
#include "support/temporary_folder.h"
#include "support/text.h"

namespace bora::report::forms_test {
namespace {

using testing::contains;

using Json = nlohmann::json;

class Forms : public ::testing::Test {
 protected:
  RunRecord plausible(bool targeted = true, double share_ended = 1.0) {
    return record_of(plausible_run(4, targeted, share_ended), folder_ / "run");
  }
  /// Returns a run of three attacks. The second sees gradients, and the third never succeeds.
  RunRecord mixed() {
    SyntheticRun run = plausible_run(3, false, 1.0);
    run.attack_facts["square"] = {"square", "", "gradients", false};
    for (SyntheticInstance& instance : run.instances)
      if (instance.attack == "random") instance = {"random", instance.input, {}, "exhausted", 1000};
    return record_of(run, folder_ / "run");
  }
  static RunReport with_checks(const RunRecord& run) {
    RunSummary summary = summarise(run);
    summary.checks = {{"deterministic", "The same twice", "pass", "64 of 64"},
                      {"saturated", "Scores are not saturated", "warn", "12% at the floor"},
                      {"unbounded", "An unbounded attack succeeds", "fail", "it succeeded on 3 of 10"},
                      {"transfer", "Gradients help", "open", "no gradients"}};
    return report_of(run, std::move(summary));
  }
  testing::TemporaryFolder folder_;
};

pugi::xml_node test_case(const pugi::xml_document& document, const char* suite, const std::string& name) {
  return document.child("testsuites")
      .find_child_by_attribute("testsuite", "name", suite)
      .find_child_by_attribute("testcase", "name", name.c_str());
}

void parse(const std::string& xml, pugi::xml_document& document) {
  const auto result = document.load_string(xml.c_str());
  ASSERT_TRUE(result) << result.description();
}

/// Checks that the counts in testsuites and testsuite are those of the cases.
void expect_counts(const pugi::xml_document& document) {
  const pugi::xml_node root = document.child("testsuites");
  int tests = 0, failures = 0, errors = 0;
  for (const pugi::xml_node suite : root.children("testsuite")) {
    int of_suite = 0, failed = 0, broken = 0, skipped = 0;
    for (const pugi::xml_node test : suite.children("testcase")) {
      ++of_suite;
      failed += test.child("failure") ? 1 : 0;
      broken += test.child("error") ? 1 : 0;
      skipped += test.child("skipped") ? 1 : 0;
    }
    EXPECT_GT(of_suite, 0) << suite.attribute("name").value();
    EXPECT_EQ(suite.attribute("tests").as_int(), of_suite);
    EXPECT_EQ(suite.attribute("failures").as_int(), failed);
    EXPECT_EQ(suite.attribute("errors").as_int(), broken);
    EXPECT_EQ(suite.attribute("skipped").as_int(), skipped);
    tests += of_suite;
    failures += failed;
    errors += broken;
  }
  EXPECT_EQ(root.attribute("tests").as_int(), tests);
  EXPECT_EQ(root.attribute("failures").as_int(), failures);
  EXPECT_EQ(root.attribute("errors").as_int(), errors);
}

TEST_F(Forms, JunitHasACaseForEachAttackCheckAndCondition) {
  RunRecord run = plausible(false);
  run.fail_if = {"asr > 0.01", "asr(random) > 0.9", "asr@1 > 0.1", "asr(nobody) > 0.1"};
  pugi::xml_document document;
  parse(junit_xml(with_checks(run)), document);
  expect_counts(document);
  const auto attack = test_case(document, "attacks", "square");
  ASSERT_TRUE(attack);
  EXPECT_FALSE(attack.child("failure")) << "what is too much is for a condition to say";
  EXPECT_TRUE(contains(attack.child_value("system-out"), "success on "));
  EXPECT_GT(attack.attribute("time").as_double(), 0);

  EXPECT_FALSE(test_case(document, "checks", "deterministic").child("failure"));
  const auto warned = test_case(document, "checks", "saturated");
  EXPECT_FALSE(warned.child("failure"));
  EXPECT_TRUE(
      contains(warned.child_value("system-out"), "warning: expected: Scores are not saturated; found: 12%"));
  EXPECT_STREQ(test_case(document, "checks", "unbounded").child("failure").attribute("message").value(),
               "it succeeded on 3 of 10");
  EXPECT_TRUE(test_case(document, "checks", "transfer").child("skipped"));

  const auto held = test_case(document, "conditions", "asr > 0.01");
  EXPECT_TRUE(contains(held.child("failure").attribute("message").value(), "asr > 0.01: holds, "));
  const auto passed = test_case(document, "conditions", "asr@1 > 0.1");
  EXPECT_FALSE(passed.child("failure"));
  EXPECT_TRUE(contains(passed.child_value("system-out"), "not")) << passed.child_value("system-out");
  EXPECT_TRUE(test_case(document, "conditions", "asr(nobody) > 0.1").child("error"));
  EXPECT_TRUE(test_case(document, "verification", "adversarial examples"));
  const std::string model = document.child("testsuites")
                                .child("testsuite")
                                .child("properties")
                                .find_child_by_attribute("property", "name", "model")
                                .attribute("value")
                                .value();
  EXPECT_EQ(model, run.model);
}

TEST_F(Forms, JunitSaysWhatWasNotEndedFailedOrIsContradicted) {
  RunRecord cut = plausible(true, 0.5);
  pugi::xml_document document;
  parse(junit_xml(report_of(cut)), document);
  expect_counts(document);
  EXPECT_TRUE(test_case(document, "attacks", "random").child("skipped"));

  RunRecord run = plausible();
  run.instances[0].status = InstanceStatus::failed;
  run.instances[0].reason = "the model <said> \"no\"\x01";
  for (InstanceRecord& instance : run.instances)
    if (instance.verification) instance.verification->confirmed = false;
  parse(junit_xml(report_of(run)), document);
  expect_counts(document);
  EXPECT_TRUE(contains(
      test_case(document, "attacks", run.instances[0].attack).child("error").attribute("message").value(),
      "failed on 1 instance: the model <said> \"no\"\xef\xbf\xbd"));
  EXPECT_TRUE(test_case(document, "verification", "adversarial examples").child("failure"));
  EXPECT_TRUE(test_case(document, "verification", "records").child("failure"))
      << "a success is now a failure";
}

TEST(XmlText, HoldsNoByteThatXmlDoesNotAllow) {
  EXPECT_EQ(xml_text("a\tb\nc"), "a\tb\nc");
  EXPECT_EQ(xml_text(std::string("\0\x1f", 2)), "\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(xml_text("\xff\xc3\xa9"), "\xef\xbf\xbd\xc3\xa9");
  EXPECT_EQ(xml_text("\xef\xbf\xbe"), "\xef\xbf\xbd");
}

const Json* result_of(const Json& sarif, const std::string& fingerprint) {
  for (const Json& result : sarif["runs"][0]["results"])
    if (result["partialFingerprints"]["finding/v1"] == fingerprint) return &result;
  return nullptr;
}

TEST_F(Forms, SarifHasAResultAnAttackWithItsSeverity) {
  const RunRecord run = mixed();
  const Json json = parse_valid_json(sarif(report_of(run)));
  EXPECT_EQ(json["version"], "2.1.0");
  const Json& driver = json["runs"][0]["tool"]["driver"];
  EXPECT_EQ(driver["name"], "bora");
  EXPECT_EQ(driver["version"], run.version);
  for (const Json& result : json["runs"][0]["results"])
    EXPECT_EQ(driver["rules"][result["ruleIndex"].get<int>()]["id"], result["ruleId"]);
  const Json* strong = result_of(json, "fooled:gp-bo");
  ASSERT_NE(strong, nullptr);
  EXPECT_EQ((*strong)["kind"], "fail");
  EXPECT_EQ((*strong)["level"], "warning") << "1 of 3: its interval begins below one half";
  EXPECT_EQ((*strong)["properties"]["successes"], 1);
  EXPECT_DOUBLE_EQ((*strong)["properties"]["successShare"].get<double>(), 1.0 / 3);
  EXPECT_TRUE((*strong)["properties"].at("medianQueries").is_null()) << "not reached";
  EXPECT_EQ((*result_of(json, "fooled:square"))["level"], "note") << "white box";
  EXPECT_EQ((*result_of(json, "fooled:random"))["kind"], "pass");
  EXPECT_EQ((*result_of(json, "fooled:random"))["level"], "none");
  const Json& place = (*strong)["locations"][0]["physicalLocation"]["artifactLocation"];
  EXPECT_EQ(place["uri"], "victims/digits.pt");
  EXPECT_EQ(json["runs"][0]["artifacts"][0]["hashes"]["sha-256"], run.model_sha256);
}

TEST_F(Forms, SarifCallsItAnErrorWhereMostInputsFall) {
  const RunRecord run = record_of(plausible_run(20, false, 1.0), folder_ / "run");
  const Json json = parse_valid_json(sarif(report_of(run)));
  EXPECT_EQ((*result_of(json, "fooled:gp-bo"))["level"], "error");
  EXPECT_EQ((*result_of(json, "fooled:random"))["level"], "warning") << "from 11 to 47%";
}

TEST_F(Forms, SarifHasChecksConditionsAndContradictions) {
  RunRecord run = plausible(false);
  run.fail_if = {"asr > 0.01", "asr > 0.999", "asr(nobody) > 0.1"};
  run.instances[0].queries += 1;
  for (InstanceRecord& instance : run.instances)
    if (instance.attack == "square" && instance.verification) instance.verification->within = false;
  const Json json = parse_valid_json(sarif(with_checks(run)));
  EXPECT_EQ((*result_of(json, "check-failed:unbounded"))["level"], "error");
  EXPECT_EQ((*result_of(json, "check-warned:saturated"))["level"], "warning");
  EXPECT_EQ((*result_of(json, "check-warned:saturated"))["message"]["text"],
            "expected: Scores are not saturated; found: 12% at the floor");
  EXPECT_EQ(result_of(json, "check-warned:deterministic"), nullptr);
  EXPECT_EQ((*result_of(json, "condition-holds:asr > 0.01"))["level"], "error");
  EXPECT_EQ(result_of(json, "condition-holds:asr > 0.999"), nullptr);
  EXPECT_EQ(result_of(json, "condition-not-decided:asr > 0.999"), nullptr) << "not shown is no finding";
  EXPECT_EQ((*result_of(json, "condition-not-decided:asr(nobody) > 0.1"))["kind"], "open");
  EXPECT_NE(result_of(json, "not-verified:run"), nullptr);
  EXPECT_NE(result_of(json, "records-contradict:run"), nullptr);
}

TEST_F(Forms, SarifNamesTheModelAsUriWantIt) {
  RunRecord run = plausible();
  const auto place = [&] {
    const Json json = parse_valid_json(sarif(report_of(run)));
    return json["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"];
  };
  run.directory = "/home/me/project";
  run.model = "/home/me/project/models/my model%1.pt";
  EXPECT_EQ(place()["uri"], "models/my%20model%251.pt");
  EXPECT_EQ(place()["uriBaseId"], "%SRCROOT%");
  run.model = "/elsewhere/m.pt";
  EXPECT_EQ(place()["uri"], "file:///elsewhere/m.pt");
  EXPECT_FALSE(place().contains("uriBaseId"));
  run.model = "../m.pt";
  EXPECT_EQ(place()["uri"], "file:///home/me/m.pt");
}

TEST_F(Forms, MarkdownHasTheVerdictFirstAndEverythingAfterIt) {
  RunRecord run = plausible(false);
  run.fail_if = {"asr > 0.01"};
  run.warnings = {"Only <9.5%> are [right](here)."};
  const std::string text = report_markdown(with_checks(run));
  std::size_t at = 0;
  for (const char* part :
       {"# Robustness of digits.pt", "> **Warning: Only \\<9.5%\\> are [right]\\(here).**",
        "an attacker who sees", "- square: success on ", "- Robust accuracy, all attacks together: ",
        "- Verifier: ", "## Conditions", "| asr \\> 0.01 | holds, ", "## Setup", "- Threat: L-infinity",
        "- Clean accuracy: 98.2% [97.2, 98.9]", "## Results", "| Attack |", "## Attack against attack",
        "## Checks of the evaluation", "| An unbounded attack succeeds | fail | it succeeded on 3 of 10 |",
        "## How this was made", "- Model SHA-256: 9f86d0", "- Seed: 7"}) {
    const std::size_t found = text.find(part, at);
    ASSERT_NE(found, std::string::npos) << part << " is missing, or before what it should follow\n" << text;
    at = found;
  }
}

TEST_F(Forms, MarkdownOfARunThatHasJustBegunHasNoVerdict) {
  SyntheticRun run = plausible_run(2, true, 0.0);
  for (SyntheticInstance& instance : run.instances) {
    instance.status = "pending";
    instance.queries = 0;
  }
  const RunRecord record = record_of(run, folder_ / "run");
  const RunReport report = report_of(record);
  EXPECT_TRUE(contains(report_markdown(report), "no verdict yet"));
  EXPECT_TRUE(contains(report_markdown(report), "This run is not complete"));
  EXPECT_TRUE(contains(sarif(report), "\"kind\": \"open\""));
  EXPECT_NO_THROW(junit_xml(report));
  EXPECT_NO_THROW(badge_svg(report));
}

TEST_F(Forms, OfGraphsSpeakOfGraphs) {
  write_synthetic_graph_run(plausible_graph_run(20), folder_ / "graphs");
  const RunRecord run = read_run(folder_ / "graphs");
  const RunReport report = report_of(run);
  const std::string text = report_markdown(report);
  EXPECT_TRUE(contains(text, "brings its accuracy from")) << text;
  EXPECT_TRUE(contains(text, "## Patterns in the edits"));
  EXPECT_TRUE(contains(sarif(report), "\"graphs\": "));
  pugi::xml_document document;
  parse(junit_xml(report), document);
  expect_counts(document);
  EXPECT_TRUE(test_case(document, "attacks", "grabnel"));
}

TEST_F(Forms, TheBadgeSaysRobustAccuracyAndIsColouredByConditionsAlone) {
  RunRecord run = plausible(false);
  const auto badge = [&] {
    pugi::xml_document document;
    const std::string svg = badge_svg(report_of(run));
    parse(svg, document);
    EXPECT_STREQ(document.child("svg").attribute("role").value(), "img");
    EXPECT_STREQ(document.child("svg").attribute("aria-labelledby").value(),
                 document.child("svg").child("title").attribute("id").value());
    return std::make_pair(std::string(document.child("svg").child("title").child_value()), svg);
  };
  const auto [title, svg] = badge();
  EXPECT_TRUE(contains(title, "robust accuracy: ")) << title;
  EXPECT_TRUE(contains(title, "digits.pt; L-infinity")) << title;
  EXPECT_TRUE(contains(title, "without conditions"));
  EXPECT_TRUE(contains(svg, ">robust accuracy</text>"));
  EXPECT_TRUE(contains(svg, "#595959"));
  run.fail_if = {"asr > 0.01"};
  EXPECT_TRUE(contains(badge().first, "a condition of --fail-if holds"));
  EXPECT_TRUE(contains(badge().second, "#b3261e"));
  run.fail_if = {"clean_accuracy < 0.5"};
  EXPECT_TRUE(contains(badge().second, "#1e6b34"));
  run.fail_if = {"clean_accuracy < 0.5", "checks.failed > 0"};
  EXPECT_TRUE(contains(badge().first, "is not decided"));
  EXPECT_FALSE(contains(badge().second, "#1e6b34"));
}

TEST_F(Forms, TheBadgeShowsTheFigureAndItsInterval) {
  const RunRecord run = plausible(false);
  RunReport report = report_of(run);
  WorstCase& worst = report.worst_case;
  worst.interval = Interval{0.349, 0.521};
  const auto expect_figure = [&](double low, double high, const std::string& figure) {
    worst.accuracy_low = low;
    worst.accuracy_high = high;
    const std::string svg = badge_svg(report);
    EXPECT_TRUE(contains(svg, ">" + figure + " [35, 52]</text>")) << svg;
    EXPECT_TRUE(contains(svg, "robust accuracy: " + figure + " [35, 52] (95% interval)")) << svg;
  };
  expect_figure(0.43, 0.434, "43%");
  expect_figure(0.43, 0.5, "43-50%");
  expect_figure(0.999, 0.999, "99%");
  expect_figure(0.001, 0.001, "1%");
  expect_figure(0, 1, "0-100%");
  worst.accuracy = false;
  EXPECT_TRUE(contains(badge_svg(report), ">not moved</text>"));
  EXPECT_TRUE(contains(badge_svg(report), "not moved to a class asked for: 0-100%"));
  worst.images = 0;
  EXPECT_TRUE(contains(badge_svg(report), ">n/a</text>"));
}

TEST_F(Forms, ConditionsStandInTextPageAndJson) {
  RunRecord run = plausible(false);
  run.fail_if = {"asr > 0.01", "clean_accuracy < 0.9"};
  run.baseline = "/runs/before";
  const RunReport report = report_of(run);
  EXPECT_TRUE(contains(text_summary(report), "\nfail-if asr > 0.01: holds, "));
  const std::string page = html_report(report);
  EXPECT_TRUE(contains(page, "<span class=\"badge bad\">holds</span> <code>asr &gt; 0.01</code>"));
  EXPECT_TRUE(contains(page, "<span class=\"badge good\">does not hold</span>"));
  const Json json = parse_valid_json(summary_json(report));
  ASSERT_EQ(json["conditions"].size(), 2U);
  EXPECT_EQ(json["conditions"][0]["finding"], "holds");
  EXPECT_EQ(json["conditions"][0]["bound"], 0.01);
  EXPECT_EQ(json["conditions"][1]["value"], 0.982);
  EXPECT_EQ(json["baseline"], "/runs/before");
  run.fail_if.clear();
  EXPECT_FALSE(contains(html_report(report_of(run)), "Must not hold"));
}

}  // namespace
}  // namespace bora::report::forms_test
