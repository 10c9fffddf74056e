#include "surrogates/sampling/slice.h"

#include <cmath>

#include <gtest/gtest.h>

namespace bora::surrogates::slice_test {
namespace {

// Two separate modes, and a range that cuts off a part of the density: moments against sums over a grid.
TEST(SliceSample, DrawsFromTheDensityWithinItsBounds) {
  const auto log_density = [](double x) {
    return std::log(std::exp(-0.5 * x * x) + 2 * std::exp(-8 * (x - 3) * (x - 3)));
  };
  constexpr double kLower = -0.5, kUpper = 6;
  double mass = 0, mean = 0, square = 0;
  for (double x = kLower; x < kUpper; x += 1e-4) {
    const double density = std::exp(log_density(x));
    mass += density;
    mean += density * x;
    square += density * x * x;
  }
  Rng rng(1);
  constexpr int kDraws = 40000;
  double x = 0, sum = 0, squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    x = slice_sample(log_density, x, kLower, kUpper, rng);
    ASSERT_GE(x, kLower);
    ASSERT_LE(x, kUpper);
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / kDraws, mean / mass, 0.04);
  EXPECT_NEAR(squares / kDraws, square / mass, 0.2);
}

TEST(SliceSample, StaysWhereTheDensityIsNotZero) {
  const auto log_density = [](double x) {
    if (x < 1) return 0.0;
    return x < 2 ? -INFINITY : std::nan("");
  };
  Rng rng(2);
  double x = 0.5;
  for (int i = 0; i < 1000; ++i) {
    x = slice_sample(log_density, x, 0, 10, rng);
    ASSERT_LT(x, 1);
  }
  const auto of_one_point = [](double at) { return at == 3 ? 0 : -INFINITY; };
  EXPECT_EQ(slice_sample(of_one_point, 3, 0, 10, rng), 3) << "the only point of positive density";
}

}  // namespace
}  // namespace bora::surrogates::slice_test
