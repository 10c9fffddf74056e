#include "models/training/dropped_paths.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace bora::models {
namespace {

TEST(DroppedPaths, TheProbabilityGrowsLinearlyFromZero) {
  EXPECT_EQ(drop_probability(0.2, 0, 600), 0);
  EXPECT_DOUBLE_EQ(drop_probability(0.2, 1, 4), 0.05);
  EXPECT_DOUBLE_EQ(drop_probability(0.2, 300, 600), 0.1);
  EXPECT_DOUBLE_EQ(drop_probability(0.2, 599, 600), 0.2 * 599 / 600);
}

TEST(DroppedPaths, FactorsKeepTheMean) {
  constexpr std::size_t kPaths = 100'000;
  for (const double probability : {0.0, 0.2, 0.75}) {
    std::vector<float> factors(kPaths, -1);
    Rng rng(3);
    draw_factors(rng, probability, factors);
    const auto dropped = static_cast<double>(std::ranges::count(factors, 0.0F));
    EXPECT_NEAR(dropped / kPaths, probability, 0.01);
    EXPECT_NEAR(std::accumulate(factors.begin(), factors.end(), 0.0) / kPaths, 1, 0.02);
    const auto kept = static_cast<float>(1 / (1 - probability));
    EXPECT_TRUE(std::ranges::all_of(factors, [&](float factor) { return factor == 0 || factor == kept; }));
  }
}

}  // namespace
}  // namespace bora::models
