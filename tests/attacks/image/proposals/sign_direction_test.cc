#include "attacks/image/proposals/directions.h"

#include <gtest/gtest.h>

namespace bora::attacks {
namespace {

using Row = Eigen::RowVectorXf;

TEST(SignDirection, UpMovesEveryValueByTheRadius) {
  const Row original = Row::Constant(3, 0.25F);
  EXPECT_EQ(SignDirection::up(3).image_at(original, 0.5), Row::Constant(3, 0.75F));
}

TEST(SignDirection, TowardsAnExampleEndsThere) {
  Row original(3), example(3);
  original << 0.5F, 0.25F, 0.75F;
  example << 0.25F, 0.75F, 0.75F;
  const auto direction = SignDirection::towards(original, example);
  EXPECT_EQ(direction.image_at(original, 0.5), example);
  Row half_way(3);
  half_way << 0.25F, 0.5F, 0.75F;
  EXPECT_EQ(direction.image_at(original, 0.25), half_way);
}

TEST(SignDirection, FlippedValuesMoveTheOtherWayByTheRadius) {
  Row original(3), example(3), expected(3);
  original << 0.5F, 0.25F, 0.75F;
  example << 0.25F, 0.75F, 0.75F;
  auto direction = SignDirection::towards(original, example);
  direction.flip(0, 2);
  expected << 1.0F, -0.25F, 0.75F;
  EXPECT_EQ(direction.image_at(original, 0.5), expected);
}

}  // namespace
}  // namespace bora::attacks
