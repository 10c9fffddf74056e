#include "attacks/checks/input_range.h"

#include <gtest/gtest.h>

#include "attacks/checks/counting_oracle.h"
#include "common/error.h"
#include "support/stub_victims.h"

namespace bora {
namespace {

constexpr ImageShape kShape{1, 6, 6};

// Tells bright images from dark ones by their mean, where it takes `own` for black and white; what it is fed
// is what an oracle makes of [0, 1], which is `fed`.
class BrightnessVictim final : public testing::LinearVictim {
 public:
  BrightnessVictim(ValueRange own, ValueRange fed) : LinearVictim(kShape, 2, 1), own_(own), fed_(fed) {}
  Scores scores(const Batch& images) override {
    rows += static_cast<int>(images.rows());
    Scores out{Batch(images.rows(), 2), ScoreKind::logits};
    for (Eigen::Index i = 0; i < images.rows(); ++i) {
      const float value = fed_.low + images.row(i).mean() * (fed_.high - fed_.low);
      if (refuses_negative && value < 0) throw VictimError("values are negative");
      out.values(i, 0) = 0;
      out.values(i, 1) = value - (own_.low + own_.high) / 2;
    }
    return out;
  }
  bool refuses_negative = false;

 private:
  ValueRange own_, fed_;
};

class InputRange : public ::testing::Test {
 protected:
  InputRange() {
    Rng rng(4);
    for (int i = 0; i < 40; ++i) {
      const auto bright = static_cast<float>(i % 2);
      Pixels image(kShape.size());
      for (float& value : image) value = 0.2F + 0.4F * bright + 0.1F * static_cast<float>(rng.uniform());
      images_.push_back(image);
      labels_.push_back(i % 2);
    }
  }
  EvaluationCheck check(BrightnessVictim& victim, ValueRange fed) {
    ImageOracle oracle(victim);
    return check_input_range(oracle, images_, labels_, fed, false);
  }
  std::vector<Pixels> images_;
  std::vector<int> labels_;
};

TEST_F(InputRange, ARightRangeIsPassedAndNoOtherIsAskedFor) {
  for (const ValueRange range : {ValueRange{0, 1}, ValueRange{-1, 1}, ValueRange{0, 255}}) {
    BrightnessVictim victim(range, range);
    const EvaluationCheck found = check(victim, range);
    EXPECT_EQ(found.status, "pass") << found.text;
    EXPECT_EQ(victim.rows, 40);
  }
}

TEST_F(InputRange, AWrongRangeIsToldWithTheOneThatWouldBeRight) {
  BrightnessVictim levels({0, 255}, {0, 1});
  const EvaluationCheck found = check(levels, {0, 1});
  EXPECT_EQ(found.id, "input-range");
  EXPECT_EQ(found.status, "fail");
  EXPECT_EQ(
      found.text.rfind("with --input-range 0,1 it is right on 20 of 40 images, with --input-range 0,255 ", 0),
      0U)
      << found.text;
  EXPECT_TRUE(found.text.ends_with("it would be right on 40")) << found.text;
  BrightnessVictim unit({0, 1}, {-1, 1});
  const EvaluationCheck other = check(unit, {-1, 1});
  EXPECT_EQ(other.status, "fail") << other.text;
  EXPECT_NE(other.text.find("--input-range 0,1 (values as they are)"), std::string::npos) << other.text;
}

TEST_F(InputRange, AModelThatIsPoorInEveryRangeIsNotBlamedOnIt) {
  BrightnessVictim victim({0, 1}, {0, 1});
  Rng rng(8);
  for (int& label : labels_) label = rng.index(2);
  const EvaluationCheck found = check(victim, {0, 1});
  EXPECT_EQ(found.status, "pass") << found.text;
  EXPECT_NE(found.text.find("none of 6 other ranges"), std::string::npos) << found.text;
}

TEST_F(InputRange, WhatTheModelRefusesIsPassedOver) {
  BrightnessVictim victim({0, 255}, {0, 1});
  victim.refuses_negative = true;
  EXPECT_EQ(check(victim, {0, 1}).status, "fail");
  BrightnessVictim signed_values({0, 255}, {-1, 1});
  signed_values.refuses_negative = true;
  EXPECT_THROW(check(signed_values, {-1, 1}), VictimError) << "but not the range in force";
}

TEST_F(InputRange, AFewImagesTellNothing) {
  BrightnessVictim victim({0, 255}, {0, 1});
  images_.resize(9);
  labels_.resize(9);
  EXPECT_EQ(check(victim, {0, 1}).status, "open");
  EXPECT_EQ(victim.rows, 0);
}

}  // namespace
}  // namespace bora
