#include "attacks/image/methods/gradients/adam.h"

#include <gtest/gtest.h>

namespace bora::attacks {
namespace {

TEST(Adam, FirstStepIsTheSign) {
  Adam adam(3);
  EXPECT_NEAR(adam.step(0, 1e-3), 1, 1e-4);
  EXPECT_NEAR(adam.step(1, -250), -1, 1e-9);
  EXPECT_EQ(adam.step(2, 0), 0);
}

// By hand: m = 0.9 * 0.2 + 0.1 * -1 = 0.08, divided by 1 - 0.9^2; v = 0.999 * 0.004 + 0.001 * 1, divided by 1
// - 0.999^2.
TEST(Adam, SecondStepWeighsBothGradients) {
  Adam adam(1);
  adam.step(0, 2);
  EXPECT_NEAR(adam.step(0, -1), (0.08 / 0.19) / std::sqrt(0.004996 / 0.001999), 1e-7);
}

TEST(Adam, EveryCoordinateHasItsOwnStepCount) {
  Adam often(2), once(2);
  for (int i = 0; i < 20; ++i) often.step(0, 1 + i);
  EXPECT_EQ(often.step(1, -0.3), once.step(1, -0.3));
}

}  // namespace
}  // namespace bora::attacks
