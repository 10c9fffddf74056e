#include <gtest/gtest.h>

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

TEST(InputWarnings, NameSharesThatAreTakenAsLogits) {
  const auto shares = [](std::vector<std::vector<float>> scores, ScoreKind kind = ScoreKind::logits) {
    VictimSpec spec;
    spec.kind = kind;
    std::vector<InputRow> inputs(scores.size());
    for (std::size_t i = 0; i < scores.size(); ++i) inputs[i].scores = std::move(scores[i]);
    return describe_shares(spec, inputs);
  };
  const std::string text = shares({{0.9F, 0.2F}, {0.5F, 0.25F}, {}});
  EXPECT_NE(text.find("all scores of 2 clean images lie between 0 and 1, but sum to 0.75 to 1.1"),
            std::string::npos)
      << text;
  EXPECT_EQ(shares({{0.9F, 0.2F}}), "") << "one image may lie there by chance";
  EXPECT_EQ(shares({{0.9F, 0.2F}, {1.5F, 0.25F}}), "");
  EXPECT_EQ(shares({{0.9F, 0.2F}, {-0.5F, 0.25F}}), "");
  EXPECT_EQ(shares({{0.9F, 0.1F}, {0.5F, 0.5F}}, ScoreKind::probabilities), "");
}

}  // namespace
}  // namespace bora::tools
