#include <cmath>

#include <gtest/gtest.h>

#include "tools/attack/session/doubtful_scores.h"
#include "tools/attack/session/image_inputs.h"

namespace bora::tools {
namespace {

TEST(InputWarnings, NameABoundThatTheGridCutsByATenth) {
  const auto rounding = [](double epsilon) {
    return describe_rounding(NormBall(Norm::linf, epsilon, false));
  };
  EXPECT_NE(rounding(0.031).find("rounded down to 7/255 = 0.0275, 11% less; the next one is 8/255 = 0.0314"),
            std::string::npos)
      << rounding(0.031);
  EXPECT_EQ(rounding(8 / 255.0), "");
  EXPECT_EQ(rounding(0.3), "") << "76.5 levels";
  EXPECT_EQ(describe_rounding(NormBall(Norm::linf, 0.031, true)), "") << "off the grid";
  EXPECT_EQ(describe_rounding(NormBall(Norm::l2, 0.031, false)), "");
}

TEST(InputWarnings, TheBoundInForceIsShownBesideAnotherThatWasAsked) {
  const auto text = [](double epsilon) { return describe_bound(NormBall(Norm::linf, epsilon, false)); };
  EXPECT_EQ(text(8 / 255.0), "L-infinity bound 8/255 = 0.0314");
  EXPECT_EQ(text(0.05), "L-infinity bound 12/255 = 0.0471 (asked: 0.05)");
  EXPECT_EQ(text(8 / 256.0), "L-infinity bound 8/255 = 0.0314 (asked: 0.03125)") << "rounded up";
  EXPECT_EQ(describe_bound(NormBall(Norm::linf, 0.05, true)), "L-infinity bound 0.05");
  EXPECT_EQ(describe_bound(NormBall(Norm::l2, 0.5, false)), "L2 bound 0.5");
}

TEST(InputWarnings, NameABoundThatAllowsEveryImage) {
  const ImageShape shape{1, 4, 6};
  const auto whole = [&](Norm norm, double epsilon) {
    return describe_whole_range(NormBall(norm, epsilon, false, shape), shape);
  };
  EXPECT_NE(whole(Norm::linf, 1).find("the bound 1 allows every image"), std::string::npos);
  EXPECT_EQ(whole(Norm::linf, 254 / 255.0), "");
  EXPECT_NE(whole(Norm::l2, std::sqrt(24.0)), "");
  EXPECT_EQ(whole(Norm::l2, 4.8), "");
  EXPECT_NE(whole(Norm::l0, 24), "");
  EXPECT_EQ(whole(Norm::l0, 23), "");
  EXPECT_EQ(whole(Norm::patch, 4), "") << "a square of the shorter side leaves two columns";
  EXPECT_NE(describe_whole_range(NormBall(Norm::patch, 4, false, {1, 4, 4}), {1, 4, 4}), "");
}

TEST(InputWarnings, NameABoundThatIsTooSmallForItsNorm) {
  const ImageShape shape{3, 32, 32};
  const auto tiny = [&](Norm norm, double epsilon, bool continuous) {
    return describe_tiny_bound(NormBall(norm, epsilon, continuous, shape), shape);
  };
  EXPECT_NE(tiny(Norm::linf, 8 / 255.0 / 255, true)
                .find("the bound 0.000123 is below half a grey level (0.001961)"),
            std::string::npos)
      << tiny(Norm::linf, 8 / 255.0 / 255, true);
  EXPECT_EQ(tiny(Norm::linf, 0.002, true), "");
  EXPECT_EQ(tiny(Norm::linf, 1 / 255.0, false), "");
  EXPECT_NE(tiny(Norm::l2, 0.001, true).find("half a grey level"), std::string::npos);
  EXPECT_NE(
      tiny(Norm::l2, 8 / 255.0, false)
          .find(
              "the L2 bound 0.03137 is a distance between whole images of 3072 values, usually about 0.5: it "
              "allows a root mean square change of 0.14 grey levels"),
      std::string::npos)
      << tiny(Norm::l2, 8 / 255.0, false);
  EXPECT_EQ(tiny(Norm::l2, 0.05, false), "") << "a tenth of the default";
  EXPECT_EQ(tiny(Norm::l0, 1, false), "");
  EXPECT_EQ(tiny(Norm::patch, 1, false), "");
}

// Grey images of 2x2 equal values, and a plan that attacks the first `attacked` of them.
struct PlainImages {
  PlainImages(const std::vector<std::pair<int, int>>& values_and_labels, int attacked) {
    data.shape = {1, 2, 2};
    for (const auto& [value, label] : values_and_labels) {
      data.pixels.insert(data.pixels.end(), 4, static_cast<std::uint8_t>(value));
      data.records.push_back(data.size() + 100);
      data.labels.push_back(label);
    }
    for (int i = 0; i < attacked; ++i) {
      plan.inputs.emplace_back();
      plan.inputs.back().id = i;
      plan.inputs.back().attacked = true;
    }
  }
  ImageDataset data;
  Plan plan;
};

TEST(InputWarnings, NameABoundWithinWhichImagesOfAnotherClassLie) {
  const auto others = [](Norm norm, double epsilon, const PlainImages& images) {
    return describe_other_classes_within(NormBall(norm, epsilon, false, images.data.shape), images.data,
                                         images.plan);
  };
  // The second image is near one of its own class only, and the last is not attacked.
  const PlainImages images({{10, 0}, {200, 1}, {40, 2}, {210, 1}}, 3);
  const std::string text = others(Norm::linf, 30 / 255.0, images);
  EXPECT_NE(
      text.find(
          "within the bound 0.1176 of 2 of 3 attacked images lies an image of another class of the same "
          "data, such as image 100 (class 0) and image 102 (class 2)"),
      std::string::npos)
      << text;
  EXPECT_EQ(others(Norm::linf, 29 / 255.0, images), "");
  EXPECT_NE(others(Norm::l2, 60 / 255.0, images), "") << "L2 distance of four changes by 30";
  EXPECT_EQ(others(Norm::l2, 59.9 / 255, images), "");
  EXPECT_EQ(others(Norm::l0, 4, images), "");
  EXPECT_EQ(others(Norm::linf, 30 / 255.0, PlainImages({{10, 0}, {40, -1}, {210, -1}}, 3)), "")
      << "no labels";
  // One image with a wrong label among many is no reason for a warning.
  std::vector<std::pair<int, int>> many;
  for (int i = 0; i < 20; ++i) many.emplace_back(10 * i, 0);
  many.emplace_back(0, 1);
  EXPECT_EQ(others(Norm::linf, 1 / 255.0, PlainImages(many, 20)), "");
  EXPECT_NE(others(Norm::linf, 1 / 255.0, PlainImages(many, 19)), "");
}

// Returns inputs with these scores and with the labels 0, 1, 0, 1...
std::vector<InputRow> rows_of(const std::vector<std::vector<float>>& scores) {
  std::vector<InputRow> inputs(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    inputs[i].scores = scores[i];
    inputs[i].label = static_cast<int>(i % 2);
  }
  return inputs;
}

// Returns the specification of a classifier of images. top: number of best classes that it shows; 0: all.
VictimSpec spec_of(ScoreKind kind, int classes = 2, int top = 0) {
  VictimSpec spec;
  spec.kind = kind;
  spec.classes = classes;
  spec.top = top;
  return spec;
}

TEST(InputWarnings, NameSharesThatAreTakenAsLogits) {
  const auto shares = [](const std::vector<std::vector<float>>& scores, ScoreKind kind = ScoreKind::logits) {
    return describe_shares(spec_of(kind), rows_of(scores));
  };
  const std::string text = shares({{0.9F, 0.2F}, {0.5F, 0.25F}, {}});
  EXPECT_NE(text.find("all scores of 2 clean images lie between 0 and 1, but sum to 0.75 to 1.1"),
            std::string::npos)
      << text;
  EXPECT_EQ(shares({{0.9F, 0.2F}}), "") << "one image may lie there by chance";
  EXPECT_EQ(shares({{0.9F, 0.2F}, {1.5F, 0.25F}}), "");
  EXPECT_EQ(shares({{0.9F, 0.2F}, {-0.5F, 0.25F}}), "");
  EXPECT_EQ(shares({{0.9F, 0.1F}, {0.5F, 0.5F}}, ScoreKind::probabilities), "");
  EXPECT_EQ(shares({{0.9F, 0.1F}, {0.25F, 0.75F}}), "") << "sums of 1: describe_stated_logits()";
}

// The attacked images may all be of class 1, for which the one logit of the model is positive.
TEST(InputWarnings, DoNotDoubtAModelThatGaveScoresBelow0) {
  VictimSpec spec = spec_of(ScoreKind::logits), best = spec_of(ScoreKind::logits, 3, 2);
  const auto shares = rows_of({{0, 0.5F}, {0, 0.25F}}), percentages = rows_of({{0, 50}, {0, 25}}),
             percentages_of_best = rows_of({{97, 2, kHidden}, {60, kHidden, 30}});
  EXPECT_NE(describe_shares(spec, shares), "");
  EXPECT_NE(describe_percentages(spec, percentages), "");
  EXPECT_NE(describe_percentages_of_best(best, percentages_of_best), "");
  spec.negative = best.negative = true;
  EXPECT_EQ(describe_shares(spec, shares), "");
  EXPECT_EQ(describe_percentages(spec, percentages), "");
  EXPECT_EQ(describe_percentages_of_best(best, percentages_of_best), "");
}

TEST(InputWarnings, NameProbabilitiesThatAreStatedAsLogits) {
  const auto stated = [](const std::vector<std::vector<float>>& scores, ScoreKind kind = ScoreKind::logits) {
    return describe_stated_logits(spec_of(kind), rows_of(scores));
  };
  const std::string text = stated({{0.9F, 0.1F}, {0.25F, 0.75F}, {}});
  EXPECT_NE(text.find("of each of 2 clean images lie between 0 and 1 and sum to 1"), std::string::npos)
      << text;
  EXPECT_EQ(stated({{0.9F, 0.1F}}), "") << "one image may lie there by chance";
  EXPECT_EQ(stated({{0.9F, 0.1F}, {0.5F, 0.25F}}), "");
  EXPECT_EQ(stated({{1, 0}, {0, 1}}), "") << "describe_hard_scores() describes it";
  EXPECT_EQ(stated({{0.9F, 0.1F}, {1.5F, -0.5F}}), "");
  EXPECT_EQ(stated({{0.9F, 0.1F}, {0.5F, 0.5F}}, ScoreKind::probabilities), "");
}

TEST(InputWarnings, AreTheSameForGraphs) {
  GraphVictimSpec spec;
  spec.classes = 2;
  const auto doubts = [&](const std::vector<std::vector<float>>& scores, bool stated) {
    return doubts_about_scores(spec, rows_of(scores), stated);
  };
  const std::vector<std::vector<float>> probabilities = {{0.9F, 0.1F}, {0.25F, 0.75F}};
  ASSERT_EQ(doubts(probabilities, true).size(), 1U) << "the scores contradict what is stated";
  EXPECT_EQ(
      doubts(probabilities, true)[0].rfind("the scores of each of 2 clean graphs lie between 0 and 1", 0),
      0U);
  ASSERT_EQ(doubts({{0.9F, 0.2F}, {0.5F, 0.25F}}, false).size(), 1U);
  EXPECT_TRUE(doubts({{0.9F, 0.2F}, {0.5F, 0.25F}}, true).empty());
  ASSERT_EQ(doubts({{0, 2.5F}, {0, 97}}, false).size(), 1U);
  ASSERT_EQ(doubts({{1, 0}, {0, 1}}, false).size(), 1U);
  EXPECT_EQ(doubts({{1, 0}, {0, 1}}, false)[0].rfind("all scores of 2 clean graphs are exactly 0 or 1", 0),
            0U);
  spec.kind = ScoreKind::probabilities;
  EXPECT_TRUE(doubts(probabilities, true).empty());
}

TEST(InputWarnings, NameScoresThatAreOnlyClasses) {
  const std::string text = describe_hard_scores(rows_of({{1, 0}, {0, 1}, {}}), "graph");
  EXPECT_NE(text.find("all scores of 2 clean graphs are exactly 0 or 1"), std::string::npos) << text;
  EXPECT_NE(text.find("--visible label"), std::string::npos) << text;
  EXPECT_NE(describe_hard_scores(rows_of({{0, 0, 1}, {1, 0, 0}}), "image"), "");
  EXPECT_EQ(describe_hard_scores(rows_of({{1, 0}, {}}), "image"), "") << "one image may be saturated";
  EXPECT_EQ(describe_hard_scores(rows_of({{1, 0}, {0.999F, 0.001F}}), "image"), "");
  EXPECT_EQ(describe_hard_scores(rows_of({{}, {}, {}}), "image"), "") << "the run sees labels";
}

TEST(InputWarnings, NameAPercentageThatIsTakenAsALogit) {
  const auto percentages = [](const std::vector<std::vector<float>>& scores,
                              ScoreKind kind = ScoreKind::logits) {
    return describe_percentages(spec_of(kind), rows_of(scores));
  };
  const std::string text = percentages({{0, 2.5F}, {0, 97}, {}});
  EXPECT_NE(text.find("each of 2 clean images is from 2.5 to 97"), std::string::npos) << text;
  EXPECT_NE(text.find("--scores probabilities"), std::string::npos) << text;
  EXPECT_EQ(percentages({{0, 2.5F}, {0, -1}}), "") << "a logit";
  EXPECT_EQ(percentages({{0, 2.5F}, {0, 101}}), "");
  EXPECT_EQ(percentages({{0.5F, 2.5F}, {0, 97}}), "") << "two numbers an image";
  EXPECT_EQ(percentages({{}, {0, 97}, {}, {0, 8}}), "") << "no image of class 0 was asked";
  EXPECT_EQ(percentages({{0, 2.5F}}), "");
  EXPECT_EQ(percentages({{0.975F, 0.025F}, {0.03F, 0.97F}}, ScoreKind::probabilities), "");
}

TEST(InputWarnings, NamePercentagesOfTheBestClassesThatAreTakenAsLogits) {
  const auto percentages = [](const std::vector<std::vector<float>>& scores,
                              ScoreKind kind = ScoreKind::logits) {
    return describe_percentages_of_best(spec_of(kind, 3, 2), rows_of(scores));
  };
  const std::string text = percentages({{97, 2.5F, kHidden}, {60, kHidden, 30}, {}, {kHidden, 45, 40}});
  EXPECT_NE(text.find("of the 2 best classes of 3 clean images sum to 85 to 99.5"), std::string::npos)
      << text;
  EXPECT_NE(text.find("--scores probabilities"), std::string::npos) << text;
  EXPECT_EQ(percentages({{97, 2.5F, kHidden}}), "") << "one sum may lie there by chance";
  EXPECT_EQ(percentages({{97, 2.5F, kHidden}, {60, kHidden, -1}}), "") << "a logit";
  EXPECT_EQ(percentages({{97, 2.5F, kHidden}, {97, kHidden, 12}}), "");
  EXPECT_EQ(percentages({{9, 2.5F, kHidden}, {97, kHidden, 1}, {8, 7, kHidden}}), "");
  EXPECT_EQ(percentages({{0.97F, 0.025F, kHidden}, {0.6F, kHidden, 0.3F}}, ScoreKind::probabilities), "");
}

TEST(InputWarnings, NameASoftmaxThatIsComputedTwice) {
  // Returns the warning about inputs with equal scores, whose largest is that of class 0. Class 0 is right
  // for `right` of them.
  const auto warning = [](const std::vector<float>& scores, int right, std::size_t count = 8,
                          ScoreKind kind = ScoreKind::probabilities) {
    std::vector<InputRow> inputs = rows_of(std::vector<std::vector<float>>(count, scores));
    for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i].label = static_cast<int>(i) < right ? 0 : 1;
    return describe_two_softmaxes(spec_of(kind, static_cast<int>(scores.size())), inputs);
  };
  // The softmax of (1, 0, 0) is (0.576, 0.212, 0.212).
  const std::vector<float> twice = {0.57F, 0.215F, 0.215F};
  EXPECT_NE(warning(twice, 5).find("no probability of 8 clean images exceeds 0.57"), std::string::npos)
      << warning(twice, 5);
  EXPECT_NE(warning(twice, 5).find("gives at most 0.576"), std::string::npos) << warning(twice, 5);
  EXPECT_EQ(warning(twice, 3), "") << "a bad model may be unsure";
  EXPECT_EQ(warning(twice, 7, 7), "") << "fewer than eight images";
  EXPECT_EQ(warning({0.57F, 0.3F, 0.13F}, 8), "") << "0.13 is below the other bound, 0.212";
  EXPECT_EQ(warning({0.6F, 0.2F, 0.2F}, 8), "");
  EXPECT_EQ(warning({0.5F, 0.25F, 0.25F}, 8), "") << "far below the bound";
  EXPECT_EQ(warning({0.73F, 0.27F}, 8), "") << "one of two classes";
  EXPECT_EQ(warning(twice, 8, 8, ScoreKind::logits), "");
}

template <typename Spec>
void rounded_scores_are_named() {
  Spec spec;
  EXPECT_EQ(describe_rounded_scores(spec, {}), "");
  spec.digits = 0;
  EXPECT_NE(describe_rounded_scores(spec, {}).find("rounded to whole numbers"), std::string::npos);
  EXPECT_EQ(describe_rounded_scores(spec, Visibility::label()), "");
  spec.kind = ScoreKind::probabilities;
  EXPECT_EQ(describe_rounded_scores(spec, {}), "") << "0 and 1: describe_hard_scores()";
}

TEST(InputWarnings, OfRoundedScoresAreNotForClassesAlone) {
  rounded_scores_are_named<VictimSpec>();
  rounded_scores_are_named<GraphVictimSpec>();
}

}  // namespace
}  // namespace bora::tools
