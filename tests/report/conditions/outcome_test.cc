#include "report/conditions/outcome.h"

#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "attacks/record/synthetic_run.h"
#include "report/figures/summary.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::report {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

ConditionOutcome decided(const std::string& condition, double value, std::optional<Interval> interval) {
  return decide(parse_condition(condition), {value, interval, "", ""});
}

TEST(Outcome, HoldsOnlyWhereTheWholeIntervalIsOnThatSide) {
  const Interval interval{0.2, 0.4};
  const auto finding = [&](const std::string& condition) {
    return decided(condition, 0.3, interval).finding;
  };
  EXPECT_EQ(finding("asr > 0.1"), Finding::holds);
  EXPECT_EQ(finding("asr > 0.25"), Finding::not_shown) << "the value is above, its lower end is not";
  EXPECT_EQ(finding("asr > 0.35"), Finding::not_shown);
  EXPECT_EQ(finding("asr > 0.5"), Finding::does_not_hold);
  EXPECT_EQ(finding("asr < 0.5"), Finding::holds);
  EXPECT_EQ(finding("asr < 0.35"), Finding::not_shown) << "the upper end decides";
  EXPECT_EQ(finding("asr < 0.1"), Finding::does_not_hold);
  // The ends of the interval equal the bound.
  EXPECT_EQ(finding("asr > 0.2"), Finding::not_shown);
  EXPECT_EQ(finding("asr >= 0.2"), Finding::holds);
  EXPECT_EQ(finding("asr < 0.4"), Finding::not_shown);
  EXPECT_EQ(finding("asr <= 0.4"), Finding::holds);
}

TEST(Outcome, CountsDecideByThemselves) {
  EXPECT_EQ(decided("checks.failed > 0", 1, {}).finding, Finding::holds);
  EXPECT_EQ(decided("checks.failed > 0", 0, {}).finding, Finding::does_not_hold);
  EXPECT_EQ(decided("checks.warnings > 2", 2, {}).finding, Finding::does_not_hold);
}

TEST(Outcome, OfAMedianThatIsNotReachedIsAboveEveryBound) {
  EXPECT_EQ(decided("median_queries < 50", kInfinity, Interval{60, kInfinity}).finding,
            Finding::does_not_hold);
  EXPECT_EQ(decided("median_queries < 50", 45, Interval{40, kInfinity}).finding, Finding::not_shown);
  EXPECT_EQ(decided("median_queries < 50", 30, Interval{20, 40}).finding, Finding::holds);
  EXPECT_EQ(decided("median_queries < 50", 45, Interval{40, kInfinity}).text(),
            "median_queries < 50: not shown, 45 [40, not reached] contains 50");
}

TEST(Outcome, WithoutAnIntervalNothingIsDecided) {
  EXPECT_EQ(decided("asr > 0.2", 0.9, {}).finding, Finding::not_decided);
  MeasuredFigure unknown;
  unknown.unknown = "nobody looked";
  EXPECT_EQ(decide(parse_condition("asr > 0.2"), unknown).text(), "asr > 0.2: not decided, nobody looked");
}

TEST(Outcome, SaysWhatWasMeasuredAndNeverRoundsOntoTheBound) {
  const auto text = [](const std::string& condition, double value, Interval interval) {
    return decide(parse_condition(condition), {value, interval, "bo, 20 images", ""}).text();
  };
  EXPECT_EQ(text("asr@500 > 0.2", 0.42, {0.31, 0.54}),
            "asr@500 > 0.2: holds, 0.42 [0.31, 0.54] (bo, 20 images)");
  EXPECT_EQ(text("asr@500 > 0.2", 0.25, {0.12, 0.41}),
            "asr@500 > 0.2: not shown, 0.25 [0.12, 0.41] contains 0.2 (bo, 20 images)");
  EXPECT_EQ(text("asr > 0.2", 0.3, {0.2004, 0.4}), "asr > 0.2: holds, 0.30 [0.2004, 0.40] (bo, 20 images)");
  EXPECT_EQ(text("asr > 0.2", 0.3, {0.2, 0.4}),
            "asr > 0.2: not shown, 0.30 [0.20, 0.40] contains 0.2 (bo, 20 images)");
}

