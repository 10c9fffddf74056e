#include "models/defended_victim.h"

#include <cmath>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "data/image_io.h"
#include "support/input_error.h"

namespace bora {
namespace {

/// Answers with the first pixels it is shown.
class Mirror final : public Victim {
 public:
  explicit Mirror(const ImageShape& shape) { spec_ = {"mirror", shape, shape.size(), ScoreKind::logits}; }
  const VictimSpec& spec() const override { return spec_; }
  Scores scores(const Batch& images) override { return {images, ScoreKind::logits}; }
  bool has_gradients() override { return true; }
  Batch pullback(const Batch& images, const Batch& cotangents) override { return images + cotangents; }

 private:
  VictimSpec spec_;
};

Batch ramp(int n, int size) {
  Batch images(n, size);
  for (Eigen::Index i = 0; i < images.size(); ++i) images.data()[i] = static_cast<float>(i % 256) / 255.0F;
  return images;
}

Batch seen(const std::string& steps, const ImageShape& shape, const Batch& images) {
  return defended(std::make_unique<Mirror>(shape), parse_defences(steps, "--defence"))->scores(images).values;
}

TEST(DefendedVictim, FewerBitsAreSoManyLevels) {
  const ImageShape shape{1, 16, 32};
  for (const int bits : {1, 3, 7}) {
    const Batch images = seen(fmt::format("bits:{}", bits), shape, ramp(2, shape.size()));
    const std::set<float> levels(images.data(), images.data() + images.size());
    EXPECT_EQ(static_cast<int>(levels.size()), 1 << bits);
    EXPECT_EQ(*levels.begin(), 0);
    EXPECT_EQ(*levels.rbegin(), 1);
    EXPECT_LE((images - ramp(2, shape.size())).cwiseAbs().maxCoeff(),
              0.5F / static_cast<float>((1 << bits) - 1) + 1e-6F);
  }
}

TEST(DefendedVictim, JpegIsWhatAFileWouldHold) {
  const ImageShape shape{3, 16, 24};
  const Batch images = ramp(3, shape.size());
  const Batch through = seen("jpeg:30", shape, images);
  for (int row = 0; row < 3; ++row) {
    std::vector<std::uint8_t> pixels;
    for (int i = 0; i < shape.size(); ++i)
      pixels.push_back(static_cast<std::uint8_t>(std::lround(255 * images(row, i))));
    const Image file = through_jpeg(pixels, shape, 30);
    for (int i = 0; i < shape.size(); ++i)
      ASSERT_FLOAT_EQ(through(row, i), static_cast<float>(file.pixels[static_cast<std::size_t>(i)]) / 255.0F);
  }
  EXPECT_GT((through - images).cwiseAbs().maxCoeff(), 0.05F);
  // The better the quality, the nearer.
  EXPECT_LT((seen("jpeg:95", shape, images) - images).norm(), (through - images).norm());
}

TEST(DefendedVictim, StepsAreTakenInTheirOrder) {
  const ImageShape shape{1, 16, 16};
  const Batch images = ramp(1, shape.size());
  EXPECT_EQ(seen("bits:2+jpeg:50", shape, images), seen("jpeg:50", shape, seen("bits:2", shape, images)));
  EXPECT_NE(seen("bits:2+jpeg:50", shape, images), seen("jpeg:50+bits:2", shape, images));
}

TEST(DefendedVictim, GradientsAreThoseOfTheVictimAtWhatItSees) {
  const ImageShape shape{1, 16, 16};
  const Batch images = ramp(1, shape.size());
  const auto victim = defended(std::make_unique<Mirror>(shape), parse_defences("bits:1", "--defence"));
  const Batch cotangents = Batch::Ones(1, shape.size());
  EXPECT_EQ(victim->pullback(images, cotangents), seen("bits:1", shape, images) + cotangents);
  EXPECT_EQ(victim->spec().name, "mirror behind bits:1");
}

TEST(DefendedVictim, NoiseIsDrawnForEachImageAndAgainForItsRepeats) {
  const ImageShape shape{1, 32, 32};
  const auto victim = defended(std::make_unique<Mirror>(shape), parse_defences("rnd:0.02", "--defence"), 7);
  EXPECT_TRUE(victim->spec().randomised);
  EXPECT_EQ(victim->spec().name, "mirror behind rnd:0.02");
  Batch images = Batch::Constant(3, shape.size(), 0.5F);
  images.row(1).setConstant(0.25F);
  const Batch first = victim->scores(images).values;
  const Batch noise = first - images;
  EXPECT_NEAR(std::sqrt(noise.squaredNorm() / static_cast<float>(noise.size())), 0.02, 0.002);
  EXPECT_NEAR(noise.mean(), 0, 0.002);
  EXPECT_NE(first.row(0), first.row(2)) << "asked twice in one call";
  // The same whatever else is asked, and in whatever order of calls.
  EXPECT_EQ(victim->scores(images.row(1)).values, first.row(1));
  EXPECT_EQ(victim->scores(images).values, first);
  victim->draw(1);
  const Batch drawn = victim->scores(images).values;
  EXPECT_NE(drawn.row(0), first.row(0));
  EXPECT_NE(drawn.row(0), first.row(2));
  victim->draw(0);
  EXPECT_EQ(victim->scores(images).values, first);
  EXPECT_NE(defended(std::make_unique<Mirror>(shape), parse_defences("rnd:0.02", "--defence"), 8)
                ->scores(images)
                .values,
            first);
}

TEST(DefendedVictim, WhatIsDoneToScoresComesAfterTheModel) {
  const ImageShape shape{1, 1, 3};
  Batch image(1, 3);
  image << 0.9F, 0.1F, 0.2F;
  const auto victim =
      defended(std::make_unique<Mirror>(shape), parse_defences("bits:7+aaa:0.5", "--defence"));
  const Scores shown = victim->scores(image);
  EXPECT_EQ(predicted_class(shown, 0), 0);
  EXPECT_NEAR(shown.values(0, 0) - shown.values(0, 2), 0.8, 0.02) << "0.7 mirrored about 0.75";
  EXPECT_EQ(victim->labels(image), std::vector<int>{0});
  EXPECT_FALSE(victim->spec().randomised);
}

TEST(DefendedVictim, IsTheVictimItselfWithoutSteps) {
  auto victim = std::make_unique<Mirror>(ImageShape{1, 16, 16});
  const Victim* const same = victim.get();
  EXPECT_EQ(defended(std::move(victim), parse_defences("none", "--defence")).get(), same);
}

TEST(DefendedVictim, RefusesWhatIsNoDefence) {
  const auto parsed = [](const std::string& text) { return [text] { parse_defences(text, "--defence"); }; };
  testing::expect_input_error(parsed("jpg:75"), "--defence: got 'jpg:75'", "did you mean jpeg?");
  testing::expect_input_error(parsed("jpeg"), "expected jpeg:N with a quality from 1 to 100");
  testing::expect_input_error(parsed("jpeg:0"), "from 1 to 100");
  testing::expect_input_error(parsed("bits:8"), "from 1 to 7");
  testing::expect_input_error(parsed("bits:3x"), "bits:3x");
  testing::expect_input_error(parsed(""), "--defence: got ''");
  testing::expect_input_error(parsed("rnd:2"), "expected rnd:N with a standard deviation from");
  testing::expect_input_error(parsed("bits:2.5"), "bits:2.5");
  testing::expect_input_error(parsed("aaa+jpeg:75"), "expected aaa at the end");
  testing::expect_input_error(
      [] {
        defended(std::make_unique<Mirror>(ImageShape{2, 16, 16}), parse_defences("jpeg:50", "--defence"));
      },
      "2x16x16", "1 channel or 3");
}

}  // namespace
}  // namespace bora
