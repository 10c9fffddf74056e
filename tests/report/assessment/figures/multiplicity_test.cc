#include "report/statistics/significance.h"

#include <gtest/gtest.h>

namespace bora::report {
namespace {

TEST(Multiplicity, KnowsHowManyPairsMustDiffer) {
  EXPECT_EQ(smallest_significant_count(1), 6);  // 2/32 is not below 0.05, 2/64 is
  EXPECT_EQ(smallest_significant_count(3), 7);  // 3 x 2/64 is not, 3 x 2/128 = 0.047 is
  EXPECT_EQ(smallest_significant_count(10), 9);
}

TEST(Multiplicity, FisherTastesTea) {
  // Fisher's eight cups of tea: 34 of the 70 choices of four are at most as likely as three correct ones.
  EXPECT_NEAR(fisher_exact(3, 4, 1, 4), 34.0 / 70, 1e-12);
  EXPECT_NEAR(fisher_exact(4, 4, 0, 4), 2.0 / 70, 1e-12);
  EXPECT_NEAR(fisher_exact(2, 4, 2, 4), 1, 1e-12);
}

TEST(Multiplicity, FisherIsTheSameFromEitherSideAndForUnequalSamples) {
  // C(12,1) C(12,9) / C(24,10) plus the probabilities of the less likely tables on both sides.
  EXPECT_NEAR(fisher_exact(1, 12, 9, 12), 0.002759, 1e-5);
  EXPECT_NEAR(fisher_exact(9, 12, 1, 12), fisher_exact(1, 12, 9, 12), 1e-12);
  EXPECT_NEAR(fisher_exact(900, 1000, 950, 1000), fisher_exact(950, 1000, 900, 1000), 1e-12);
  EXPECT_THROW(fisher_exact(5, 4, 1, 4), std::invalid_argument);
}

}  // namespace
}  // namespace bora::report