class RunConditions : public ::testing::Test {
 protected:
  /// Returns a run with budget 100 on 20 images, of which bo fools `fooled` at query 10 and square half as
  /// many at query 80.
  SyntheticRun run_of(int fooled) {
    SyntheticRun run;
    run.attacks = {"square", "bo"};
    run.targeted = false;
    for (int image = 0; image < 20; ++image) {
      run.inputs.push_back({image % 10, image % 10, true, ""});
      const auto add = [&](const char* attack, bool success, int queries) {
        if (success)
          run.instances.push_back({attack, image, {}, "success", queries});
        else
          run.instances.push_back({attack, image, {}, "exhausted", 100});
      };
      add("square", 2 * image < fooled, 80);
      add("bo", image < fooled, 10);
    }
    return run;
  }
  ConditionOutcome outcome(const RunRecord& record, const std::string& condition) {
    RunRecord asked = record;
    asked.fail_if = {condition};
    return decide_conditions(asked, summarise(asked)).at(0);
  }
  testing::TemporaryFolder folder_;
};

TEST_F(RunConditions, SpeakOfTheBestAttackOrOfTheOneNamed) {
  const RunRecord run = record_of(run_of(12), folder_ / "run");
  const ConditionOutcome best = outcome(run, "asr@50 > 0.3");
  EXPECT_EQ(best.finding, Finding::holds);
  EXPECT_DOUBLE_EQ(*best.measured.value, 0.6);
  EXPECT_NEAR(best.measured.interval->low, wilson_interval(0.6, 20).low, 1e-12);
  EXPECT_EQ(best.measured.of, "bo, 20 images");
  EXPECT_DOUBLE_EQ(*outcome(run, "asr(square) > 0.3").measured.value, 0.3);
  EXPECT_DOUBLE_EQ(*outcome(run, "asr(square)@79 > 0.3").measured.value, 0.0);
  EXPECT_DOUBLE_EQ(*outcome(run, "robust_accuracy < 0.5").measured.value, 0.4);
  EXPECT_EQ(outcome(run, "robust_accuracy < 0.5").finding, Finding::not_shown);
  EXPECT_EQ(outcome(run, "robust_accuracy < 0.7").finding, Finding::holds);
  EXPECT_DOUBLE_EQ(*outcome(run, "clean_accuracy < 0.9").measured.value, 0.982);
  EXPECT_DOUBLE_EQ(*outcome(run, "median_queries < 50").measured.value, 10);
  const ConditionOutcome not_reached = outcome(run, "median_queries(square) < 50");
  EXPECT_DOUBLE_EQ(*not_reached.measured.value, kInfinity);
  EXPECT_EQ(not_reached.measured.interval->low, 80) << "6 of 20 then, whose upper end is above one half";
  EXPECT_EQ(not_reached.measured.interval->high, kInfinity);
  const ConditionOutcome none =
      outcome(record_of(run_of(0), folder_ / "none"), "median_queries(square) > 100");
  EXPECT_EQ(none.measured.interval->low, 101) << "failures take more than the budget";
  EXPECT_EQ(none.finding, Finding::holds);
}

TEST_F(RunConditions, AMedianThatOpenInstancesMayReachIsNotCalledNotReached) {
  SyntheticRun synthetic = run_of(0);
  synthetic.status = "interrupted";
  for (std::size_t i = 0; i < synthetic.instances.size(); ++i)
    if (SyntheticInstance& instance = synthetic.instances[i]; i >= 4) {
      instance.status = "pending";
      instance.queries = 0;
    }
  const ConditionOutcome part =
      outcome(record_of(synthetic, folder_ / "part"), "median_queries(square) < 50");
  EXPECT_TRUE(part.text().starts_with("median_queries(square) < 50: not shown, n/a [1, not reached]"))
      << part.text();
  for (SyntheticInstance& instance : synthetic.instances) {
    instance.status = "running";
    instance.queries = 30;
  }
  const ConditionOutcome cut = outcome(record_of(synthetic, folder_ / "cut"), "median_queries(square) < 50");
  EXPECT_EQ(cut.finding, Finding::not_decided);
  EXPECT_EQ(cut.measured.unknown, "no instance of square was followed to the budget");
}

TEST_F(RunConditions, OfARunWithoutWhiteBoxAttacksLeaveThemOut) {
  SyntheticRun synthetic = run_of(12);
  synthetic.attack_facts["bo"] = {"bo", "", "gradients", false};
  const RunRecord run = record_of(synthetic, folder_ / "run");
  EXPECT_DOUBLE_EQ(*outcome(run, "asr > 0.3").measured.value, 0.3) << "square's";
  EXPECT_DOUBLE_EQ(*outcome(run, "asr(bo) > 0.3").measured.value, 0.6) << "named";
}

