// Statements of an assessment about what it does not show: missing evidence, failed models, unfinished runs.
#include <gtest/gtest.h>

#include "report/assessment/render/assessment_fixture.h"
#include "support/text.h"

namespace bora::report::write_assessment_test {
namespace {

using testing::contains;

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

TEST_F(WriteAssessment, EqualModelsAreNamedUnlessTheirOptionsDiffer) {
  const std::string warning =
      "c has the same content as a, so differences between the two are due to chance.";
  SyntheticAssessment assessment = three_models();
  EXPECT_FALSE(contains(text(assessment), "the same content"));
  assessment.models[2].copied = "a";
  EXPECT_TRUE(contains(text(assessment), "WARNING: " + warning)) << text(assessment);
  EXPECT_TRUE(contains(html(assessment), warning));
  EXPECT_EQ(json(assessment)["warnings"], Json::array({warning}));
  for (SyntheticRun& run : assessment.models[2].runs) run.options["defence"] = "jpeg:75";
  EXPECT_FALSE(contains(text(assessment), "the same content")) << "another victim";
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
  EXPECT_TRUE(contains(said, "a cannot be recommended: it has not been attacked at the reference bound"))
      << said;
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

}  // namespace
}  // namespace bora::report::write_assessment_test
