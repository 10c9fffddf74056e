#include "models/training/adversarial_step.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace bora::models {
namespace {

constexpr double kEpsilon = 0.1;

// Returns starts from -epsilon to epsilon, 2 x 1 x 1 x 9. The loss rises with the pixels of the first image
// and falls with those of the second, see signs().
torch::Tensor all_starts() {
  return torch::linspace(-kEpsilon, kEpsilon, 9).view({1, 1, 1, 9}).repeat({2, 1, 1, 1});
}

torch::Tensor signs() {
  return torch::cat({torch::ones({1, 1, 1, 9}), -torch::ones({1, 1, 1, 9})});
}

torch::Tensor moved_along_signs(double grey, double factor = 1) {
  return perturb(torch::full({2, 1, 1, 9}, grey), all_starts(), kEpsilon,
                 [&](const torch::Tensor& x) { return (x * signs()).sum() * factor; });
}

void expect_rows(const torch::Tensor& rows, double first, double second) {
  EXPECT_NEAR(rows[0].min().item<double>(), first, 1e-6);
  EXPECT_NEAR(rows[0].max().item<double>(), first, 1e-6);
  EXPECT_NEAR(rows[1].min().item<double>(), second, 1e-6);
  EXPECT_NEAR(rows[1].max().item<double>(), second, 1e-6);
}

// Pixels whose start leaves [0, 1] have a gradient, too.
TEST(AdversarialStep, MovesBlackAndWhitePixelsByAllOfEpsilon) {
  expect_rows(moved_along_signs(0), kEpsilon, 0);
  expect_rows(moved_along_signs(1), 1, 1 - kEpsilon);
}

// A step of 1.25 epsilon from the opposite end of the ball ends 0.25 epsilon beyond the centre.
TEST(AdversarialStep, StaysInTheBall) {
  const auto moved = moved_along_signs(0.5) - 0.5;
  EXPECT_NEAR(moved[0].min().item<double>(), 0.25 * kEpsilon, 1e-6);
  EXPECT_NEAR(moved[0].max().item<double>(), kEpsilon, 1e-6);
  EXPECT_NEAR(moved[1].min().item<double>(), -kEpsilon, 1e-6);
  EXPECT_NEAR(moved[1].max().item<double>(), -0.25 * kEpsilon, 1e-6);
}

TEST(AdversarialStep, TakesTheGradientInsideTheRangeOfPixels) {
  for (const double grey : {0.0, 0.05, 1.0})
    perturb(torch::full({2, 1, 1, 9}, grey), all_starts(), kEpsilon, [&](const torch::Tensor& x) {
      EXPECT_GE(x.min().item<double>(), 0);
      EXPECT_LE(x.max().item<double>(), 1);
      return x.sum();
    });
}

TEST(AdversarialStep, TakesNoStepWhereTheGradientIsNotFinite) {
  const auto start = all_starts();
  for (const double factor : {std::numeric_limits<double>::infinity(), std::nan("")}) {
    const auto moved = moved_along_signs(0.5, factor);
    EXPECT_TRUE(torch::allclose(moved, 0.5 + start)) << factor;
  }
}

}  // namespace
}  // namespace bora::models
