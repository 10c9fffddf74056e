// Subsets of many observations.
#include "surrogates/gp/subset.h"

#include <set>

#include <gtest/gtest.h>

namespace bora::surrogates {
namespace {

TEST(Subset, SpreadsEvenlyFromTheFirstToTheLast) {
  EXPECT_EQ(spread_evenly(9, 5), (std::vector<int>{0, 2, 4, 6, 8}));
  EXPECT_EQ(spread_evenly(3, 5), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(spread_evenly(5, 5), (std::vector<int>{0, 1, 2, 3, 4}));
  const auto places = spread_evenly(100000, 70000);
  EXPECT_EQ(places.front(), 0);
  EXPECT_EQ(places.back(), 99999) << "also where the product of places exceeds 32 bits";
  EXPECT_EQ(std::set<int>(places.begin(), places.end()).size(), 70000U) << "none twice";
}

TEST(Subset, TakesTheBestAndOthers) {
  const Eigen::VectorXd y = Eigen::VectorXd::LinSpaced(200, 1, 0);
  Rng rng(1);
  const auto places = best_and_others(y, 80, rng);
  ASSERT_EQ(places.size(), 80U);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(places[i], i);
  EXPECT_EQ(std::set<int>(places.begin(), places.end()).size(), 80U);
}

}  // namespace
}  // namespace bora::surrogates
