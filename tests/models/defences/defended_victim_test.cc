#include "models/defences/defended_victim.h"

#include <cmath>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "common/error.h"
#include "data/images/image_io.h"
#include "support/input_error.h"

namespace bora::models {
namespace {

/// Victim whose scores are the first pixels of the image.
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

TEST(DefendedVictim, BitsReduceTheNumberOfLevels) {
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

TEST(DefendedVictim, JpegEqualsAFile) {
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
  // A higher quality changes the image less.
  EXPECT_LT((seen("jpeg:95", shape, images) - images).norm(), (through - images).norm());
}

TEST(DefendedVictim, StepsAreAppliedInOrder) {
  const ImageShape shape{1, 16, 16};
  const Batch images = ramp(1, shape.size());
  EXPECT_EQ(seen("bits:2+jpeg:50", shape, images), seen("jpeg:50", shape, seen("bits:2", shape, images)));
  EXPECT_NE(seen("bits:2+jpeg:50", shape, images), seen("jpeg:50+bits:2", shape, images));
}

TEST(DefendedVictim, GradientsAreThoseAtTheDefendedImage) {
  const ImageShape shape{1, 16, 16};
  const Batch images = ramp(1, shape.size());
  const auto victim = defended(std::make_unique<Mirror>(shape), parse_defences("bits:1", "--defence"));
  const Batch cotangents = Batch::Ones(1, shape.size());
  EXPECT_EQ(victim->pullback(images, cotangents), seen("bits:1", shape, images) + cotangents);
  EXPECT_EQ(victim->spec().name, "mirror behind bits:1");
}

// The third row equals the first.
TEST(DefendedVictim, TheGradientOfAnImageDoesNotDependOnItsBatch) {
  const ImageShape shape{1, 16, 16};
  Batch images = ramp(3, shape.size());
  images.row(1) *= 0.5F;
  images.row(2) = images.row(0);
  const Batch cotangents = Batch::Ones(3, shape.size());
  for (const std::string steps :
       {"rnd:0.02", "resize-pad:0.5", "jpeg:50", "resize-pad:0.5+rnd:0.02+bits:4"}) {
    const auto victim = defended(std::make_unique<Mirror>(shape), parse_defences(steps, "--defence"), 7);
    for (const std::uint64_t draw : {0, 1}) {
      victim->draw(draw);
      const Batch together = victim->pullback(images, cotangents);
      for (int row = 0; row < 3; ++row)
        EXPECT_EQ(together.row(row), victim->pullback(images.row(row), cotangents.row(row)))
            << steps << ", draw " << draw << ", row " << row;
    }
  }
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
  // The answer depends neither on other rows nor on the order of calls.
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

/// Returns the image that the model receives for a bright one of 1x16x20 behind resize-pad.
Eigen::Matrix<float, 16, 20, Eigen::RowMajor> on_canvas(const Victim& victim, const Batch& seen) {
  EXPECT_EQ(seen.cols(), victim.spec().input.size());
  return Eigen::Map<const Eigen::Matrix<float, 16, 20, Eigen::RowMajor>>(seen.data());
}

TEST(DefendedVictim, ResizePadPlacesASmallerImageOnBlack) {
  const ImageShape shape{1, 16, 20};
  const auto victim =
      defended(std::make_unique<Mirror>(shape), parse_defences("resize-pad:0.5", "--defence"), 7);
  EXPECT_TRUE(victim->spec().randomised);
  EXPECT_EQ(victim->spec().name, "mirror behind resize-pad:0.5");
  std::set<int> heights, places;
  for (int number = 0; number < 60; ++number) {
    victim->draw(static_cast<std::uint64_t>(number));
    const auto canvas = on_canvas(*victim, victim->scores(Batch::Ones(1, shape.size())).values);
    int top = 16, bottom = -1, left = 20, right = -1, bright = 0;
    for (int y = 0; y < 16; ++y)
      for (int x = 0; x < 20; ++x)
        if (canvas(y, x) > 0) {
          ASSERT_FLOAT_EQ(canvas(y, x), 1);
          top = std::min(top, y), bottom = std::max(bottom, y), left = std::min(left, x),
          right = std::max(right, x);
          ++bright;
        }
    const int height = bottom - top + 1, width = right - left + 1;
    EXPECT_EQ(bright, height * width) << "one rectangle";
    EXPECT_NEAR(static_cast<double>(height) / 16, static_cast<double>(width) / 20, 0.06) << "not distorted";
    EXPECT_GE(height, 8);
    heights.insert(height);
    places.insert(top * 20 + left);
  }
  EXPECT_GE(heights.size(), 6U);
  EXPECT_GE(places.size(), 15U);
  const Batch images = ramp(1, shape.size());
  EXPECT_EQ(seen("resize-pad:1", shape, images), images) << "the size that it has";
  EXPECT_EQ(seen("resize-pad", shape, images), seen("resize-pad:0.9", shape, images));
}

TEST(DefendedVictim, ResizedColoursStayTogether) {
  const ImageShape shape{3, 8, 8};
  Batch image(1, shape.size());
  image << Batch::Constant(1, 64, 0.2F), Batch::Constant(1, 64, 0.5F), Batch::Constant(1, 64, 0.9F);
  const Batch found = seen("resize-pad:0.5", shape, image);
  for (int i = 0; i < 64; ++i) {
    const bool inside = found(0, i) > 0;
    EXPECT_FLOAT_EQ(found(0, i), inside ? 0.2F : 0.0F);
    EXPECT_FLOAT_EQ(found(0, 64 + i), inside ? 0.5F : 0.0F);
    EXPECT_FLOAT_EQ(found(0, 128 + i), inside ? 0.9F : 0.0F);
  }
}

TEST(DefendedVictim, NoisyCopiesVote) {
  const ImageShape shape{1, 1, 3};
  // The first pixel exceeds the second by one standard deviation of their difference, and the third by far.
  // It is the largest with probability 0.841.
  Batch images(2, 3);
  images << 0.5F + 0.0707F, 0.5F, 0.0F, 0.5F + 0.0707F, 0.5F, 0.0F;
  const auto victim =
      defended(std::make_unique<Mirror>(shape), parse_defences("smooth:0.05:4000", "--defence"), 3);
  EXPECT_EQ(victim->spec().kind, ScoreKind::probabilities);
  EXPECT_TRUE(victim->spec().randomised);
  EXPECT_FALSE(victim->has_gradients());
  EXPECT_EQ(victim->spec().name, "mirror behind smooth:0.05:4000");
  const Scores scores = victim->scores(images);
  EXPECT_EQ(scores.kind, ScoreKind::probabilities);
  for (int row = 0; row < 2; ++row) {
    EXPECT_NEAR(scores.values.row(row).sum(), 1, 1e-5);
    EXPECT_NEAR(scores.values(row, 0), 0.841, 0.02);  // 3.5 standard errors
    EXPECT_EQ(scores.values(row, 2), 0);
  }
  EXPECT_NE(scores.values.row(0), scores.values.row(1)) << "asked twice in one call";
  EXPECT_EQ(victim->scores(images).values, scores.values);
  victim->draw(1);
  EXPECT_NE(victim->scores(images).values, scores.values);
  EXPECT_EQ(victim->labels(images), (std::vector<int>{0, 0}));
}

/// Remote victim: every third call is sent twice, and call number `failing` is not answered.
class Remote final : public Victim {
 public:
  explicit Remote(int failing = 0) : failing_(failing) { spec_ = {"remote", {1, 1, 2}, 2}; }
  const VictimSpec& spec() const override { return spec_; }
  Scores scores(const Batch& images) override {
    passes_.assign(static_cast<std::size_t>(images.rows()), ++calls_ % 3 == 0 ? 2 : 1);
    if (calls_ == failing_) throw VictimError("no answer");
    return {images, ScoreKind::logits};
  }
  std::vector<int> passes() const override { return passes_; }

 private:
  VictimSpec spec_;
  int failing_ = 0, calls_ = 0;
  std::vector<int> passes_;
};

TEST(DefendedVictim, EveryCopyThatWasSentCounts) {
  const Batch images = Batch::Constant(2, 2, 0.5F);
  const auto victim = defended(std::make_unique<Remote>(), parse_defences("smooth:0.1:6", "--defence"));
  for (int call = 0; call < 2; ++call) {
    victim->scores(images);
    EXPECT_EQ(victim->passes(), (std::vector<int>{8, 8})) << "six copies, two of them sent twice";
  }
  const auto failing = defended(std::make_unique<Remote>(4), parse_defences("smooth:0.1:6", "--defence"));
  EXPECT_THROW(failing->scores(images), VictimError);
  EXPECT_EQ(failing->passes(), (std::vector<int>{5, 5})) << "the copy without an answer was sent, too";
  const auto here =
      defended(std::make_unique<Mirror>(ImageShape{1, 1, 2}), parse_defences("smooth:0.1:6", "--defence"));
  EXPECT_EQ(here->spec().copies, 6);
  here->scores(images);
  EXPECT_EQ(here->passes(), (std::vector<int>{6, 6})) << "a model in this process states none";
}

/// Victim that is interrupted after it has answered the second of two images.
class Interrupted final : public Victim {
 public:
  Interrupted() { spec_ = {"interrupted", {1, 1, 3}, 3}; }
  const VictimSpec& spec() const override { return spec_; }
  Scores scores(const Batch& images) override {
    throw WithAnswers<VictimInterrupted>("interrupted", {{1}, images.row(1)});
  }
  std::vector<int> passes() const override { return {0, 1}; }

 private:
  VictimSpec spec_;
};

TEST(DefendedVictim, AnswersBeforeAnInterruptionAreDefended) {
  Batch images(2, 3);
  images << 0.9F, 0.1F, 0.2F, 0.9F, 0.2F, 0.1F;
  const auto steps = parse_defences("aaa:0.5", "--defence");
  const auto mirror = defended(std::make_unique<Mirror>(ImageShape{1, 1, 3}), steps);
  const auto victim = defended(std::make_unique<Interrupted>(), steps);
  try {
    victim->scores(images);
    ADD_FAILURE() << "it was not interrupted";
  } catch (const PartlyAnswered& interruption) {
    EXPECT_EQ(interruption.rows, std::vector<std::size_t>{1});
    EXPECT_EQ(interruption.answers, Batch(mirror->scores(images).values.row(1)));
  }
}

TEST(DefendedVictim, IncompleteVotesAreNoAnswer) {
  const auto victim = defended(std::make_unique<Interrupted>(), parse_defences("smooth:0.1:6", "--defence"));
  try {
    victim->scores(Batch::Constant(2, 3, 0.5F));
    ADD_FAILURE() << "it was not interrupted";
  } catch (const PartlyAnswered&) {
    ADD_FAILURE() << "one copy of six";
  } catch (const VictimInterrupted&) {
    EXPECT_EQ(victim->passes(), (std::vector<int>{0, 1}));
  }
}

TEST(DefendedVictim, CopiesAreMadeOfTheDefendedImage) {
  const ImageShape shape{1, 1, 2};
  Batch image(1, 2);
  image << 0.6F, 0.55F;  // with one bit, both are 1; the noise decides
  const auto victim =
      defended(std::make_unique<Mirror>(shape), parse_defences("bits:1+smooth:0.1:400", "--defence"));
  EXPECT_EQ(victim->spec().name, "mirror behind bits:1+smooth:0.1:400");
  // Only negative noise has an effect below white. A quarter of the copies are therefore ties, which the
  // first class wins.
  EXPECT_NEAR(victim->scores(image).values(0, 0), 0.625, 0.1);
}

TEST(DefendedVictim, ScoreDefencesFollowTheModel) {
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

TEST(DefendedVictim, RefusesUnknownDefences) {
  const auto parsed = [](const std::string& text) { return [text] { parse_defences(text, "--defence"); }; };
  testing::expect_input_error(parsed("jpg:75"), "--defence: got 'jpg:75'", "did you mean jpeg?");
  testing::expect_input_error(parsed("jpeg"), "expected jpeg:N with a quality from 1 to 100");
  testing::expect_input_error(parsed("jpeg:0"), "from 1 to 100");
  testing::expect_input_error(parsed("bits:8"), "from 1 to 7");
  testing::expect_input_error(parsed("bits:3x"), "bits:3x");
  testing::expect_input_error(parsed(""), "--defence: got ''");
  EXPECT_DOUBLE_EQ(parse_defences("rnd:4/255", "--defence").front().parameter, 4.0 / 255);
  testing::expect_input_error(parsed("rnd:2"), "expected rnd:N with a standard deviation from");
  testing::expect_input_error(parsed("bits:2.5"), "bits:2.5");
  testing::expect_input_error(parsed("aaa+jpeg:75"), "expected aaa or smooth at the end");
  testing::expect_input_error(parsed("smooth:0.1+bits:3"), "expected aaa or smooth at the end");
  testing::expect_input_error(parsed("smooth:0.1:0"), "smooth:N:COPIES with 1 to 100000 copies");
  testing::expect_input_error(parsed("smooth:0.1:5:6"), "smooth:0.1:5:6");
  testing::expect_input_error(parsed("bits:3:4"), "bits:3:4");
  testing::expect_input_error(parsed("resize-pad:0"), "smallest share of a side from 0.1 to 1");
  testing::expect_input_error(
      [] {
        defended(std::make_unique<Mirror>(ImageShape{2, 16, 16}), parse_defences("jpeg:50", "--defence"));
      },
      "2x16x16", "1 channel or 3");
}

}  // namespace
}  // namespace bora::models
