#include "report/figures/run_texts.h"

#include <gtest/gtest.h>

#include "report/figures/two_attacks.h"
#include "report/views/run_views.h"
#include "report/words/format.h"
#include "report/words/run_words.h"

namespace bora::report::run_texts_test {
namespace {

using testing::record_of;
using testing::two_attacks;

TEST(RunTexts, APartOfTheShardsIsCompleteOnceTheseHaveEnded) {
  RunRecord run = record_of(two_attacks());
  EXPECT_EQ(progress_text(run, summarise(run)), "complete");
  run.of_shards = 3;
  for (int number = 1; number <= 2; ++number) run.merged.push_back({"shard", {number, 3}, "complete"});
  EXPECT_EQ(progress_text(run, summarise(run)), "complete, 2 of 3 shards");
  run.merged.push_back({"shard", {3, 3}, "complete"});
  EXPECT_EQ(progress_text(run, summarise(run)), "complete");
  run.status = "interrupted";
  EXPECT_EQ(progress_text(run, summarise(run)), "interrupted: 4 of 4 instances ended");
}

TEST(RunTexts, NamesThePartOfTheCleanInputs) {
  RunRecord run = record_of(two_attacks());
  run.clean_inputs = 48;
  run.clean_correct = 47;
  const auto shows = [&](const std::string& config, const std::string& counted) {
    run.config_json = config;
    for (const std::string& text : {text_summary(report_of(run)), report_markdown(report_of(run))})
      EXPECT_NE(text.find("(47 of " + counted + ")"), std::string::npos) << text;
  };
  shows("{}", "48 test images");
  shows(R"({"part":"test"})", "48 test images");
  shows(R"({"part":"train"})", "48 train images");
  shows(R"({"part":"all"})", "48 images");
  shows(R"({"part":"test","graph":"a.json"})", "48 images");
  shows(R"({"part":"test","image":"a.png"})", "48 images");
}

TEST(RunTexts, LeavesOutTheFoldersOfAPathButNotTheNotesOnData) {
  EXPECT_EQ(path_of_data("/a (1)/d, e/m.zip, test part"), "/a (1)/d, e/m.zip");
  EXPECT_EQ(path_of_data("/a (1)/m.zip (in grey, since /b (2) is)"), "/a (1)/m.zip");
  EXPECT_EQ(path_of_data("/a/m(1)"), "/a/m(1)");
  EXPECT_EQ(without_folders("/a/m.zip (in grey, since /b is)"), "m.zip (in grey, since /b is)");
  EXPECT_EQ(without_folders("/a/m.zip, test part"), "m.zip, test part");
  EXPECT_EQ(without_folders("/a/mnist/:train=0-9,20-29"), "mnist/:train=0-9,20-29");
  EXPECT_EQ(without_folders("m.zip"), "m.zip");
}

TEST(RunTexts, APatchIsOneSquare) {
  RunRecord run = record_of(two_attacks());
  run.threat = "patch";
  run.epsilon = run.epsilon_asked = 5;
  run.continuous = false;
  EXPECT_EQ(threat_text(run), "within one square of 5 x 5 pixels");
  EXPECT_EQ(measured_distance(run, 4), "within one square of 4 x 4 pixels");
  EXPECT_NE(text_summary(report_of(run)).find("within one square of 5 x 5 pixels"), std::string::npos)
      << text_summary(report_of(run));
  EXPECT_NE(text_summary(report_of(run)).find("mean patch side, L2"), std::string::npos)
      << text_summary(report_of(run));
  EXPECT_NE(report_of(run).words.lead.plain().find("and a change within one square of 5 x 5 pixels"),
            std::string::npos)
      << report_of(run).words.lead.plain();
  run.continuous = true;
  EXPECT_EQ(threat_text(run), "within one square of 5 x 5 pixels (continuous values)");
}

}  // namespace
}  // namespace bora::report::run_texts_test
