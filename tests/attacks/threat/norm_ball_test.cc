#include "attacks/threat/norm_ball.h"

#include <cmath>

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/random.h"
#include "support/input_error.h"

namespace bora::attacks {
namespace {

TEST(LinfBall, RefusesInvalidEpsilons) {
  for (const double epsilon : {40.0, 0.0, -0.1, std::nan(""), HUGE_VAL})
    EXPECT_THROW(LinfBall(epsilon, true), InputError) << epsilon;
  testing::expect_input_error([] { LinfBall(40, false); }, "eps: got 40", "40/255");
}

TEST(LinfBall, RoundsEpsilonDownToTheGrid) {
  EXPECT_EQ(LinfBall(0.3, false).levels(), 76);
  EXPECT_EQ(LinfBall(0.05, false).levels(), 12);
  EXPECT_EQ(LinfBall(0.375, false).levels(), 95);
  EXPECT_DOUBLE_EQ(LinfBall(0.3, true).epsilon(), 0.3);
  EXPECT_THROW(LinfBall(0.003, false), InputError);
  EXPECT_NO_THROW(LinfBall(0.003, true));
}

TEST(PixelLevels, RoundToTheNearestWithHalvesUp) {
  for (int level = 0; level < 256; ++level) EXPECT_EQ(to_level(from_level(level)), level);
  Rng rng(1);
  for (int i = 0; i < 10000; ++i) {
    const auto value = static_cast<float>(rng.uniform(0, 1));
    EXPECT_EQ(to_level(value), std::lround(value * 255.0F)) << value;
  }
  EXPECT_EQ(to_level(0.5F), 128) << "127.5";
  EXPECT_EQ(to_level(std::nextafter(0.5F, 0.0F) / 255), 0)
      << "0.5 - 2^-25: a sum in single precision would give 1";
  EXPECT_EQ(to_level(-3), 0);
  EXPECT_EQ(to_level(3), 255);
  EXPECT_EQ(to_level(std::nanf("")), 0);
}

TEST(LinfBall, ReadsARoundedDecimalAsItsFraction) {
  for (const double epsilon : {0.03137, 0.0313725, 0.031372549, 0.0314, 8.0 / 255})
    EXPECT_EQ(LinfBall(epsilon, false).levels(), 8) << epsilon;
  for (const double epsilon : {0.00392, 0.003921}) EXPECT_EQ(LinfBall(epsilon, false).levels(), 1) << epsilon;
  EXPECT_EQ(LinfBall(0.0627, false).levels(), 16);
  EXPECT_EQ(LinfBall(0.784, false).levels(), 200);
  EXPECT_EQ(LinfBall(0.031, false).levels(), 7) << "1.2% below";
  EXPECT_THROW(LinfBall(0.0039, false), InputError) << "0.55% below";
  EXPECT_DOUBLE_EQ(LinfBall(0.03137, true).epsilon(), 0.03137) << "off the grid nothing is rounded";
}

TEST(LinfBall, KeepsEveryFractionOf255Exactly) {
  for (int level = 1; level <= 255; ++level) EXPECT_EQ(LinfBall(level / 255.0, false).levels(), level);
}

class LinfBallProjection : public ::testing::TestWithParam<bool> {};

TEST_P(LinfBallProjection, LandsInsideAndIsIdempotent) {
  const LinfBall ball(0.1, GetParam());
  Rng rng(1);
  const int d = 500;
  std::vector<float> original(d), image(d);
  for (int i = 0; i < d; ++i) {
    original[i] = from_level(rng.index(256));
    image[i] = static_cast<float>(rng.uniform(-1, 2));
  }
  EXPECT_FALSE(ball.contains(original.data(), image.data(), d));
  ball.project(original.data(), image.data(), d);
  EXPECT_TRUE(ball.contains(original.data(), image.data(), d));
  EXPECT_LE(ball.distance(original.data(), image.data(), d), ball.epsilon() + 1e-6);
  const auto once = image;
  ball.project(original.data(), image.data(), d);
  EXPECT_EQ(image, once);
}

TEST_P(LinfBallProjection, KeepsAnAllowedImage) {
  const LinfBall ball(0.2, GetParam());
  for (int level = 0; level < 256; ++level) {
    const float original = from_level(level);
    float image = from_level(std::min(255, level + 7));
    const float before = image;
    ball.project(&original, &image, 1);
    EXPECT_EQ(image, before);
  }
}

INSTANTIATE_TEST_SUITE_P(Both, LinfBallProjection, ::testing::Values(false, true));

TEST(LinfBall, DistanceAtTheBoundIsTheBound) {
  const LinfBall ball(0.3, false);
  const float original = from_level(10), image = from_level(86);
  EXPECT_EQ(ball.distance(&original, &image, 1), ball.epsilon()) << "exactly: reports compare the two";
}

TEST(LinfBall, DetectsOneLevelTooMany) {
  const LinfBall ball(8.0 / 255, false);
  const float original = from_level(100);
  const float at_bound = from_level(108), beyond = from_level(109), off_grid = from_level(104) + 1e-4F;
  EXPECT_TRUE(ball.contains(&original, &at_bound, 1));
  EXPECT_FALSE(ball.contains(&original, &beyond, 1));
  EXPECT_FALSE(ball.contains(&original, &off_grid, 1));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(ball.contains(&original, &nan, 1));
}

TEST(LinfBall, TheBoxContainsAllImages) {
  const LinfBall grid(0.1, false), continuous(0.1, true);
  const std::vector<float> far = {-0.2F, 0.5004F, 1.7F};
  auto image = far;
  grid.project_to_box(image.data(), 3);
  EXPECT_EQ(image, (std::vector<float>{0, from_level(128), 1}));
  EXPECT_TRUE(grid.is_image(image.data(), 3));
  image = far;
  continuous.project_to_box(image.data(), 3);
  EXPECT_EQ(image, (std::vector<float>{0, 0.5004F, 1}));
  EXPECT_TRUE(continuous.is_image(image.data(), 3));
  EXPECT_FALSE(grid.is_image(image.data(), 3));
  EXPECT_FALSE(continuous.is_image(far.data(), 3));
  const float nan = std::nanf("");
  EXPECT_FALSE(continuous.is_image(&nan, 1));
}

TEST(NormBall, RefusesInvalidEpsilonsOfItsNorm) {
  testing::expect_input_error([] { NormBall(Norm::l2, 0, true); }, "eps: got 0", "above 0", "norm l2");
  EXPECT_THROW(NormBall(Norm::l2, std::nan(""), true), InputError);
  EXPECT_THROW(NormBall(Norm::l2, 0.003, false), InputError) << "less than one level of one value";
  EXPECT_NO_THROW(NormBall(Norm::l2, 0.003, true));
  for (const double epsilon : {20.0, 1e9}) EXPECT_NO_THROW(NormBall(Norm::l2, epsilon, false)) << epsilon;
  // The facts of a run allow no larger one.
  EXPECT_THROW(NormBall(Norm::l2, 2e9, false), InputError);
  for (const double pixels : {0.0, 2.5, -3.0, std::nan("")})
    testing::expect_input_error([&] { NormBall(Norm::l0, pixels, false); }, "whole number of pixels");
  for (const double side : {0.0, 2.5, -3.0, std::nan("")}) {
    const auto make = [&] { NormBall(Norm::patch, side, false); };
    testing::expect_input_error(make, "eps: got", "side of a square", "norm patch");
  }
}

TEST(NormBall, DefaultsAreThoseOfPublishedProtocols) {
  EXPECT_EQ(default_epsilon({3, 32, 32}, Norm::l2), 0.5);
  EXPECT_EQ(default_epsilon({1, 28, 28}, Norm::l2), 2);
  EXPECT_EQ(default_epsilon({3, 32, 32}, Norm::l0), 24);
  EXPECT_EQ(default_epsilon({3, 32, 32}, Norm::patch), 5);
  EXPECT_EQ(default_epsilon({1, 28, 40}, Norm::patch), 4);
  EXPECT_EQ(default_epsilon({3, 224, 224}, Norm::patch), 32);
  EXPECT_EQ(default_epsilon({1, 1, 1}, Norm::patch), 1);
  EXPECT_EQ(default_epsilon({1, 28, 28}), 0.3);
}

struct Ball {
  Norm norm;
  double epsilon;
  bool continuous;
};

class NormBallProjection : public ::testing::TestWithParam<Ball> {
 protected:
  static constexpr ImageShape kShape{3, 10, 15};
  static constexpr int kSize = 3 * 150;
  NormBallProjection() {
    Rng rng(7);
    for (int i = 0; i < kSize; ++i) original_.push_back(from_level(rng.index(256)));
  }
  // Returns an image whose values change by at most `scale`, in both directions.
  std::vector<float> image(double scale, std::uint64_t seed) const {
    Rng rng(seed);
    std::vector<float> values = original_;
    for (float& value : values) value += static_cast<float>(rng.uniform(-scale, scale));
    return values;
  }
  bool contains(const std::vector<float>& image) const {
    return ball_.contains(original_.data(), image.data(), kSize);
  }
  void project(std::vector<float>& image) const { ball_.project(original_.data(), image.data(), kSize); }
  double distance(const std::vector<float>& image) const {
    return ball_.distance(original_.data(), image.data(), kSize);
  }

