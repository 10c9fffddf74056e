#include "common/order.h"

#include <string>

#include <gtest/gtest.h>
#include <Eigen/Core>

namespace bora {
namespace {

TEST(Order, ConsecutiveIndices) {
  EXPECT_EQ(consecutive(3), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(consecutive(2, 5), (std::vector<int>{5, 6}));
  EXPECT_TRUE(consecutive(0).empty());
}

TEST(Order, EqualValuesKeepTheirOrder) {
  const std::vector<double> values{2, 3, 1, 3, 2};
  EXPECT_EQ(ascending(values), (std::vector<int>{2, 0, 4, 1, 3}));
  EXPECT_EQ(descending(values), (std::vector<int>{1, 3, 0, 4, 2}));
  EXPECT_EQ(descending<Eigen::Index>(Eigen::Vector3d(1, 2, 1)), (std::vector<Eigen::Index>{1, 0, 2}));
  EXPECT_EQ(ascending<std::size_t>(std::vector<std::string>{"b", "a"}), (std::vector<std::size_t>{1, 0}));
}

TEST(Order, KeysOfIndices) {
  const auto odd = [](int i) { return i % 2; };
  EXPECT_EQ(ascending_by(4, odd), (std::vector<int>{0, 2, 1, 3}));
  EXPECT_EQ(descending_by(4, odd), (std::vector<int>{1, 3, 0, 2}));
}

}  // namespace
}  // namespace bora
