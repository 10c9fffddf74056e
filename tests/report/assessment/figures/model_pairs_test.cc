#include "report/assessment/figures/model_pairs.h"

#include <cmath>

#include <gtest/gtest.h>

#include "report/assessment/figures/assessment_summary.h"
#include "report/assessment/synthetic_assessment.h"
#include "support/temporary_folder.h"

namespace bora::report {
namespace {

class ModelPairsTest : public ::testing::Test {
 protected:
  AssessmentSummary summary_of(const std::vector<std::string>& outcomes) {
    SyntheticAssessment assessment;
    for (const std::string& each : outcomes) {
      const std::string name(1, static_cast<char>('a' + assessment.models.size()));
      assessment.models.push_back({name, "given", "", {}, {}, {}, {run_of_outcomes(each, 8)}});
    }
    write_synthetic_assessment(assessment, folder_.path());
    return summarise(read_assessment(folder_.path()));
  }
  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
};

TEST_F(ModelPairsTest, CountsWhatResistsOnTheSameInputs) {
  // Against c, a resists on eight more images and b on seven; against b, a resists on one more.
  const AssessmentSummary summary = summary_of({"rrrrrrrrrrsm", "rrrrrrrrrssm", "rrsssssssbmm"});
  const ModelPairs& pairs = summary.robust.front();
  EXPECT_EQ(pairs.tests, 3);
  const ModelPair a_b = pairs.of(0, 1), a_c = pairs.of(0, 2), b_c = pairs.of(1, 2);
  EXPECT_EQ(a_c.inputs, 12);
  EXPECT_EQ(a_c.both, 2);
  EXPECT_EQ(a_c.only_first, 8);
  EXPECT_EQ(a_c.only_second, 0);
  EXPECT_NEAR(*a_c.difference, 8.0 / 12, 1e-12);
  EXPECT_NEAR(*a_c.p, 2.0 / 256, 1e-9);
  EXPECT_NEAR(*a_c.adjusted, 3 * 2.0 / 256, 1e-9);
  EXPECT_EQ(a_c.shown, Shown::better);
  EXPECT_NEAR(*b_c.p, 2.0 / 128, 1e-9);
  EXPECT_NEAR(*b_c.adjusted, 2 * 2.0 / 128, 1e-9);
  EXPECT_EQ(b_c.shown, Shown::better);
  EXPECT_EQ(a_b.only_first, 1);
  EXPECT_NEAR(*a_b.p, 1, 1e-9);
  EXPECT_EQ(a_b.shown, Shown::nothing);
  const ModelPair c_a = pairs.of(2, 0);
  EXPECT_EQ(c_a.shown, Shown::worse);
  EXPECT_EQ(c_a.only_second, 8);
  EXPECT_NEAR(*c_a.difference, -8.0 / 12, 1e-12);
  EXPECT_NEAR(c_a.interval->low, -a_c.interval->high, 1e-12);
}

TEST_F(ModelPairsTest, WithoutAdjustmentMoreWouldBeShown) {
  // Six of twelve differ: p = 2/64 = 0.031 alone, 0.094 as the smallest of three tests.
  const AssessmentSummary three = summary_of({"rrrrrrrrrrrr", "ssssssrrrrrr", "ssssssrrrrrr"});
  EXPECT_NEAR(*three.robust.front().of(0, 1).p, 2.0 / 64, 1e-9);
  EXPECT_NEAR(*three.robust.front().of(0, 1).adjusted, 3 * 2.0 / 64, 1e-9);
  EXPECT_EQ(three.robust.front().of(0, 1).shown, Shown::nothing);
  const AssessmentSummary two = summary_of({"rrrrrrrrrrrr", "ssssssrrrrrr"});
  EXPECT_EQ(two.robust.front().of(0, 1).shown, Shown::better);
}

TEST_F(ModelPairsTest, EqualModelsDifferInNothing) {
  const AssessmentSummary summary = summary_of({"rrssm", "rrssm"});
  const ModelPair pair = summary.robust.front().of(0, 1);
  EXPECT_EQ(pair.difference, 0);
  EXPECT_EQ(pair.p, 1);
  EXPECT_NEAR(pair.interval->high, wilson_interval(0, 5).high, 1e-12) << "no resample differs from another";
  EXPECT_EQ(pair.shown, Shown::nothing);
}

TEST_F(ModelPairsTest, UndecidedInputsCountAgainstTheDifference) {
  const AssessmentSummary summary = summary_of({"roorsm", "rsrosm"});
  const ModelPair pair = summary.robust.front().of(0, 1);
  EXPECT_EQ(pair.unknown, 3);
  EXPECT_EQ(pair.inputs, 6);
  EXPECT_EQ(pair.both, 1);
  EXPECT_EQ(pair.p, 1);
}

TEST_F(ModelPairsTest, ComparesCleanAccuraciesOnAllTestInputs) {
  SyntheticAssessment assessment;
  for (const int correct : {900, 950, 940}) {
    SyntheticRun run = run_of_outcomes("rrrr", 8);
    run.clean_correct = correct;
    assessment.models.push_back({"m" + std::to_string(correct), "given", "", {}, {}, {}, {run}});
  }
  write_synthetic_assessment(assessment, folder_.path());
  const AssessmentSummary summary = summarise(read_assessment(folder_.path()));
  EXPECT_EQ(summary.clean.tests, 3);
  const ModelPair pair = summary.clean.of(0, 1);
  EXPECT_NEAR(*pair.difference, -0.05, 1e-12);
  EXPECT_EQ(pair.shown, Shown::worse);
  // Wilson: 900 of 1000 [0.879848, 0.917091], 950 of 1000 [0.934686, 0.961870]; Newcombe's ends by hand.
  EXPECT_NEAR(pair.interval->low, -0.05 - std::hypot(0.9 - 0.879848, 0.961870 - 0.95), 2e-6);
  EXPECT_NEAR(pair.interval->high, -0.05 + std::hypot(0.917091 - 0.9, 0.95 - 0.934686), 2e-6);
  EXPECT_EQ(summary.clean.of(1, 2).shown, Shown::nothing);
}

}  // namespace
}  // namespace bora::report
