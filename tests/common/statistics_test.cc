#include "common/statistics.h"

#include <gtest/gtest.h>
#include <Eigen/Core>

#include "common/relation.h"

namespace bora {
namespace {

TEST(Statistics, QuantilesInterpolateBetweenOrderStatistics) {
  const std::vector<double> values{1, 2, 4, 8};
  EXPECT_EQ(sample_quantile(values, 0), 1);
  EXPECT_EQ(sample_quantile(values, 0.5), 3);
  EXPECT_EQ(sample_quantile(values, 1), 8);
  EXPECT_EQ(sample_quantile(std::vector<double>{5}, 0.3), 5);
}

TEST(Statistics, TheUpperMedianIsAValue) {
  EXPECT_EQ(upper_median({8, 1, 4, 2}), 4);
  EXPECT_EQ(upper_median({8, 1, 4}), 4);
}

TEST(Statistics, DominanceNeedsOneBetterValueAndNoWorse) {
  const std::vector<double> a{1, 2}, b{1, 1}, c{0, 3};
  EXPECT_TRUE(dominates(a, b));
  EXPECT_FALSE(dominates(b, a));
  EXPECT_FALSE(dominates(a, a));
  EXPECT_FALSE(dominates(a, c));
  const Eigen::MatrixXd rows{{1, 2}, {1, 1}};
  EXPECT_TRUE(dominates(rows.row(0), rows.row(1)));
}

TEST(Relation, IsReadFromTheFrontAndHolds) {
  std::string_view text = ">=0.5";
  EXPECT_EQ(take_relation(text), Relation::at_least);
  EXPECT_EQ(text, "0.5");
  EXPECT_EQ(take_relation(text), std::nullopt);
  EXPECT_TRUE(holds(1, Relation::at_least, 1));
  EXPECT_FALSE(holds(1, Relation::more, 1));
  EXPECT_TRUE(holds(1, Relation::at_most, 1));
  EXPECT_FALSE(holds(1, Relation::less, 1));
  EXPECT_EQ(to_string(Relation::at_most), "<=");
}

}  // namespace
}  // namespace bora
