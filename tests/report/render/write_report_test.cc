#include "report/views/run_views.h"

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "attacks/record/synthetic_run.h"
#include "common/json.h"
#include "report/figures/examples.h"
#include "report/render/report_fixture.h"
#include "report/views/html/embedded.h"
#include "report/views/html/picture.h"
#include "support/input_error.h"
#include "support/text.h"

namespace bora::report::write_report_test {
namespace {

using testing::contains;
using testing::occurrences;

namespace fs = std::filesystem;

TEST_F(Report, WritesItsFilesAndNothingElse) {
  write_synthetic_run(plausible_run(3, true, 1.0), folder_.path());
  write_report(report_of(read_run(folder_.path())), folder_.path());
  std::set<std::string> files;
  for (const auto& entry : fs::directory_iterator(folder_.path()))
    files.insert(entry.path().filename().string());
  EXPECT_EQ(files, (std::set<std::string>{"badge.svg", "junit.xml", "report.html", "report.md", "results.csv",
                                          "results.sarif", "run.sqlite", "summary.json", "table.md"}));
}

TEST_F(Report, IsTheSameWhenMadeAgain) {
  const RunRecord run = record_of(plausible_run(4, true, 1.0));
  EXPECT_EQ(summary_json_of(run), summary_json_of(read_run(folder_.path())));
  EXPECT_EQ(html_report_of(run), html_report_of(read_run(folder_.path())));
}

TEST_F(Report, SaysWhatCannotBeWritten) {
  const RunRecord run = record_of(plausible_run(2, true, 1.0));
  std::ofstream(folder_ / "file") << "in the way";
  testing::expect_input_error([&] { write_report(report_of(run), folder_ / "file"); }, "file");
  fs::create_directory(folder_ / "report.html");
  testing::expect_input_error([&] { write_report(report_of(run), folder_.path()); }, "report.html",
                              "cannot be written");
  for (const auto& entry : fs::directory_iterator(folder_.path()))
    EXPECT_NE(entry.path().extension(), ".part");
}

TEST_F(Report, TheCsvHasALineAnInstance) {
  SyntheticRun run;
  run.attacks = {"odd, \"name\""};
  run.inputs = {{3, 3, true, ""}};
  SyntheticInstance instance;
  instance.attack = run.attacks[0];
  instance.target = 4;
  instance.queries = 9;
  run.instances = {instance};
  instance.target = 5;
  instance.status = "exhausted";
  instance.queries = 100;
  instance.unanswered = 3;
  run.instances.push_back(instance);
  instance.target = 6;
  instance.status = "failed";
  instance.queries = 7;
  run.instances.push_back(instance);
  std::istringstream csv(results_csv(record_of(run)));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line,
            "attack,image,record,label,target,status,queries,attempts,linf,l2,predicted,seed,verified,name");
  std::getline(csv, line);
  EXPECT_EQ(line.rfind("\"odd, \"\"name\"\"\",0,4000,3,4,success,9,9,0.298039216,", 0), 0U) << line;
  EXPECT_TRUE(line.ends_with(",yes,")) << line;
  std::getline(csv, line);
  EXPECT_TRUE(contains(line, ",5,exhausted,100,103,,,,")) << line;
  EXPECT_TRUE(line.ends_with(",")) << line;
  std::getline(csv, line);
  EXPECT_TRUE(contains(line, ",6,failed,7,10,,,,")) << line;
  EXPECT_TRUE(line.ends_with(",,")) << "not verified: " << line;
  EXPECT_FALSE(std::getline(csv, line));
}

TEST_F(Report, TheJsonHoldsTheFigures) {
  const auto json = parse_valid_json(summary_json_of(record_of(plausible_run(5, true, 1.0))));
  EXPECT_EQ(json["format"], 1);
  EXPECT_EQ(json["threat"]["goal"], "targeted");
  EXPECT_EQ(json["run"]["config"]["seed"], 7);
  EXPECT_TRUE(json["progress"]["complete"]);
  ASSERT_EQ(json["attacks"].size(), 3U);
  const auto& random = json["attacks"][2];
  EXPECT_EQ(random["attack"], "random");
  EXPECT_EQ(random["instances"], 45);
  EXPECT_EQ(random["success"].back()["queries"], 1000);
  EXPECT_EQ(random["success"].back()["interval"].size(), 2U);
  EXPECT_TRUE(random["queries_to_success"]["quartile_3"]["queries"].is_null());
  EXPECT_EQ(random["queries_to_success"]["quartile_3"]["reached"], false);
  EXPECT_EQ(json["attacks"][1]["queries_to_success"]["median"]["reached"], true);
  EXPECT_EQ(json["comparisons"].size(), 2U);
  EXPECT_EQ(json["verification"]["passed"], json["verification"]["adversarial_examples"]);
}

TEST_F(Report, ThePageNeedsNothingElse) {
  const std::string page = html_report_of(record_of(plausible_run(3, true, 1.0)));
  ASSERT_TRUE(contains(page, "Chart.js v3.9.1"));
  const std::string own = own_part(page);
  for (const char* outside : {"http:", "https:", "src=\"//", "url(", "@import", "<iframe"}) {
    EXPECT_FALSE(contains(own, outside)) << outside;
  }
  EXPECT_EQ(occurrences(own, "<link"), 1);
  EXPECT_TRUE(contains(own, "<link rel=\"icon\" href=\"data:,\">"));
  // The scripts are those of data, library and page. None is closed early by its content.
  EXPECT_EQ(occurrences(page, "</script"), 3);
  EXPECT_EQ(occurrences(own, "<section"), occurrences(own, "</section>"));
  EXPECT_EQ(occurrences(own, "<table"), occurrences(own, "</table>"));
  EXPECT_EQ(occurrences(own, "<img"), occurrences(own, "alt=\""));
}

TEST_F(Report, OptionsThatWereTypedComeFirstAndTheOthersStayOffThePaper) {
  RunRecord run = record_of(plausible_run(3, true, 1.0));
  std::string page = own_part(html_report_of(run));
  const auto others = page.find("<details class=\"options rest\"><summary>3 options not typed</summary>");
  ASSERT_NE(others, std::string::npos);
  EXPECT_LT(page.find("<code>seed</code>"), others) << "the command names it";
  EXPECT_GT(page.find("<code>budget</code>"), others);
  run.command += " --config mine.ini";
  page = own_part(html_report_of(run));
  EXPECT_FALSE(contains(page, "options rest")) << "a file says what matters, too";
}

TEST_F(Report, ThePageEscapesEveryText) {
  const std::string nasty = "</script><b onclick='x()'>\"&";
  SyntheticRun run = plausible_run(3, true, 1.0);
  run.model = "models/" + nasty + ".pt";
  run.class_names[0] = nasty;
  run.visible = "top-" + nasty;
  for (std::string& attack : run.attacks) attack += nasty;
  for (SyntheticInstance& instance : run.instances) instance.attack += nasty;
  run.instances[0].status = "failed";
  run.instances[0].reason = nasty;
  run.inputs.back().reason = nasty;
  const std::string page = html_report_of(record_of(run));
  EXPECT_FALSE(contains(page, "<b onclick"));
  EXPECT_EQ(occurrences(page, "</script"), 3);
  EXPECT_TRUE(contains(page, "&lt;/script&gt;&lt;b onclick=&#39;x()&#39;&gt;&quot;&amp;"));
}

TEST_F(Report, ThePageShowsAtMostTwoDozenExamples) {
  const std::string page = html_report_of(record_of(plausible_run(6, true, 1.0)));
  EXPECT_EQ(occurrences(page, "<figure class=\"triptych\">"), 24);
  EXPECT_EQ(occurrences(page, "data:image/png;base64,"), 3 * 24);
  EXPECT_EQ(occurrences(page, ">hardest</span>"), 3);
}

TEST_F(Report, CountsOneQueryInTheSingular) {
  SyntheticRun run = plausible_run(3, false, 1.0);
  for (SyntheticInstance& instance : run.instances)
    if (instance.attack == "square") instance = {"square", instance.input, {}, "success", 1};
  EXPECT_TRUE(contains(report_markdown(report_of(record_of(run))), "median **1** query ["));
}

TEST_F(Report, ColourImagesAndContinuousRunsAreShown) {
  SyntheticRun run = plausible_run(2, true, 1.0);
  run.channels = 3;
  run.side = 32;
  EXPECT_GT(occurrences(html_report_of(record_of(run)), "data:image/png"), 0);
  run.continuous = true;
  const std::string page = html_report_of(record_of(run));
  EXPECT_GT(occurrences(page, "data:image/png"), 0);
  EXPECT_TRUE(contains(page, "continuous pixels"));
}

TEST_F(Report, ComparesRunsOfOneProtocolOnly) {
  const RunRecord first = record_of(plausible_run(3, true, 1.0));
  RunRecord second = first;
  second.model = "defended.pt";
  EXPECT_TRUE(contains(text_comparison({first, second}),
                       "note: victims/digits.pt and defended.pt have the same content"));
  RunRecord other = first;
  other.model = "other.pt";
  other.model_sha256 = "another";
  const std::string copies = text_comparison({other, first, second, second});
  EXPECT_EQ(occurrences(copies, "note: victims/digits.pt and defended.pt have the same content"), 1)
      << copies;
  EXPECT_EQ(occurrences(copies, "note:"), 1) << copies;
  second.model_sha256 = "another";
  EXPECT_TRUE(contains(text_comparison({first, second}), "defended.pt"));
  EXPECT_FALSE(contains(text_comparison({first, second}), "note:"));
  second.budget = 77;
  testing::expect_input_error(
      [&] {
        text_comparison({first, second});
      },
      "cannot be compared", "budget", "77");
  second = first;
  second.inputs.back().record += 1;
  EXPECT_TRUE(contains(text_comparison({first, second}), "different images"));
  SyntheticRun changed = plausible_run(3, true, 1.0);
  changed.inputs[0] = {9, 9, true, ""};
  second = first;
  second.database = bora::attacks::record_of(changed, folder_ / "changed").database;
  testing::expect_input_error(
      [&] {
        text_comparison({first, second});
      },
      "cannot be compared", "is another image in the second");
}

TEST_F(Report, ExamplesAreSpreadOverAttacksAndClasses) {
  const RunRecord run = record_of(plausible_run(12, true, 1.0));
  const auto examples = choose_examples(run, run.attacks, 24);
  std::map<std::string, int> of_attack;
  std::map<std::string, std::set<int>> labels;
  std::set<int> distinct;
  for (const Example& example : examples) {
    const InstanceRecord& instance = run.instances[example.instance];
    ++of_attack[instance.attack];
    labels[instance.attack].insert(run.inputs[instance.input].label);
    distinct.insert(example.instance);
    EXPECT_TRUE(instance.adversarial);
  }
  EXPECT_EQ(distinct.size(), examples.size());
  for (const std::string& attack : run.attacks) {
    EXPECT_EQ(of_attack[attack], 8);
    EXPECT_GE(labels[attack].size(), 5U);
  }
}

TEST(Base64, MatchesTheStandardsExamples) {
  const auto encode = [](const std::string& text) {
    return base64(std::vector<std::uint8_t>(text.begin(), text.end()));
  };
  EXPECT_EQ(encode(""), "");
  EXPECT_EQ(encode("f"), "Zg==");
  EXPECT_EQ(encode("fooba"), "Zm9vYmE=");
  EXPECT_EQ(encode("foobar"), "Zm9vYmFy");
}

TEST(Embedded, ScriptsCannotCloseTheirElement) {
  for (const auto script : {chart_library(), page_script()}) {
    EXPECT_EQ(script.find("</script"), std::string_view::npos);
    EXPECT_EQ(script.find("<!--"), std::string_view::npos);
  }
}

}  // namespace
}  // namespace bora::report::write_report_test
