#include "surrogates/search/mixed/trust_region.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "common/error.h"

namespace bora::surrogates {
namespace {

TEST(TrustRegion, GrowsAfterSuccessesInARowAndShrinksAfterFailures) {
  TrustRegionOptions options;
  options.failures = 4;
  TrustRegion region(options, 10);
  EXPECT_EQ(region.radius(), 10);
  for (int i = 0; i < 4; ++i) region.tell(false);
  EXPECT_DOUBLE_EQ(region.side(), 0.8 / 1.5);
  EXPECT_EQ(region.radius(), 6);  // 10 / 1.5, rounded down
  region.tell(true);
  region.tell(true);
  region.tell(false);  // two in a row are not three
  region.tell(true);
  EXPECT_DOUBLE_EQ(region.side(), 0.8 / 1.5);
  region.tell(true);
  region.tell(true);
  EXPECT_DOUBLE_EQ(region.side(), 0.8);
  EXPECT_EQ(region.radius(), 10);
  for (int i = 0; i < 30; ++i) region.tell(true);
  EXPECT_EQ(region.side(), options.largest_side);
  EXPECT_EQ(region.radius(), 10);
}

TEST(TrustRegion, ComesBackToTheRadiusThatItHad) {
  TrustRegionOptions options;
  options.failures = options.successes = 1;
  for (int categories = 1; categories < 60; ++categories) {
    TrustRegion region(options, categories);
    for (int i = 0; i < 3; ++i) region.tell(false);
    for (int i = 0; i < 3; ++i) region.tell(true);
    EXPECT_EQ(region.radius(), categories);
  }
}

TEST(TrustRegion, IsExhaustedWhenEitherPartIs) {
  TrustRegionOptions options;
  options.failures = 1;
  TrustRegion mixed(options, 2), numbers(options, 0);
  for (int i = 0; i < 2; ++i) mixed.tell(false);
  EXPECT_TRUE(mixed.exhausted()) << "a radius of 2 / 1.5^2 is below 1";
  int steps = 0;
  for (; !numbers.exhausted(); ++steps) numbers.tell(false);
  EXPECT_EQ(steps, std::ceil(std::log(0.8 / options.smallest_side) / std::log(1.5)));
}

// The published radius is 20, 13, 8, 5, 3, 2 and 1, whatever the number of categories.
TEST(TrustRegion, LastsSixTimesItsFailuresWithThePublishedRadius) {
  const auto failures_until_the_end = [](bool published, int categories) {
    TrustRegionOptions options;
    options.published_radius = published;
    TrustRegion region(options, categories);
    int failures = 0;
    for (; !region.exhausted(); ++failures) region.tell(false);
    return failures;
  };
  for (const int categories : {2, 5, 25, 50}) EXPECT_EQ(failures_until_the_end(true, categories), 240);
  EXPECT_EQ(failures_until_the_end(false, 2), 80);
  EXPECT_EQ(failures_until_the_end(false, 5), 160);
  EXPECT_EQ(failures_until_the_end(false, 25), 320);
  EXPECT_EQ(failures_until_the_end(false, 50), 400);
  EXPECT_EQ(failures_until_the_end(true, 0), 480) << "numbers alone end by their side";
}

TEST(TrustRegion, RoundsThePublishedRadiusDownAndLimitsIt) {
  TrustRegionOptions options;
  options.published_radius = true;
  options.failures = options.successes = 1;
  const auto after = [&](int categories, const std::vector<bool>& steps) {
    TrustRegion region(options, categories);
    for (const bool success : steps) region.tell(success);
    return region.radius();
  };
  EXPECT_EQ(after(50, {}), 20);
  EXPECT_EQ(after(50, {false}), 13);
  EXPECT_EQ(after(50, {false, true}), 19);
  EXPECT_EQ(after(50, {true, true, true}), 50);
  EXPECT_EQ(after(25, {true, true}), 25);
  // With few categories the radius is at most their number, and counts further shrinks.
  EXPECT_EQ(after(5, {}), 5);
  EXPECT_EQ(after(5, {false, false, false, false}), 3);
  const std::vector<bool> up_and_down{true, true, false, false, false, false, false, false};
  TrustRegion few(options, 5);
  for (const bool success : up_and_down) few.tell(success);
  EXPECT_FALSE(few.exhausted()) << "it was 30 and is 2";
  few.tell(false);
  EXPECT_TRUE(few.exhausted());
}

TEST(TrustRegion, ItsBoxIsLongWhereLengthscalesAre) {
  TrustRegionOptions options;
  options.side = 0.2;
  const TrustRegion region(options, 0);
  const Bounds box = region.box(Eigen::Vector2d(0.5, 0.5), Eigen::Vector2d(2, 0.5));
  const Eigen::VectorXd sides = box.upper - box.lower;
  EXPECT_NEAR(sides[0] / sides[1], 4, 1e-12);
  EXPECT_NEAR(sides.prod(), 0.04, 1e-12);
  const Bounds corner = region.box(Eigen::Vector2d(0, 1), Eigen::Vector2d(2, 0.5));
  EXPECT_EQ(corner.lower[0], 0);
  EXPECT_EQ(corner.upper[1], 1);
}

TEST(TrustRegion, RefusesOptionsByName) {
  const auto message = [](auto change) -> std::string {
    TrustRegionOptions options;
    change(options);
    try {
      options.check();
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message([](auto& o) { o.successes = 0; }), "region.successes: 0 is below 1");
  EXPECT_EQ(message([](auto& o) { o.failures = 0; }), "region.failures: 0 is below 1");
  EXPECT_EQ(message([](auto& o) { o.factor = 1; }), "region.factor: 1 is not a number above 1");
  EXPECT_NE(message([](auto& o) { o.side = 2; }).find("region.side"), std::string::npos);
  EXPECT_NE(
      message([](auto& o) { o.largest_side = std::numeric_limits<double>::infinity(); }).find("region.side"),
      std::string::npos);
}

}  // namespace
}  // namespace bora::surrogates
