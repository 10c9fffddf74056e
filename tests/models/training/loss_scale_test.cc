#include "models/training/loss_scale.h"

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::models {
namespace {

TEST(LossScale, IsHalvedByAStepThatIsNotFiniteAndDoubledAfterManyThatAre) {
  LossScale scale;
  const double first = scale.value();
  scale.update(false);
  EXPECT_EQ(scale.value(), first / 2);
  for (int step = 0; step < LossScale::kSteady - 1; ++step) scale.update(true);
  EXPECT_EQ(scale.value(), first / 2);
  scale.update(true);
  EXPECT_EQ(scale.value(), first);
}

TEST(LossScale, CountsStepsInARowOnly) {
  LossScale scale;
  for (int step = 0; step < LossScale::kSteady - 1; ++step) scale.update(true);
  scale.update(false);
  const double halved = scale.value();
  for (int step = 0; step < LossScale::kSteady - 1; ++step) scale.update(true);
  EXPECT_EQ(scale.value(), halved);
}

TEST(LossScale, ResumesFromItsState) {
  LossScale whole, part;
  whole.update(false);
  for (int step = 0; step < LossScale::kSteady - 1; ++step) whole.update(true);
  part.set_state(whole.state());
  EXPECT_EQ(part.value(), whole.value());
  whole.update(true);
  part.update(true);
  EXPECT_EQ(part.value(), whole.value());
  EXPECT_EQ(part.state(), whole.state());
}

TEST(LossScale, ThrowsIfNoScaleHelps) {
  LossScale scale;
  testing::expect_input_error(
      [&] {
        for (int step = 0; step < 100; ++step) scale.update(false);
      },
      "training diverged");
}

}  // namespace
}  // namespace bora::models
