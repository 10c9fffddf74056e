#include "nas/estimator/training_speed.h"

#include <vector>

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::nas {
namespace {

TEST(TrainingSpeed, AgreesWithSumsByHand) {
  const std::vector<double> losses{3, 2, 1};
  EXPECT_EQ(training_speed(losses), 6);
  EXPECT_EQ(training_speed_last(losses), 1);
  EXPECT_EQ(training_speed_last(losses, 2), 3);
  EXPECT_EQ(training_speed_last(losses, 9), 6);
  EXPECT_DOUBLE_EQ(training_speed_decayed(losses, 0.5), 3 * 0.25 + 2 * 0.5 + 1);
  EXPECT_DOUBLE_EQ(training_speed_decayed(losses), 3 * 0.999 * 0.999 + 2 * 0.999 + 1);
  testing::expect_input_error([] { training_speed({}); }, "no epochs");
  testing::expect_input_error([&] { training_speed_last(losses, 0); }, "epochs");
  testing::expect_input_error([&] { training_speed_decayed(losses, 0); }, "decay");
}

TEST(TrainingSpeed, EffectiveEpochsEndBeforeTheFirstOverfits) {
  std::vector<std::vector<double>> courses(3, std::vector<double>(40, 0.5));
  EXPECT_EQ(effective_epochs(courses), 36);
  courses[1][19] = 0.05;
  courses[2][29] = 0.05;
  EXPECT_EQ(effective_epochs(courses), 18);
  EXPECT_EQ(effective_epochs(courses, 0.6), 1);
  courses[0].resize(10);
  EXPECT_EQ(effective_epochs(courses), 18) << "one that was stopped before says nothing of later";
  EXPECT_EQ(effective_epochs(std::vector<std::vector<double>>{{0.5}}), 1);
  testing::expect_input_error([] { effective_epochs({}); }, "no networks");
  testing::expect_input_error([] { effective_epochs(std::vector<std::vector<double>>{{}}); },
                              "without epochs");
}

}  // namespace
}  // namespace bora::nas
