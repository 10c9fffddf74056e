#include "report/assessment/figures/assessment_summary.h"

#include <gtest/gtest.h>

#include "report/assessment/synthetic_assessment.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::report {
namespace {

class AssessmentSummaryTest : public ::testing::Test {
 protected:
  AssessmentSummary summary_of(const SyntheticAssessment& assessment) {
    write_synthetic_assessment(assessment, folder_.path());
    read_ = read_assessment(folder_.path());
    return summarise(read_);
  }
  Assessment read_;
  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
};

TEST_F(AssessmentSummaryTest, HasTheFiguresOfEveryModelAndBound) {
  const AssessmentSummary summary = summary_of(three_models());
  ASSERT_EQ(summary.bounds.size(), 2U);
  EXPECT_NEAR(summary.bounds[0], 4 / 255.0, 1e-12);
  EXPECT_EQ(summary.reference, 1U) << "the larger of two, unless another is asked for";
  EXPECT_TRUE(summary.complete);
  EXPECT_EQ(summary.points, (std::vector<int>{10, 50, 100}));
  EXPECT_EQ(summary.small_budget, 10);
  const BoundFigures& c = *summary.models[2].bounds[1];
  EXPECT_NEAR(*c.worst.accuracy_low, 2.0 / 12, 1e-12);
  EXPECT_EQ(c.worst.fooled, 8);
  EXPECT_EQ(c.worst.misclassified, 2);
  EXPECT_EQ(summary.models[2].inputs_correct, 10);
  EXPECT_NEAR(*summary.models[1].clean_accuracy, 0.95, 1e-12);
  // Ten inputs are attacked: square fools 7 within 10 queries; random fools one within 20, square only at 40.
  EXPECT_NEAR(*c.together.curve.at(10), 0.7, 1e-12);
  EXPECT_NEAR(*c.together.curve.at(19), 0.7, 1e-12);
  EXPECT_NEAR(*c.together.curve.at(20), 0.8, 1e-12);
  EXPECT_EQ(c.together.quantiles[1].queries, 10);
  EXPECT_EQ(c.first[9].queries, 20);
  const auto first = static_cast<std::size_t>(c.first[9].instance);
  EXPECT_EQ(read_.models[2].runs[1].instances[first].attack, "random");
  EXPECT_EQ(c.first[0].instance, -1);
}

TEST_F(AssessmentSummaryTest, AnAttackThatWasCutLeavesOpenWhatItWouldHaveDone) {
  SyntheticRun run = run_of_outcomes("orrr", 8);
  run.instances[2].status =
      "running";  // square on image 1 was interrupted after 30 queries; random succeeds later
  run.instances[2].queries = 30;
  run.instances[3].status = "success";
  run.instances[3].queries = 50;
  run.instances[4].status = "running";  // image 2: random succeeds before square was interrupted
  run.instances[4].queries = 30;
  run.instances[5].status = "success";
  run.instances[5].queries = 20;
  run.instances[6].status = "pending";  // image 3: square has not begun
  run.instances[6].queries = 0;
  const RunRecord record = record_of(run, folder_ / "run");
  const auto watched = watch_together(record, {}, record.budget);
  ASSERT_EQ(watched.size(), 3U);
  EXPECT_EQ(watched[0].queries, 30);
  EXPECT_FALSE(watched[0].success);
  EXPECT_EQ(watched[1].queries, 30);
  EXPECT_FALSE(watched[1].success);
  EXPECT_EQ(watched[2].queries, 20);
  EXPECT_TRUE(watched[2].success);
}

TEST_F(AssessmentSummaryTest, AnAttackWhoseModelFailedLeavesTheSuccessOfAnotherOne) {
  SyntheticRun run = run_of_outcomes("rr", 8);
  run.instances[0].status = "failed";  // square on image 0, before its first answer; random succeeds
  run.instances[0].queries = 0;
  run.instances[1].status = "success";
  run.instances[1].queries = 50;
  run.instances[2].status = "failed";  // square on image 1; random does not succeed
  run.instances[2].queries = 12;
  const RunRecord record = record_of(run, folder_ / "run");
  const auto watched = watch_together(record, {}, record.budget);
  ASSERT_EQ(watched.size(), 2U);
  EXPECT_EQ(watched[0].queries, 50);
  EXPECT_TRUE(watched[0].success);
  EXPECT_EQ(watched[1].queries, 12) << "what square would have found is not known";
  EXPECT_FALSE(watched[1].success);
}

// On graphs, the budget depends on the number of edits allowed in the graphs that a model classifies
// correctly.
TEST_F(AssessmentSummaryTest, FailuresAreFinalUpToTheLargestBudgetOfAllModels) {
  const AssessmentSummary summary = summary_of(three_models());
  const ModelFigures figures = model_figures(read_.models[2], summary.bounds, {10, 50, 100, 200});
  const BoundFigures& c = *figures.bounds[1];
  ASSERT_TRUE(c.together.curve.at(200));
  EXPECT_DOUBLE_EQ(*c.together.curve.at(200), *c.together.curve.at(100));
  for (const AttackResult& attack : c.summary.attacks) {
    ASSERT_TRUE(attack.curve.at(200)) << attack.name;
    EXPECT_DOUBLE_EQ(*attack.curve.at(200), *attack.curve.at(100)) << attack.name;
  }
}

TEST_F(AssessmentSummaryTest, RecommendsTheMostRobustAndNamesItsEquals) {
  const Recommendation advice = summary_of(three_models()).recommendation;
  EXPECT_EQ(advice.model, 0);
  EXPECT_EQ(advice.not_shown_worse, std::vector<int>{1});
  EXPECT_EQ(advice.shown_worse, std::vector<int>{2});
  EXPECT_EQ(advice.smallest, 1) << "c is smaller, but shown to be worse";
  EXPECT_FALSE(advice.fastest) << "a itself is";
  EXPECT_EQ(advice.cleaner, std::vector<int>{1});
  EXPECT_TRUE(advice.barred.empty());
}

TEST_F(AssessmentSummaryTest, RecommendsAtTheBoundAskedFor) {
  SyntheticAssessment assessment = three_models();
  assessment.models[1].runs[0] = run_of_outcomes("rrrrrrrrrrrr", 4);
  assessment.bound = 4 / 255.0;
  const AssessmentSummary summary = summary_of(assessment);
  EXPECT_EQ(summary.reference, 0U);
  EXPECT_EQ(summary.recommendation.model, 1);
  assessment.bound = 0.1;
  testing::expect_input_error([&] { summary_of(assessment); }, "models.json", "bound is 0.1");
}

// Bounds that differ by rounding alone count as one.
TEST_F(AssessmentSummaryTest, FindsTheRunAtTheReferenceBound) {
  summary_of(three_models());
  read_.models[0].runs[1].epsilon_asked += 1e-9;
  read_.models[2].runs.pop_back();
  const AssessmentSummary summary = summarise(read_);
  ASSERT_EQ(summary.bounds.size(), 2U);
  EXPECT_EQ(reference_run(read_, summary, 0), &read_.models[0].runs[1]);
  EXPECT_EQ(reference_run(read_, summary, 1), &read_.models[1].runs[1]);
  EXPECT_EQ(reference_run(read_, summary, 2), nullptr);
}

TEST_F(AssessmentSummaryTest, OfThreeBoundsTheMiddleOneIsTheReference) {
  SyntheticAssessment assessment = three_models();
  for (SyntheticModel& model : assessment.models) model.runs.push_back(run_of_outcomes("rrrrrrrrrrrr", 2));
  const AssessmentSummary summary = summary_of(assessment);
  ASSERT_EQ(summary.bounds.size(), 3U);
  EXPECT_EQ(summary.reference, 1U);
  EXPECT_NEAR(summary.bounds[1], 4 / 255.0, 1e-12);
}

TEST_F(AssessmentSummaryTest, OfEqualsTheMoreAccurateThenTheSmallerIsRecommended) {
  SyntheticAssessment assessment;
  for (const auto& [name, correct, weights] :
       {std::tuple{"a", 900, 10}, std::tuple{"b", 910, 30}, std::tuple{"c", 910, 20}}) {
    SyntheticRun run = run_of_outcomes("rrssmrrssm", 8);
    run.clean_correct = correct;
    assessment.models.push_back({name, "given", "", weights, {}, {}, {run}});
  }
  const Recommendation advice = summary_of(assessment).recommendation;
  EXPECT_EQ(advice.model, 2);
  EXPECT_EQ(advice.not_shown_worse, (std::vector<int>{0, 1}));
  EXPECT_EQ(advice.smallest, 0);
  EXPECT_FALSE(advice.fastest) << "no latency is known";
  EXPECT_TRUE(advice.cleaner.empty());
}

TEST_F(AssessmentSummaryTest, LatenciesThatDifferByAQuarterAreEqual) {
  for (const auto& [latency, faster] : {std::pair{0.00081, false}, std::pair{0.00079, true}}) {
    SyntheticAssessment assessment;
    for (const auto& [name, seconds] : {std::pair{"a", 0.001}, std::pair{"b", latency}})
      assessment.models.push_back({name, "given", "", 10, seconds, {}, {run_of_outcomes("rrssmrrssm", 8)}});
    const AssessmentSummary summary = summary_of(assessment);
    EXPECT_EQ(summary.recommendation.model, 0);
    EXPECT_EQ(summary.recommendation.fastest.has_value(), faster) << latency;
    EXPECT_EQ(summary.front, (std::vector<bool>{!faster, true})) << latency;
  }
}

TEST_F(AssessmentSummaryTest, AModelThatFailsACheckIsNotRecommended) {
  SyntheticAssessment assessment = three_models();
  // A failure at the other bound bars the model, too.
  assessment.models[0].runs[0].checks = {
      {"deterministic", "Answers are the same twice", "fail", "3 of 20 differ"}};
  assessment.models[1].runs[0].checks = {{"chance", "Above chance", "warn", "hardly"},
                                         {"deterministic", "Answers are the same twice", "pass", "20 of 20"}};
  const AssessmentSummary summary = summary_of(assessment);
  const Recommendation& advice = summary.recommendation;
  EXPECT_EQ(advice.model, 1);
  ASSERT_EQ(advice.barred.size(), 1U);
  EXPECT_EQ(advice.barred[0].model, 0);
  EXPECT_NE(advice.barred[0].reason.find("at 4/255"), std::string::npos) << advice.barred[0].reason;
  EXPECT_NE(advice.barred[0].reason.find("3 of 20 differ"), std::string::npos) << advice.barred[0].reason;
  EXPECT_EQ(summary.models[0].checks, "fail");
  EXPECT_EQ(summary.models[1].checks, "warn");
}

TEST_F(AssessmentSummaryTest, AModelThatIsNotAttackedToTheEndIsNotRecommended) {
  SyntheticAssessment assessment = three_models();
  assessment.models[0].runs[1] = run_of_outcomes("rrrrrrrrrrom", 8);
  assessment.models[1].runs[1].inputs.clear();
  AssessmentSummary summary = summary_of(assessment);
  EXPECT_FALSE(summary.complete);
  EXPECT_EQ(summary.recommendation.model, 2);
  ASSERT_EQ(summary.recommendation.barred.size(), 2U);
  EXPECT_NE(summary.recommendation.barred[0].reason.find("not complete"), std::string::npos);
  EXPECT_NE(summary.recommendation.barred[1].reason.find("not been attacked"), std::string::npos);
  EXPECT_EQ(read_.models[1].not_begun, std::vector<std::string>{"attacks/b/eps-8"});
  EXPECT_FALSE(summary.front[1]) << "nothing is known of it at this bound";
  EXPECT_NEAR(*summary.models[0].bounds[1]->worst.accuracy_low, 10.0 / 12, 1e-12);
  EXPECT_NEAR(*summary.models[0].bounds[1]->worst.accuracy_high, 11.0 / 12, 1e-12);
}

TEST_F(AssessmentSummaryTest, IsNotCompleteWhileARunHasNotBegun) {
  SyntheticAssessment assessment = three_models();
  assessment.models[1].runs[0].inputs.clear();
  EXPECT_FALSE(summary_of(assessment).complete);
}

TEST_F(AssessmentSummaryTest, AModelThatIsFooledOnEveryInputIsNotRecommended) {
  SyntheticAssessment assessment;
  assessment.models = {{"a", "given", "", {}, {}, {}, {run_of_outcomes("ssbm", 8)}},
                       {"b", "given", "", {}, {}, {}, {run_of_outcomes("ssss", 8)}}};
  const Recommendation advice = summary_of(assessment).recommendation;
  EXPECT_FALSE(advice.model);
  EXPECT_NE(advice.why_none.find("no model classifies any input correctly"), std::string::npos);
}

TEST_F(AssessmentSummaryTest, AMedianThatOpenInstancesMayReachIsNotKnown) {
  SyntheticAssessment assessment;
  assessment.models = {{"whole", "given", "", {}, {}, {}, {run_of_outcomes("rrrrrr", 8)}},
                       {"cut", "given", "", {}, {}, {}, {run_of_outcomes("rrrrrr", 8)}}};
  SyntheticRun& cut = assessment.models[1].runs[0];
  cut.status = "interrupted";
  for (std::size_t i = 4; i < cut.instances.size(); ++i) {
    cut.instances[i].status = "pending";
    cut.instances[i].queries = 0;
  }
  const AssessmentSummary summary = summary_of(assessment);
  EXPECT_TRUE(summary.models[0].bounds[0]->together.quantiles[1].beyond);
  EXPECT_FALSE(summary.models[1].bounds[0]->together.quantiles[1].beyond) << "4 of 6 images are left";
}

TEST_F(AssessmentSummaryTest, TooLittleEvidenceRecommendsNoModel) {
  SyntheticAssessment assessment;
  assessment.models = {{"plain", "given", "", {}, {}, {}, {run_of_outcomes("rrrr", 8)}}};
  assessment.models[0].runs[0].budget = 5;
  for (SyntheticInstance& each : assessment.models[0].runs[0].instances) each.queries = 5;
  Recommendation advice = summary_of(assessment).recommendation;
  EXPECT_FALSE(advice.model);
  EXPECT_EQ(advice.ahead, 0);
  EXPECT_EQ(advice.missing.size(), 2U) << "images and queries";
  assessment.models[0].runs[0] = run_of_outcomes("rrrrrrrrr", 8);
  advice = summary_of(assessment).recommendation;
  EXPECT_FALSE(advice.model);
  ASSERT_EQ(advice.missing.size(), 1U);
  EXPECT_NE(advice.missing[0].find("at least 10 images (this assessment has 9"), std::string::npos)
      << advice.missing[0];
  assessment.models[0].runs[0] = run_of_outcomes("rrrrrrrrrr", 8);
  EXPECT_EQ(summary_of(assessment).recommendation.model, 0);
}

TEST_F(AssessmentSummaryTest, WhiteBoxAttacksAreAYardstickOnly) {
  SyntheticAssessment assessment = three_models();
  for (SyntheticModel& model : assessment.models)
    for (SyntheticRun& run : model.runs)
      run.attack_facts["random"] = {"random", "sees gradients for this test", "gradients", false};
  const AssessmentSummary summary = summary_of(assessment);
  const BoundFigures& c = *summary.models[2].bounds[1];
  EXPECT_EQ(c.references, std::set<std::string>{"random"});
  EXPECT_NEAR(*c.together.curve.at(20), 0.7, 1e-12) << "image 9 falls to square, after 40 queries";
  EXPECT_EQ(c.first[9].queries, 40);
}

TEST_F(AssessmentSummaryTest, TheFrontIsOverAllThatIsKnown) {
  SyntheticAssessment assessment = three_models();
  EXPECT_EQ(summary_of(assessment).front, (std::vector<bool>{true, true, true}));
  assessment.models[2].weights = 1000;  // now a is as good in everything and better in most
  EXPECT_EQ(summary_of(assessment).front, (std::vector<bool>{true, true, false}));
}

TEST_F(AssessmentSummaryTest, NothingBegunIsNoError) {
  SyntheticAssessment assessment = three_models();
  for (SyntheticModel& model : assessment.models)
    for (SyntheticRun& run : model.runs) run.inputs.clear();
  const AssessmentSummary summary = summary_of(assessment);
  EXPECT_TRUE(summary.bounds.empty());
  EXPECT_FALSE(summary.recommendation.model);
  EXPECT_EQ(any_run(read_, summary), nullptr);
}

}  // namespace
}  // namespace bora::report
