#include "attacks/checks/input_range.h"

#include "attacks/checks/input_range_fixture.h"

namespace bora::attacks::input_range_test {
namespace {

TEST_F(InputRange, PassesARightRangeOfAGoodModel) {
  for (const ValueRange range : {ValueRange{0, 1}, ValueRange{-1, 1}, ValueRange{0, 255}}) {
    BrightnessVictim victim(range, range);
    options_.stated = true;
    const EvaluationCheck found = check(victim, range);
    EXPECT_EQ(found.status, "pass") << found.text;
    EXPECT_TRUE(
        found.text.ends_with("it is right on 40 of 40 images; with so few errors, no other format can "
                             "be clearly better"))
        << found.text;
    EXPECT_EQ(victim.rows, range == ValueRange{} ? 40 : 80) << "a given format is compared with the default";
  }
}

TEST_F(InputRange, IsOpenForAGivenFormatThatIsNotComparedWithTheDefault) {
  options_.thorough = false;
  options_.stated = true;
  BrightnessVictim victim({0, 255}, {0, 255});
  const EvaluationCheck found = check(victim, {0, 255});
  EXPECT_EQ(found.status, "open");
  EXPECT_EQ(
      found.text,
      "with --input-range 0,255 it is right on 40 of 40 images; --checks basic does not compare it with the "
      "default format");
  EXPECT_EQ(victim.rows, 40);
}

// Victim that sees whether pixel 2 is brighter than pixel 1, in any range.
class ContrastVictim final : public testing::LinearVictim {
 public:
  ContrastVictim() : LinearVictim(kShape, 2, 1) {}
  float wrong_below = -100;    // inverts its answer if the value of the first pixel is lower
  float refused_below = -100;  // refuses a batch without a value at least as high
  Scores scores(const Batch& images) override {
    if (images.maxCoeff() < refused_below) throw VictimError("values are too low");
    Scores out{Batch::Zero(images.rows(), 2), ScoreKind::logits};
    for (Eigen::Index i = 0; i < images.rows(); ++i)
      out.values(i, 1) = (images(i, 2) - images(i, 1)) * (images(i, 0) < wrong_below ? -1.0F : 1.0F);
    return out;
  }
};

class ContrastRange : public InputRange {
 protected:
  void use_images(int n) {
    use_numbered_images(n);
    for (int i = 0; i < n; ++i) {
      images_[i].setZero();
      images_[i](0) = i < 2 ? 0.5F : 1;
      images_[i](labels_[i] == 1 ? 2 : 1) = 1;
    }
  }
};

TEST_F(ContrastRange, SaysThatAccuracyDoesNotTellTheGivenFormatFromTheDefault) {
  use_images(200);
  ContrastVictim victim;
  options_.stated = true;
  const EvaluationCheck tie = check(victim, {-1, 1});
  EXPECT_EQ(tie.status, "warn");
  EXPECT_EQ(
      tie.text,
      "with --input-range -1,1 it is right on 200 of 200 images, with --input-range 0,1 (values as they are) on "
      "200: accuracy does not show which of the two formats is right, so make sure that the given one is that "
      "of the training");
  EXPECT_EQ(check(victim, {0, 1}).status, "pass") << "the default";
  options_.stated = false;
  EXPECT_EQ(check(victim, {-1, 1}).status, "pass") << "the model's file states it";
  options_.stated = true;
  options_.thorough = false;
  EXPECT_EQ(check(victim, {-1, 1}).status, "open");
  options_.thorough = true;
  use_images(50);
  EXPECT_EQ(check(victim, {-1, 1}).status, "open") << "few images";
  use_images(200);
  // In 0 to 1, two images are wrong, p = 0.25, and then five, p = 0.03.
  ContrastVictim narrow;
  narrow.wrong_below = 0.4F;
  EXPECT_EQ(check(narrow, {0, 2}).status, "open") << "198 of 200";
  for (int i = 0; i < 5; ++i) images_[i](0) = 0.5F;
  EXPECT_EQ(check(narrow, {0, 2}).status, "pass") << "195 of 200";
}

TEST_F(ContrastRange, PassesIfTheModelRefusesTheDefaultFormat) {
  use_images(200);
  ContrastVictim victim;
  options_.stated = true;
  EXPECT_EQ(check(victim, {0, 2}).status, "warn");
  victim.refused_below = 0.6F;
  EXPECT_EQ(check(victim, {0, 2}).status, "pass");
}

// Other formats are not better than the given one, and few enough images are all queried in each of them.
TEST_F(InputRange, QueriesEachImageOnceInTheDefaultFormat) {
  for (std::size_t i = 20; i < labels_.size(); ++i) labels_[i] = 1 - labels_[i];
  const auto queries = [&](bool stated) {
    options_.stated = stated;
    BrightnessVictim victim({0, 255}, {0, 255});
    EXPECT_EQ(check(victim, {0, 255}).status, stated ? "open" : "pass");
    return victim.rows;
  };
  EXPECT_EQ(queries(true), queries(false));
}

TEST_F(InputRange, NamesTheRightRangeForAWrongOne) {
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

// The model normalises its inputs itself, but gets normalised values.
TEST_F(InputRange, DetectsDoubleNormalisation) {
  const float mean = 0.8F, deviation = 0.25F;
  BrightnessVictim victim({0, 1}, {-mean / deviation, (1 - mean) / deviation});
  const InputFormat fed{kShape, {0, 1}, Layout::nchw, {mean}, {deviation}};
  const EvaluationCheck found = check_unqueried(victim, fed);
  EXPECT_EQ(found.status, "fail") << found.text;
  EXPECT_TRUE(found.text.ends_with("images, without --mean and --std it would be right on 40")) << found.text;
}

// Victim that expects values from 0 to 1 and normalises them itself, so that wider values suit it nearly as
// well.
class ThresholdVictim final : public testing::LinearVictim {
 public:
  ThresholdVictim(InputFormat fed, float threshold) : LinearVictim(kShape, 2, 1), fed_(std::move(fed)) {
    complete(fed_, "model");
    threshold_ = threshold;
  }
  // Images whose first pixel has this value are wrong in the model's own range.
  float wrong_at = -1;
  Scores scores(const Batch& images) override {
    const Batch fed = formatted(images, 0, images.rows(), fed_);
    Scores out{Batch::Zero(images.rows(), 2), ScoreKind::logits};
    for (Eigen::Index i = 0; i < images.rows(); ++i) {
      const bool wrong = std::abs(fed(i, 0) - wrong_at) < 1e-3F;
      out.values(i, 1) = (fed.row(i).tail(fed.cols() - 1).mean() - threshold_) * (wrong ? -1.0F : 1.0F);
    }
    return out;
  }

 private:
  InputFormat fed_;
  float threshold_ = 0;
};

TEST_F(InputRange, PrefersTheSimplestOfFormatsThatDoNotDifferClearly) {
  const InputFormat fed{kShape, {0, 1}, Layout::nchw, {0.8F}, {0.25F}};
  const auto check = [&](int wrong) {
    for (int i = 0; i < std::ssize(images_); ++i) images_[i](0) = i < wrong ? 0.7F : 0.1F;
    ThresholdVictim victim(fed, 0.45F);
    victim.wrong_at = 0.7F;
    return check_unqueried(victim, fed);
  };
  // Levels from -128 to 127 are right on all images, values as they are on all but four: p = 0.0625.
  const EvaluationCheck tie = check(4);
  EXPECT_EQ(tie.status, "fail");
  EXPECT_TRUE(tie.text.ends_with("images, without --mean and --std it would be right on 36")) << tie.text;
  // With one image more p is 0.03.
  const EvaluationCheck clear = check(5);
  EXPECT_TRUE(clear.text.ends_with(
      "images, with --input-range -128,127 and without --mean and --std (8-bit levels around 0) it would "
      "be right on 40"))
      << clear.text;
}

TEST_F(InputRange, NamesTheOptionsToGiveAndToLeaveOut) {
  struct Case {
    ValueRange own;
    InputFormat fed;
    std::string text;
  };
  const std::vector<Case> cases{
      {{0, 1},
       {kShape, {0, 255}, Layout::nchw, {0.8F}, {}},
       "with --input-range 0,1 and without --mean (values as they are)"},
      {{0, 1}, {kShape, {0, 1}, Layout::nchw, {}, {0.25F}}, "without --std"},
      {{0, 255},
       {kShape, {0, 255}, Layout::nchw, {250}, {60}},
       "with --input-range 0,255 and without --mean and --std (8-bit levels)"},
      {{0, 60},
       {kShape, {0, 60}, Layout::nchw, {50}, {10}},
       "with --input-range 0,60 and without --mean and --std"},
      {{0, 100},
       {kShape, {0, 255}, Layout::nchw, {0.5F}, {0.002F}},
       "with --input-range 0,1 and the given --mean and --std (values as they are)"},
      // Values from -1 to 1 without mean and deviation suit these two as well.
      {{-1, 0.8F},
       {kShape, {0, 1}, Layout::nchw, {160}, {500}},
       "with --input-range 0,255 and the given --mean and --std (8-bit levels)"},
      {{-1, 1},
       {kShape, {0, 255}, Layout::nchw, {0.5F}, {0.25F}},
       "with --input-range 0,1 and the given --mean and --std (values as they are)"},
  };
  for (const Case& each : cases) {
    ThresholdVictim victim(each.fed, (each.own.low + each.own.high) / 2);
    InputFormat fed = each.fed;
    complete(fed, "model");
    const EvaluationCheck found = check_unqueried(victim, fed);
    EXPECT_NE(found.text.find(" images, " + each.text + " it would be"), std::string::npos) << found.text;
  }
}

TEST_F(InputRange, PassesAModelThatIsPoorInEveryRange) {
  BrightnessVictim victim({0, 1}, {0, 1});
  Rng rng(8);
  for (int& label : labels_) label = rng.index(2);
  const EvaluationCheck found = check(victim, {0, 1});
  EXPECT_EQ(found.status, "pass") << found.text;
  EXPECT_NE(found.text.find("none of 8 other formats"), std::string::npos) << found.text;
}

// The labels number the classes otherwise, so that any other range is right more often, as guessing would be.
TEST_F(InputRange, DoesNotRecommendARangeNoBetterThanAConstantPrediction) {
  // All images are bright for it if black and white are exchanged.
  BrightnessVictim victim({0, 0.66F}, {0, 1});
  for (int& label : labels_) label = 1 - label;
  const EvaluationCheck found = check(victim, {0, 1});
  EXPECT_EQ(found.status, "pass") << found.text;
  EXPECT_TRUE(
      found.text.ends_with("other formats are not better than always predicting the most frequent class"))
      << found.text;
}

TEST_F(InputRange, SkipsRangesThatTheModelRefuses) {
  BrightnessVictim victim({0, 255}, {0, 1});
  victim.refuses_negative = true;
  EXPECT_EQ(check(victim, {0, 1}).status, "fail");
  BrightnessVictim signed_values({0, 255}, {-1, 1});
  signed_values.refuses_negative = true;
  EXPECT_THROW(check(signed_values, {-1, 1}), VictimError) << "but not the range in force";
}

// The accuracy is 80.4% in the wrong range and 90% in the right one: significant on 1,000 images, not on 64.
TEST_F(InputRange, ComparesRangesOnAllCleanImages) {
  use_numbered_images(1000);
  PartlyWrongVictim victim(21);
  const EvaluationCheck found = check(victim, {0, 1});
  EXPECT_EQ(found.status, "fail") << found.text;
  EXPECT_NE(found.text.find("it is right on 804 of 1000 images, with --input-range -1,1 (mean and deviation "
                            "0.5) it would be right on 900"),
            std::string::npos)
      << found.text;
  EXPECT_LT(victim.rows, 4000) << "other ranges are asked for some images alone";
}

TEST_F(InputRange, WarnsOfASmallDifference) {
  use_numbered_images(1000);
  PartlyWrongVictim little(9);
  const EvaluationCheck found = check(little, {0, 1});
  EXPECT_EQ(found.status, "warn") << found.text;
  use_numbered_images(1000);
  for (int i = 0; i < 1000; i += 10) labels_[i] = 1 - labels_[i];  // right on all in its own range
  options_.thorough = false;
  PartlyWrongVictim none(0);
  const EvaluationCheck right = check(none, {0, 1});
  EXPECT_EQ(right.status, "pass") << right.text;
  EXPECT_EQ(none.rows, 1000);
  for (int i = 0; i < 290; i += 10) labels_[i] = 1 - labels_[i];  // 29 of 1,000 are wrong
  none.rows = 0;
  EXPECT_EQ(check(none, {0, 1}).status, "pass");
  EXPECT_EQ(none.rows, 1000);
}

// 15 of 60 images are right only in -1 to 1, and two only in 0 to 1: p = 0.12%.
TEST_F(InputRange, WarnsOfALargeDifferenceOnFewImages) {
  class HalfRightVictim final : public testing::LinearVictim {
   public:
    HalfRightVictim() : LinearVictim(kShape, 2, 1) {}
    Scores scores(const Batch& images) override {
      Scores out{Batch::Zero(images.rows(), 2), ScoreKind::logits};
      for (Eigen::Index i = 0; i < images.rows(); ++i) {
        const bool unit = images(i, 0) == 0 && images.row(i).maxCoeff() == 1, wide = images(i, 0) == -1;
        const bool wrong = images(i, unit ? 1 : 3) > 0.5F;
        if (unit || wide) out.values(i, 1) = (images(i, 2) > 0.5F) != wrong ? 1.0F : -1.0F;
      }
      return out;
    }
  } victim;
  use_numbered_images(60);
  const auto check_with = [&](int only_in_wide) {
    for (int i = 0; i < 60; ++i) {
      images_[i].setZero();
      images_[i](1) = i < only_in_wide ? 1 : 0;
      images_[i](2) = static_cast<float>(labels_[i]);
      images_[i](3) = i >= 58 ? 1 : 0;
      images_[i](4) = 1;
    }
    return check(victim, {0, 1});
  };
  const EvaluationCheck few = check_with(15);
  EXPECT_EQ(few.status, "warn");
  EXPECT_TRUE(few.text.ends_with("with --input-range -1,1 (mean and deviation 0.5) it would be right on 58"))
      << few.text;
  EXPECT_EQ(check_with(30).status, "fail");
  EXPECT_EQ(check_with(8).status, "pass") << "p = 5%";
}

TEST_F(InputRange, QueriesImagesWithoutPredictionFirst) {
  BrightnessVictim victim({0, 255}, {0, 1});
  EXPECT_EQ(check_unqueried(victim, {kShape, {0, 1}}).status, "fail");
}

// Noise of a fixed size matters less in a range of larger values.
TEST_F(InputRange, LeavesTheCheckOpenForARandomisedModel) {
  class NoisyVictim final : public testing::LinearVictim {
   public:
    NoisyVictim() : LinearVictim(kShape, 2, 1) {}
    Scores scores(const Batch& images) override {
      rows += static_cast<int>(images.rows());
      Scores out{Batch::Zero(images.rows(), 2), ScoreKind::logits};
      for (Eigen::Index i = 0; i < images.rows(); ++i)
        out.values(i, 1) = (images(i, 2) > 0.5F ? 1.0F : -1.0F) * std::max(1.0F, images.row(i).maxCoeff()) +
                           4 * static_cast<float>(rng_.normal());
      return out;
    }
    void declare_random() { spec_.randomised = true; }

   private:
    Rng rng_{7};
  };
  use_numbered_images(400);
  NoisyVictim victim;
  const EvaluationCheck unknown = check(victim, {0, 1});
  EXPECT_EQ(unknown.status, "open") << unknown.text;
  EXPECT_EQ(unknown.text.find("--input-range 0,255"), std::string::npos) << unknown.text;
  victim.declare_random();
  victim.rows = 0;
  const EvaluationCheck known = check(victim, {0, 1});
  EXPECT_EQ(known.status, "open") << known.text;
  EXPECT_NE(known.text.find("answers are random"), std::string::npos) << known.text;
  EXPECT_EQ(victim.rows, 400) << "nothing but the clean images";
}

TEST_F(InputRange, IsOpenForFewImages) {
  BrightnessVictim victim({0, 255}, {0, 1});
  images_.resize(9);
  labels_.resize(9);
  EXPECT_EQ(check(victim, {0, 1}).status, "open");
  EXPECT_EQ(victim.rows, 0);
}

}  // namespace
}  // namespace bora::attacks::input_range_test
