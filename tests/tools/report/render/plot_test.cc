#include "tools/report/render/plot.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace bora {
namespace {

TEST(Plot, TicksAreRoundAndInside) {
  EXPECT_EQ(round_ticks(0, 1, 5).size(), 6u);
  EXPECT_EQ(round_ticks(0, 1, 5)[3], 3 * 0.2);
  // Values that differ in their last digit.
  for (const double at : {0.3, 1.0, 1e300, -7e-300})
    EXPECT_LE(round_ticks(at, std::nextafter(at, 1e308), 5).size(), 12u);
  for (const auto& [low, high] : {std::pair{-3.7, 12.0}, {1e-9, 2e-9}, {999, 1001}, {-1e12, 5}}) {
    const auto ticks = round_ticks(low, high, 5);
    EXPECT_GE(ticks.size(), 2u);
    EXPECT_LE(ticks.size(), 12u);
    for (const double tick : ticks) {
      EXPECT_GE(tick, low - 1e-6 * (high - low));
      EXPECT_LE(tick, high + 1e-6 * (high - low));
    }
  }
  const auto decades = decade_ticks(std::log(1e-5), std::log(0.1));
  ASSERT_EQ(decades.size(), 5u);
  EXPECT_NEAR(std::exp(decades[1]), 1e-4, 1e-12);
  EXPECT_TRUE(decade_ticks(std::log(2.0), std::log(9.0)).empty());
}

// Nothing that a browser could not draw, whatever is put in.
TEST(Plot, DrawsFiniteNumbersOnly) {
  const double infinite = std::numeric_limits<double>::infinity();
  Plot plot({"x", 2, 2, {}, false}, {"y", 0, 0, {}, false});
  plot.line({{2, 0}, {infinite, 1}, {3, std::nan("")}, {2.1, 0.5}}, 0, true);
  plot.dots({{2, infinite}}, 1);
  plot.band({{2, -infinite}, {3, 0}}, {{2, 0}, {3, infinite}}, 2);
  const std::string svg = plot.svg("a \"b\"");
  EXPECT_EQ(svg.find("inf"), std::string::npos) << svg;
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_NE(svg.find("a &quot;b&quot;"), std::string::npos);
}

}  // namespace
}  // namespace bora