  const NormBall ball_{GetParam().norm, GetParam().epsilon, GetParam().continuous, kShape};
  std::vector<float> original_;
};

// Rounding to the grid must not leave the ball, even if the changes are much smaller than a level.
TEST_P(NormBallProjection, LandsInsideUsesTheBallAndIsIdempotent) {
  for (const double scale : {0.002, 0.01, 0.05, 0.3, 2.0})
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      auto projected = image(scale, seed);
      const double before = l2_distance(original_.data(), projected.data(), kSize);
      project(projected);
      EXPECT_TRUE(contains(projected)) << scale << ' ' << seed;
      EXPECT_LE(distance(projected), ball_.epsilon() + 1e-6);
      // A change outside the ball is projected close to its border, as far as levels allow.
      if (ball_.norm() == Norm::l2 && before > 2 * ball_.epsilon() && ball_.epsilon() > 0.2) {
        EXPECT_GT(distance(projected), 0.97 * ball_.epsilon());
      }
      if (is_sparse(ball_.norm()) && scale > 0.01) {
        EXPECT_EQ(distance(projected), ball_.epsilon());
      }
      const auto once = projected;
      project(projected);
      EXPECT_EQ(projected, once);
    }
}

TEST_P(NormBallProjection, KeepsTheOriginal) {
  auto image = original_;
  project(image);
  EXPECT_EQ(image, original_);
  EXPECT_EQ(distance(image), 0);
}

INSTANTIATE_TEST_SUITE_P(All, NormBallProjection,
                         ::testing::Values(Ball{Norm::l2, 0.5, false}, Ball{Norm::l2, 0.5, true},
                                           Ball{Norm::l2, 0.01, false}, Ball{Norm::l2, 3, false},
                                           Ball{Norm::l2, 1.0 / 255, false}, Ball{Norm::l2, 20, true},
                                           Ball{Norm::l0, 10, false}, Ball{Norm::l0, 10, true},
                                           Ball{Norm::l0, 1, false}, Ball{Norm::patch, 4, false},
                                           Ball{Norm::patch, 4, true}, Ball{Norm::patch, 1, false}));

// Changes of 3, 4 and 12 levels have length 13. The one that rounding enlarged most is reduced.
TEST(NormBall, RoundsAnL2ChangeTowardsTheOriginalWhereNeeded) {
  const std::vector<float> original(3, from_level(100));
  const NormBall ball(Norm::l2, 13.0 / 255, false);
  std::vector<float> image = {from_level(103), from_level(96), from_level(112)};
  EXPECT_TRUE(ball.contains(original.data(), image.data(), 3));
  EXPECT_DOUBLE_EQ(ball.distance(original.data(), image.data(), 3), ball.epsilon());
  image = {(100 + 2.6F) / 255, (100 - 3.9F) / 255, (100 + 12.08F) / 255};
  ball.project(original.data(), image.data(), 3);
  EXPECT_EQ(image, (std::vector<float>{from_level(103), from_level(96), from_level(112)}));
  image = {(100 + 3.55F) / 255, (100 - 3.9F) / 255, (100 + 11.8F) / 255};
  ball.project(original.data(), image.data(), 3);
  EXPECT_EQ(image, (std::vector<float>{from_level(103), from_level(96), from_level(112)}));
  image[0] = from_level(107);
  EXPECT_FALSE(ball.contains(original.data(), image.data(), 3));
}

// Rounding alone would restore the original.
TEST(NormBall, KeepsTheLengthOfAnL2ChangeBelowHalfALevelInAllValues) {
  constexpr int kValues = 3072;
  const NormBall ball(Norm::l2, 0.33 * std::sqrt(kValues) / 255, false);
  const std::vector<float> original(kValues, from_level(100));
  std::vector<float> image = original;
  for (int i = 0; i < kValues; ++i) image[static_cast<std::size_t>(i)] += (i % 3 == 0 ? -0.33F : 0.33F) / 255;
  ball.project(original.data(), image.data(), kValues);
  EXPECT_TRUE(ball.contains(original.data(), image.data(), kValues));
  EXPECT_GT(ball.distance(original.data(), image.data(), kValues), 0.99 * ball.epsilon());
  int changed[2] = {0, 0};
  for (int i = 0; i < kValues; ++i) {
    const int moved = to_level(image[static_cast<std::size_t>(i)]) - 100;
    EXPECT_TRUE(moved == 0 || moved == (i % 3 == 0 ? -1 : 1)) << i;
    changed[2 * i / kValues] += moved != 0 ? 1 : 0;
  }
  EXPECT_NEAR(changed[0], changed[1], 60) << "no part of the image is preferred";
}

// Rounding alone would reduce each change from 2.3 levels to 2, by an eighth of the length.
TEST(NormBall, KeepsTheLengthOfEqualL2Changes) {
  constexpr int kValues = 3072;
  const NormBall ball(Norm::l2, 2.3 * std::sqrt(kValues) / 255, false);
  const std::vector<float> original(kValues, from_level(100));
  std::vector<float> image(kValues, from_level(100) + 2.3F / 255);
  ball.project(original.data(), image.data(), kValues);
  EXPECT_TRUE(ball.contains(original.data(), image.data(), kValues));
  EXPECT_GT(ball.distance(original.data(), image.data(), kValues), 0.999 * ball.epsilon());
  for (const float value : image)
    EXPECT_TRUE(to_level(value) == 102 || to_level(value) == 103) << to_level(value);
}

// Rounding alone would enlarge each change to a whole level and leave the ball: two thirds are undone.
TEST(NormBall, ReducesEqualChangesEvenlyOverTheImage) {
  constexpr int kValues = 3072;
  const NormBall ball(Norm::l2, 0.6 * std::sqrt(kValues) / 255, false);
  const std::vector<float> original(kValues, from_level(100));
  std::vector<float> image(kValues, from_level(100) + 0.6F / 255);
  ball.project(original.data(), image.data(), kValues);
  EXPECT_TRUE(ball.contains(original.data(), image.data(), kValues));
  int changed[2] = {0, 0};
  for (int i = 0; i < kValues; ++i) changed[2 * i / kValues] += image[i] != original[i] ? 1 : 0;
  EXPECT_NEAR(changed[0] + changed[1], 0.36 * kValues, 2);
  EXPECT_NEAR(changed[0], changed[1], 120) << "no part of the image is preferred";
}

TEST(NormBall, KeepsTheAllowedNumberOfPixelsEvenForTinyChanges) {
  const std::vector<float> original(3, 0.0F);
  const NormBall ball(Norm::l0, 1, true, {1, 1, 3});
  std::vector<float> image = {1e-30F, 1e-25F, 1e-30F};  // squares are 0 in single precision
  ball.project(original.data(), image.data(), 3);
  EXPECT_EQ(image, (std::vector<float>{0, 1e-25F, 0}));
}

TEST(NormBall, CountsAPixelOnceForAllItsChannels) {
  const std::vector<float> original(6, 0.0F);  // two channels of three pixels
  const NormBall ball(Norm::l0, 1, false, {2, 1, 3});
  std::vector<float> image = {0, 1, 0, 0, 1, 0};
  EXPECT_EQ(ball.distance(original.data(), image.data(), 6), 1);
  EXPECT_TRUE(ball.contains(original.data(), image.data(), 6));
  image[2] = from_level(200);
  EXPECT_FALSE(ball.contains(original.data(), image.data(), 6));
  ball.project(original.data(), image.data(), 6);
  EXPECT_EQ(image, (std::vector<float>{0, 1, 0, 0, 1, 0})) << "the pixel that changes most is kept";
}

// Two channels of 3 x 4 pixels.
TEST(NormBall, MeasuresAPatchByTheSmallestSquareThatHoldsEveryChange) {
  const std::vector<float> original(24, from_level(100));
  const NormBall ball(Norm::patch, 2, false, {2, 3, 4});
  const auto changed = [&](const std::vector<int>& places) {
    std::vector<float> image = original;
    for (const int place : places) image[static_cast<std::size_t>(place)] = from_level(101);
    return image;
  };
  const auto distance = [&](const std::vector<int>& places) {
    const auto image = changed(places);
    const double side = ball.distance(original.data(), image.data(), 24);
    EXPECT_EQ(ball.contains(original.data(), image.data(), 24), side <= 2);
    return side;
  };
  EXPECT_EQ(distance({}), 0);
  EXPECT_EQ(distance({5}), 1);
  EXPECT_EQ(distance({5, 17}), 1) << "the same pixel in both channels";
  EXPECT_EQ(distance({5, 10}), 2) << "diagonal neighbours";
  EXPECT_EQ(distance({3, 4}), 4) << "the end of a row and the beginning of the next";
  EXPECT_EQ(distance({0, 12 + 8}), 3) << "a column of 3, one end in each channel";
  EXPECT_EQ(distance({0, 1, 4, 5}), 2);
  auto image = changed({5});
  image[5] = 0.4001F;
  EXPECT_FALSE(ball.contains(original.data(), image.data(), 24)) << "no level of 8 bits";
}

TEST(NormBall, ProjectsToTheSquareOfLargestChange) {
  const std::vector<float> original(12, from_level(100));  // 3 x 4
  const NormBall ball(Norm::patch, 2, false, {1, 3, 4});
  const auto projected = [&](std::vector<int> levels) {
    std::vector<float> image;
    for (const int level : levels) image.push_back(from_level(level));
    ball.project(original.data(), image.data(), 12);
    std::vector<int> out;
    for (const float value : image) out.push_back(to_level(value));
    return out;
  };
  EXPECT_EQ(projected({100, 100, 100, 100,  //
                       103, 100, 100, 100,  //
                       100, 100, 103, 104}),
            (std::vector<int>{100, 100, 100, 100,  //
                              100, 100, 100, 100,  //
                              100, 100, 103, 104}));
  EXPECT_EQ(projected({110, 100, 100, 103,  //
                       100, 100, 103, 103,  //
                       100, 100, 100, 100}),
            (std::vector<int>{110, 100, 100, 100,  //
                              100, 100, 100, 100,  //
                              100, 100, 100, 100}))
      << "a large change outweighs three small ones";
  EXPECT_EQ(projected({100, 100, 100, 105,  //
                       100, 100, 100, 100,  //
                       105, 100, 100, 100}),
            (std::vector<int>{100, 100, 100, 105,  //
                              100, 100, 100, 100,  //
                              100, 100, 100, 100}))
      << "the uppermost among equal ones";
  // A square that is larger than the image allows any change.
  const NormBall any(Norm::patch, 4, true, {1, 3, 4});
  std::vector<float> image(12, 0.9F);
  any.project(original.data(), image.data(), 12);
  EXPECT_EQ(image, std::vector<float>(12, 0.9F));
  EXPECT_EQ(any.distance(original.data(), image.data(), 12), 4);
  // A square that is larger in one direction only is cut off there.
  const NormBall most(Norm::patch, 3, true, {1, 3, 4});
  most.project(original.data(), image.data(), 12);
  EXPECT_EQ(most.distance(original.data(), image.data(), 12), 3);
}

TEST(NormBall, ASmallerPatchHasAWholeNumberOfPixels) {
  const NormBall ball(Norm::patch, 5, false, {1, 9, 9});
  EXPECT_EQ(ball.radius_below(4, 5), 3);
  EXPECT_EQ(ball.radius_below(4, 2.7), 2);
  EXPECT_EQ(ball.radius_below(1, 5), 0);
  EXPECT_EQ(ball.within(2).epsilon(), 2);
  EXPECT_EQ(to_string(ball.within(2).norm()), "patch");
}

}  // namespace
}  // namespace bora::attacks
