#include "attacks/checks/input_range_fixture.h"

namespace bora::attacks::input_range_test {
namespace {

// The model takes BGR, as those of OpenCV and Caffe do.
TEST_F(InputRange, DetectsTheReverseOrderOfChannels) {
  class BlueVictim final : public testing::LinearVictim {
   public:
    explicit BlueVictim(Eigen::Index blue) : LinearVictim({3, 2, 2}, 2, 1), blue_(blue) {}
    Scores scores(const Batch& images) override {
      Scores out{Batch::Zero(images.rows(), 2), ScoreKind::logits};
      out.values.col(1) = images.col(blue_).array() - 0.5F;
      return out;
    }

   private:
    Eigen::Index blue_;  // place of a blue value in its input
  };
  use_images_that_differ_in_blue();
  const auto check = [&](Eigen::Index blue, const std::vector<float>& mean) {
    BlueVictim victim(blue);
    return check_unqueried(victim, {{3, 2, 2}, {0, 1}, Layout::nchw, mean, {}});
  };
  EXPECT_EQ(check(8, {}).status, "pass");
  for (const auto& mean : {std::vector<float>{}, std::vector<float>{0.5F, 0.4F, 0.3F}}) {
    const EvaluationCheck found = check(0, mean);
    EXPECT_EQ(found.status, "fail") << found.text;
    EXPECT_TRUE(found.text.ends_with(
        "with the channels in reverse order (BGR instead of RGB) it would be right on 40"))
        << found.text;
  }
  Rng rng(5);
  for (int& label : labels_) label = rng.index(2);
  EXPECT_NE(check(0, {}).text.find("none of 9 other formats"), std::string::npos);
}

// The model takes blue first and normalises it; only one of the three means suits blue.
TEST_F(InputRange, TriesTheReverseOrderWithMeansOfEitherOrder) {
  class FirstChannelVictim final : public testing::LinearVictim {
   public:
    explicit FirstChannelVictim(float mean) : LinearVictim({3, 2, 2}, 2, 1), mean_(mean) {}
    Scores scores(const Batch& images) override {
      Scores out{Batch::Zero(images.rows(), 2), ScoreKind::logits};
      out.values.col(1) = images.col(0).array() - mean_;
      return out;
    }

   private:
    float mean_;
  };
  use_images_that_differ_in_blue();
  const auto check = [&](const std::vector<float>& mean) {
    FirstChannelVictim victim(mean[0]);
    return check_unqueried(victim, {{3, 2, 2}, {0, 1}, Layout::nchw, mean, {}});
  };
  const EvaluationCheck moved = check({0.95F, 0.95F, 0.5F});
  EXPECT_TRUE(
      moved.text.ends_with("with the channels in reverse order (BGR instead of RGB) it would be right on 40"))
      << moved.text;
  const EvaluationCheck kept = check({0.5F, 0.95F, 0.95F});
  EXPECT_TRUE(
      kept.text.ends_with("with the channels in reverse order (BGR instead of RGB) and the numbers of --mean "
                          "in that order, too it would be right on 40"))
      << kept.text;
}

TEST_F(InputRange, DetectsThatBlackAndWhiteAreExchanged) {
  BrightnessVictim victim({0, 0.8F}, {0, 1});
  EXPECT_EQ(check(victim, {0, 1}).status, "pass");
  for (Pixels& image : images_) image = 1 - image.array();
  const EvaluationCheck found = check(victim, {0, 1});
  EXPECT_EQ(found.status, "fail") << found.text;
  EXPECT_TRUE(
      found.text.ends_with("with black and white exchanged (1 minus each value) it would be right on 40"))
      << found.text;
}

TEST_F(InputRange, DetectsThatRowsAndColumnsAreExchanged) {
  // Victim that looks at one pixel, of the last row and the first column of each of two channels.
  class CornerVictim final : public testing::LinearVictim {
   public:
    explicit CornerVictim(ImageShape shape) : LinearVictim(shape, 2, 1) {}
    Scores scores(const Batch& images) override {
      const ImageShape& shape = spec().input;
      const Eigen::Index corner = (shape.height - 1) * shape.width, plane = shape.height * shape.width;
      Scores out{Batch::Zero(images.rows(), 2), ScoreKind::logits};
      out.values.col(1) = images.col(corner).array() * images.col(plane + corner).array() - 0.5F;
      return out;
    }
  };
  Rng rng(4);
  const auto check = [&](const ImageShape& shape) {
    images_.clear();
    for (const int label : labels_) {
      Pixels image(shape.size());
      for (float& value : image) value = static_cast<float>(rng.uniform());
      for (int channel = 0; channel < 2; ++channel)
        image(channel * shape.height * shape.width + shape.width - 1) = label == 1 ? 0.9F : 0.1F;
      images_.push_back(image);
    }
    CornerVictim victim(shape);
    return check_unqueried(victim, {shape, {0, 1}});
  };
  const EvaluationCheck found = check({2, 4, 4});
  EXPECT_EQ(found.status, "fail") << found.text;
  EXPECT_TRUE(found.text.ends_with("with rows and columns exchanged it would be right on 40")) << found.text;
  EXPECT_EQ(check({2, 3, 4}).status, "pass") << "not a square";
}

}  // namespace
}  // namespace bora::attacks::input_range_test