TEST_F(RunConditions, ThatDoNotSuitTheRunAreNotDecidedAndRefusedBeforeIt) {
  RunRecord run = record_of(run_of(12), folder_ / "run");
  const auto refused = [&](const std::string& condition, const auto&... words) {
    EXPECT_EQ(outcome(run, condition).finding, Finding::not_decided);
    RunRecord asked = run;
    asked.fail_if = {condition};
    testing::expect_input_error([&] { check_conditions(asked); }, condition, words...);
  };
  refused("asr(squre) > 0.2", "did you mean square?", "square, bo");
  refused("asr@101 > 0.2", "budget is 100");
  refused("median_queries > 101", "budget is 100");
  refused("regression > 0.05", "--baseline");
  refused("asr >= 1", "can never hold");
  run.targeted = true;
  for (InstanceRecord& instance : run.instances) instance.target = 1;
  refused("robust_accuracy < 0.5", "there is no robust accuracy");
  run.baseline = (folder_ / "gone").string();
  run.fail_if = {"asr > 0.2"};
  EXPECT_NO_THROW(check_conditions(run)) << "no condition is on the baseline";
  EXPECT_EQ(outcome(run, "checks.failed > 0").finding, Finding::not_decided) << "no checks, none passed";
  EXPECT_EQ(outcome(run, "asr = 2").finding, Finding::not_decided);
}

TEST_F(RunConditions, OfChecksAreOpenWhereTheRunEndedBeforeTheLastOfThem) {
  RunRecord run = record_of(run_of(12), folder_ / "run");
  run.status = "interrupted";
  run.checks = {{"above-chance", "T", "pass", ""}};
  EXPECT_EQ(outcome(run, "checks.failed > 0").finding, Finding::not_decided);
  run.checks.front().status = "fail";
  EXPECT_EQ(outcome(run, "checks.failed > 0").finding, Finding::holds) << "further checks only add";
  EXPECT_EQ(outcome(run, "checks.failed < 3").finding, Finding::not_decided);
  run.checks.push_back({"deterministic", "T", "pass", ""});
  EXPECT_EQ(outcome(run, "checks.failed < 3").finding, Finding::holds);
}

// With two classes, one target is every other class of an image. Images of the target class are not attacked.
TEST_F(RunConditions, OfRobustAccuracyDoNotSuitARunOfOneTargetClass) {
  RunRecord run = record_of(run_of(12), folder_ / "run");
  run.targeted = true;
  run.classes = 2;
  for (InstanceRecord& instance : run.instances) instance.target = 1;
  EXPECT_NE(outcome(run, "robust_accuracy < 0.5").finding, Finding::not_decided);
  run.config_json = R"({"target": "1"})";
  EXPECT_EQ(outcome(run, "robust_accuracy < 0.5").finding, Finding::not_decided);
  run.config_json = R"({"target": -1})";
  EXPECT_NE(outcome(run, "robust_accuracy < 0.5").finding, Finding::not_decided);
}

TEST_F(RunConditions, OfRegressionPairInstancesOfBothRuns) {
  const RunRecord baseline = record_of(run_of(4), folder_ / "baseline");
  RunRecord run = record_of(run_of(12), folder_ / "run");
  run.baseline = baseline.folder.string();
  const ConditionOutcome worse = outcome(run, "regression > 0.05");
  EXPECT_DOUBLE_EQ(*worse.measured.value, 0.4) << "bo: 12 of 20 instead of 4";
  EXPECT_EQ(worse.finding, Finding::holds);
  EXPECT_NE(worse.measured.of.find("bo within 100, 20 instances on 20 images in both runs"),
            std::string::npos)
      << worse.measured.of;
  EXPECT_DOUBLE_EQ(*outcome(run, "regression(square) > 0.05").measured.value, 0.2);
  EXPECT_DOUBLE_EQ(*outcome(run, "regression@9 > 0.05").measured.value, 0.0);
  EXPECT_EQ(outcome(run, "regression > 0.39").finding, Finding::not_shown);

  RunRecord better = baseline;
  better.baseline = run.folder.string();
  EXPECT_EQ(outcome(better, "regression > 0.05").finding, Finding::does_not_hold);
}

