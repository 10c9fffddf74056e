#include "report/views/html/plot.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace bora::report::plot_test {
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

// The output is always valid for a browser, for any input.
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

std::size_t occurrences(const std::string& text, const std::string& word) {
  std::size_t count = 0;
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

// The table has the values of the chart, not their logarithms, with the names of the ticks and the band of
// each line.
TEST(Plot, SaysItsValues) {
  Plot plot({"kind", 0, 1, {"relu", "<tanh>"}, false}, {"rate", std::log(0.1), std::log(10), {}, true});
  plot.dots({{0, std::log(0.5)}}, 1, true);
  plot.band({{0, std::log(0.25)}, {1, 0}}, {{0, std::log(4)}, {1, std::log(8)}}, 0);
  plot.line({{0, 0}, {1, std::log(2)}}, 0, false, "model");
  const std::string page = plot.svg("x");
  const std::string table = page.substr(page.find("<details"));
  EXPECT_NE(table.find("<th scope=\"row\">relu</th><td>ring</td><td>0.5</td><td></td><td></td>"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find("<th scope=\"row\">relu</th><td>model</td><td>1</td><td>0.25</td><td>4</td>"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find("<th scope=\"row\">&lt;tanh&gt;</th><td>model</td><td>2</td><td>1</td><td>8</td>"),
            std::string::npos)
      << table;
  EXPECT_EQ(table.find("evenly chosen"), std::string::npos);
}

// Values outside the axes are drawn at the edge. The table has the true ones.
TEST(Plot, SaysValuesOutsideTheAxes) {
  Plot plot({"x", 0, 1}, {"y", std::log(0.1), std::log(10), {}, true});
  plot.dots({{0, std::log(0.001)}, {1, -std::numeric_limits<double>::infinity()}}, 1);
  plot.crosses({{1, std::log(10)}}, 1);
  const std::string page = plot.svg("x");
  EXPECT_NE(page.find("<th scope=\"row\">0</th><td>dot</td><td>0.001</td>"), std::string::npos) << page;
  EXPECT_NE(page.find("<th scope=\"row\">1</th><td>dot</td><td>0</td>"), std::string::npos) << page;
  EXPECT_NE(page.find("<th scope=\"row\">1</th><td>cross</td><td></td>"), std::string::npos) << page;
  EXPECT_EQ(page.find("inf"), std::string::npos);
  EXPECT_EQ(occurrences(page.substr(0, page.find("<details")), "<circle"), 4u) << "two in each drawing";
}

TEST(Plot, OfManyValuesSaysSome) {
  Plot plot({"x", 0, 999, {}, false}, {"y", 0, 999, {}, false});
  Plot::Points points;
  for (int i = 0; i < 1000; ++i) points.emplace_back(i, i);
  plot.line(points, 0);
  const std::string page = plot.svg("x");
  EXPECT_EQ(occurrences(page, "<th scope=\"row\">"), 40u);
  EXPECT_NE(page.find("<td>999</td>"), std::string::npos);  // the last is among them
  EXPECT_NE(page.find("evenly chosen"), std::string::npos);
}

// A wide plot has a second drawing for phones, with fewer letters per line.
TEST(Plot, IsDrawnForPhonesToo) {
  const auto drawn = [](double width) {
    Plot plot({"x", 0, 1, {"a long name of something", "another long name"}, false}, {"y", 0, 1, {}, false},
              width);
    plot.line({{0, 0}, {1, 1}}, 0);
    return plot.svg("x");
  };
  EXPECT_EQ(occurrences(drawn(340), "<svg"), 1u);
  const std::string wide = drawn(760);
  EXPECT_EQ(occurrences(wide, "<svg"), 2u);
  EXPECT_EQ(occurrences(wide, "class=\"plot narrow\" viewBox=\"0 0 350 "), 1u);
  EXPECT_NE(wide.find(">a long name of something</text>"), std::string::npos);
  EXPECT_EQ(occurrences(wide, ">a long name of something</text>"), 1u) << "not cut on the narrow drawing";
}

}  // namespace
}  // namespace bora::report::plot_test
