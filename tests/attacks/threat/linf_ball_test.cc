#include "attacks/threat/linf_ball.h"

#include <cmath>

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/random.h"
#include "support/input_error.h"

namespace bora::attacks {
namespace {

TEST(LinfBall, RefusesWhatIsNoBound) {
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

TEST(LinfBall, TakesADecimalNumberForTheFractionThatItStandsFor) {
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

TEST_P(LinfBallProjection, LeavesAnAllowedImageAlone) {
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

TEST(LinfBall, SeesOneLevelTooMany) {
  const LinfBall ball(8.0 / 255, false);
  const float original = from_level(100);
  const float at_bound = from_level(108), beyond = from_level(109), off_grid = from_level(104) + 1e-4F;
  EXPECT_TRUE(ball.contains(&original, &at_bound, 1));
  EXPECT_FALSE(ball.contains(&original, &beyond, 1));
  EXPECT_FALSE(ball.contains(&original, &off_grid, 1));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(ball.contains(&original, &nan, 1));
}

TEST(LinfBall, TheBoxIsAllImagesThereAre) {
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

}  // namespace
}  // namespace bora::attacks
