#include "common/usual_goal.h"

#include <gtest/gtest.h>

namespace bora {
namespace {

TEST(UsualGoal, IsGuessedFromTheWordsOfTheName) {
  for (const char* const name :
       {"error", "err", "val_loss", "valLoss", "RMSE", "test-error-200", "top1_err", "err1", "train_seconds",
        "time", "latency_ms", "10th error", "MSELoss", "L1Loss", "TestError", "FID", "top1ERR", "5minutes"})
    EXPECT_EQ(usual_goal(name), UsualGoal::minimise) << name;
  for (const char* const name : {"accuracy", "val_acc", "valAccuracy", "acc1", "F1", "score"})
    EXPECT_EQ(usual_goal(name), UsualGoal::maximise) << name;
  for (const char* const name :
       {"", "value", "c10_xvalid_200", "timeless", "lossless", "terror", "accuracy_per_second_of_time",
        "epoch", "x", "neg_mean_squared_error", "negLogLoss", "minus loss", "brier_score"})
    EXPECT_EQ(usual_goal(name), UsualGoal::unknown) << name;
}

}  // namespace
}  // namespace bora
