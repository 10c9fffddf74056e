#include "report/figures/comparisons/run_verdicts.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "attacks/record/synthetic_run.h"
#include "common/json.h"
#include "report/figures/summary.h"
#include "report/views/formats/comparison_formats.h"
#include "support/temporary_folder.h"

namespace bora::report {
namespace {

/// Returns a run on 40 images, of which bo fools the first `bo` and square the first `square`.
SyntheticRun run_of(int bo, int square) {
  SyntheticRun run;
  run.attacks = {"bo", "square"};
  run.targeted = false;
  for (int image = 0; image < 40; ++image) {
    run.inputs.push_back({image % 10, image % 10, true, ""});
    for (const auto& [attack, fooled] : {std::pair("bo", bo), std::pair("square", square)}) {
      if (image < fooled)
        run.instances.push_back({attack, image, {}, "success", 10});
      else
        run.instances.push_back({attack, image, {}, "exhausted", 100});
    }
  }
  return run;
}

class Verdicts : public ::testing::Test {
 protected:
  RunRecord record(const SyntheticRun& run, const std::string& name, const std::string& sha256) {
    RunRecord record = record_of(run, folder_ / name);
    record.model_sha256 = sha256;
    return record;
  }
  testing::TemporaryFolder folder_;
};

TEST_F(Verdicts, SayBetterWorseOrNotShownOfTheSecondModel) {
  const RunRecord before = record(run_of(30, 10), "before", "aa");
  const RunRecord after = record(run_of(10, 12), "after", "bb");
  const std::vector<RunComparison> there = {compare_runs(before, after, "")};
  const RunVerdicts said = judge(there).at(0);
  ASSERT_EQ(said.verdicts.size(), 3U);
  EXPECT_EQ(said.tests, 3);
  EXPECT_EQ(said.verdicts[0].about, "bo");
  EXPECT_EQ(said.verdicts[0].word, "better");
  EXPECT_EQ(said.verdicts[1].about, "square");
  EXPECT_EQ(said.verdicts[1].word, "not shown");
  EXPECT_EQ(said.verdicts[2].about, "robust accuracy");
  EXPECT_EQ(said.verdicts[2].word, "better");
  // The first model loses 30 images, the second 12 of these.
  EXPECT_EQ(said.verdicts[2].fooled.only_first, 18);
  EXPECT_EQ(said.verdicts[2].fooled.both, 12);
  EXPECT_NEAR(*said.verdicts[2].fooled.p, std::pow(0.5, 17), 1e-12);
  EXPECT_EQ(judge({compare_runs(after, before, "")}).at(0).verdicts[0].word, "worse");
}

TEST_F(Verdicts, AdjustForAllComparisonsOfOneCall) {
  const RunRecord before = record(run_of(16, 10), "before", "aa");
  const RunRecord after = record(run_of(10, 10), "after", "bb");
  const RunComparison comparison = compare_runs(before, after, "");
  const RunVerdicts alone = judge({comparison}).at(0);
  // Six images differ, all in the same direction: p = 2 / 2^6 for bo and for robust accuracy; 1 for square.
  EXPECT_NEAR(*alone.verdicts[0].fooled.p, 0.03125, 1e-12);
  EXPECT_NEAR(*alone.verdicts[0].adjusted_p, 3 * 0.03125, 1e-12);
  EXPECT_EQ(alone.verdicts[0].word, "not shown") << "0.03 is below 0.05, but of three tests";
  const std::vector<RunVerdicts> three = judge({comparison, comparison, comparison});
  EXPECT_EQ(three[2].tests, 9);
  EXPECT_NEAR(*three[2].verdicts[0].adjusted_p, 9 * 0.03125, 1e-12);
}

TEST_F(Verdicts, CallNoModelBetterWhereMoreDiffersThanTheModel) {
  const RunRecord before = record(run_of(30, 10), "before", "aa");
  RunRecord after = record(run_of(10, 12), "after", "aa");
  EXPECT_EQ(judge({compare_runs(before, after, "")}).at(0).verdicts[0].word, "less often") << "one model";
  after.model_sha256 = "bb";
  after.epsilon /= 2;
  EXPECT_EQ(judge({compare_runs(before, after, "")}).at(0).verdicts[0].word, "less often") << "another bound";
  after.epsilon = before.epsilon;
  const RunVerdicts other_attack = judge({compare_runs(before, after, "square")}).at(0);
  EXPECT_EQ(other_attack.verdicts[0].about, "square against bo");
  EXPECT_EQ(other_attack.verdicts[0].word, "not shown");
  EXPECT_EQ(judge({compare_runs(before, after, "bo")}).at(0).verdicts[1].word, "less often")
      << "bo against square";
}

TEST_F(Verdicts, OfRobustAccuracyCountsInputsOfOneRunAlone) {
  const RunRecord before = record(run_of(30, 10), "before", "aa");
  SyntheticRun cut = run_of(10, 12);
  for (SyntheticInstance& instance : cut.instances)
    if (instance.input == 39 && instance.attack == "bo") instance = {"bo", 39, {}, "running", 5};
  RunRecord after = record(cut, "after", "bb");
  for (InputRow& input : after.inputs)
    if (input.id < 3) input.record += 1000;
  const RunComparison comparison = compare_runs(before, after, "");
  ASSERT_TRUE(comparison.robust);
  EXPECT_EQ(comparison.robust->fooled.unknown, 1);
  EXPECT_EQ(comparison.robust->only_first, 3);
  EXPECT_EQ(comparison.robust->only_second, 3);
  EXPECT_EQ(comparison.robust->fooled.pairs, 36);
  EXPECT_EQ(comparison.robust->attacks, (std::vector<std::string>{"bo", "square"}));
}

// The second run was cut at 40 queries an instance: it keeps its early successes, and nothing is known of the
// rest.
TEST_F(Verdicts, OnAnUnfinishedRunAreNotKnown) {
  const SyntheticRun whole = run_of(20, 10);
  SyntheticRun cut = whole;
  int open = 0;
  for (SyntheticInstance& instance : cut.instances) {
    if (instance.status == "success") continue;
    instance = {instance.attack, instance.input, instance.target, "running", 3};
    ++open;
  }
  ASSERT_GT(open, 0);
  const std::vector<RunComparison> comparisons = {
      compare_runs(record(whole, "before", "aa"), record(cut, "after", "bb"), "")};
  const RunVerdicts said = judge(comparisons).at(0);
  for (const RunVerdict& verdict : said.verdicts) {
    EXPECT_EQ(verdict.word, "not known") << verdict.about;
    EXPECT_GT(verdict.fooled.unknown, 0) << verdict.about;
  }
  EXPECT_NE(comparison_markdown(comparisons).find(" open) |"), std::string::npos);
}

// One failed instance of 40 cannot make a difference of equal models significant.
TEST_F(Verdicts, AreNotShownIfAnUnknownOutcomeCannotChangeThem) {
  const SyntheticRun whole = run_of(20, 10);
  SyntheticRun faulty = whole;
  for (SyntheticInstance& instance : faulty.instances)
    if (instance.input == 39 && instance.attack == "bo") instance = {"bo", 39, {}, "failed", 0};
  const RunVerdicts said =
      judge({compare_runs(record(whole, "before", "aa"), record(faulty, "after", "bb"), "")}).at(0);
  EXPECT_EQ(said.verdicts[0].about, "bo");
  EXPECT_EQ(said.verdicts[0].fooled.unknown, 1) << "it failed before its first answer";
  EXPECT_EQ(said.verdicts[0].word, "not shown");
  EXPECT_EQ(said.verdicts[2].word, "not shown") << "robust accuracy";
}

TEST_F(Verdicts, StandInEveryFormat) {
  const RunRecord before = record(run_of(30, 10), "before", "aa");
  const RunRecord after = record(run_of(10, 12), "after", "bb");
  const std::vector<RunComparison> comparisons = {compare_runs(before, after, "")};
  const std::string markdown = comparison_markdown(comparisons);
  EXPECT_NE(markdown.find("| bo | better | 40 | 75.0% | 25.0% | +50.0"), std::string::npos) << markdown;
  EXPECT_NE(markdown.find("Holm's method for all 3 tests"), std::string::npos);
  EXPECT_LT(markdown.find("| bo | better"), markdown.find("| Attacks |")) << "verdicts first";
  EXPECT_NE(comparison_html(comparisons).find("better"), std::string::npos);
  const auto json = parse_valid_json(comparison_json(comparisons));
  EXPECT_EQ(json["adjustment"], "holm");
  EXPECT_EQ(json["tests"], 3);
  const auto& verdict = json["comparisons"][0]["verdicts"][0];
  EXPECT_EQ(verdict["verdict"], "better");
  EXPECT_EQ(verdict["only_first"], 20);
  EXPECT_LT(verdict["mcnemar_p"], verdict["adjusted_p"]);
  EXPECT_EQ(json["comparisons"][0]["robust_accuracy"]["inputs"], 40);
}

}  // namespace
}  // namespace bora::report
