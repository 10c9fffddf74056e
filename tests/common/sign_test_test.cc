#include "common/sign_test.h"

#include <vector>

#include <gtest/gtest.h>

namespace bora {
namespace {

TEST(SignTest, IsTheTailOfFairCoins) {
  EXPECT_NEAR(sign_test(5, 0), 1.0 / 32, 1e-12);
  EXPECT_NEAR(sign_test(4, 1), 6.0 / 32, 1e-12);
  EXPECT_NEAR(sign_test(0, 3), 1, 1e-12);
  EXPECT_NEAR(sign_test(0, 0), 1, 1e-12);
}

double clustered(const std::vector<int>& differences) {
  return sign_test(differences);
}

TEST(SignTest, OfSinglePairsIsThatOfTheirCounts) {
  EXPECT_NEAR(clustered({1, 1, 0, 1, -1, 1}), sign_test(4, 1), 1e-12);
  EXPECT_NEAR(clustered({-1, -1}), 1, 1e-12);
  EXPECT_NEAR(clustered({}), 1, 1e-12);
  EXPECT_NEAR(clustered({0, 0}), 1, 1e-12);
}

TEST(SignTest, OfAClusterIsThatOfOneCoin) {
  EXPECT_NEAR(clustered({9}), 1.0 / 2, 1e-12);
  EXPECT_NEAR(clustered({9, 9}), 1.0 / 4, 1e-12);
  // The sums of 3, 2 and 1 with any signs are 6, 4, 2, 0, 0, -2, -4, -6.
  EXPECT_NEAR(clustered({3, 2, -1}), 2.0 / 8, 1e-12);
  EXPECT_NEAR(clustered({3, -2, -1}), 5.0 / 8, 1e-12);
  EXPECT_NEAR(clustered({-3, 2, -1}), 6.0 / 8, 1e-12);
}

}  // namespace
}  // namespace bora