TEST_F(RunConditions, OfRegressionAreNotCertainForBeingAlikeOnFewImages) {
  // Returns the outcome on the first images. `before`, `after`: number of them that bo fools in each run.
  const auto decided_on = [&](int images, int before, int after) {
    SyntheticRun first = run_of(before), second = run_of(after);
    for (SyntheticRun* run : {&first, &second}) {
      std::erase_if(run->instances, [&](const SyntheticInstance& each) { return each.input >= images; });
      run->inputs.resize(static_cast<std::size_t>(images));
    }
    const RunRecord baseline = record_of(first, folder_ / fmt::format("baseline-{}-{}", images, after));
    RunRecord run = record_of(second, folder_ / fmt::format("run-{}-{}", images, after));
    run.baseline = baseline.folder.string();
    return outcome(run, "regression(bo) > 0.05");
  };
  for (const int images : {1, 3, 8}) {
    const double others = wilson_interval(0, images).high;
    const ConditionOutcome worse = decided_on(images, 0, images);
    EXPECT_DOUBLE_EQ(*worse.measured.value, 1);
    ASSERT_TRUE(worse.measured.interval) << "every resample is alike";
    // Other images may have a difference of -1.
    EXPECT_NEAR(worse.measured.interval->low, 1 - 2 * others, 1e-12);
    EXPECT_NEAR(worse.measured.interval->high, 1, 1e-12);
    EXPECT_EQ(worse.finding, images > 3 ? Finding::holds : Finding::not_shown) << images;
    const ConditionOutcome same = decided_on(images, 0, 0);
    EXPECT_NEAR(same.measured.interval->low, -others, 1e-12);
    EXPECT_NEAR(same.measured.interval->high, others, 1e-12);
  }
}

TEST_F(RunConditions, OfRegressionWantARunThatCanBeCompared) {
  SyntheticRun other = run_of(4);
  other.visible = "label";
  const RunRecord baseline = record_of(other, folder_ / "baseline");
  RunRecord run = record_of(run_of(12), folder_ / "run");
  run.fail_if = {"regression > 0.05"};
  run.baseline = baseline.folder.string();
  testing::expect_input_error([&] { check_conditions(run); }, "--baseline",
                              "attacker sees scores, not label");
  EXPECT_EQ(decide_conditions(run, summarise(run))[0].finding, Finding::not_decided);
  run.baseline = (folder_ / "gone").string();
  testing::expect_input_error([&] { check_conditions(run); }, "gone");
  EXPECT_NE(decide_conditions(run, summarise(run))[0].text().find("baseline cannot be read"),
            std::string::npos);
}

TEST_F(RunConditions, OfRegressionAreNotDecidedOnOtherImagesOfTheSameClasses) {
  SyntheticRun changed = run_of(12);
  changed.inputs[0] = {9, 9, true, ""};
  RunRecord run = record_of(run_of(12), folder_ / "run");
  run.baseline = record_of(run_of(4), folder_ / "baseline").folder.string();
  run.database = record_of(changed, folder_ / "changed").database;
  const ConditionOutcome other = outcome(run, "regression > 0.05");
  EXPECT_EQ(other.finding, Finding::not_decided);
  EXPECT_NE(other.text().find("record 4000 is another image"), std::string::npos) << other.text();
}

TEST_F(RunConditions, ChooseTheAttackOfRegressionByBothRunsTogether) {
  // In the two runs bo succeeds on 6 and 12 images, square on 14 and 0, so bo has more successes in both
  // together.
  SyntheticRun before = run_of(6);
  for (SyntheticInstance& instance : before.instances)
    if (instance.attack == "square" && instance.input < 14)
      instance = {"square", instance.input, {}, "success", 5};
  SyntheticRun after = run_of(12);
  for (SyntheticInstance& instance : after.instances)
    if (instance.attack == "square") instance = {"square", instance.input, {}, "exhausted", 100};
  const RunRecord baseline = record_of(before, folder_ / "baseline");
  RunRecord run = record_of(after, folder_ / "run");
  run.baseline = baseline.folder.string();
  EXPECT_DOUBLE_EQ(*outcome(run, "regression > 0.05").measured.value, 0.3) << "bo's";
}

TEST(ConditionVerdict, PutsWhatHoldsBeforeWhatIsNotDecided) {
  const ConditionOutcome holds = decided("asr > 0.1", 0.3, Interval{0.2, 0.4});
  const ConditionOutcome open = decided("asr > 0.1", 0.3, {});
  const ConditionOutcome shown_not = decided("asr > 0.5", 0.3, Interval{0.2, 0.4});
  const ConditionVerdict both = verdict_of({shown_not, open, holds});
  EXPECT_TRUE(both.any_holds);
  EXPECT_TRUE(both.any_undecided);
  EXPECT_EQ(both.lines.size(), 2U);
  EXPECT_FALSE(verdict_of({shown_not}).any_holds);
  EXPECT_FALSE(verdict_of({shown_not}).any_undecided);
}

}  // namespace
}  // namespace bora::report
