#include "tools/options/condition_exit.h"

#include <vector>

#include <gtest/gtest.h>

namespace bora::tools {
namespace {

TEST(ConditionExit, PutsFaultsBeforeWhatHoldsAndErrorsBeforeWhatIsNotDecided) {
  const ConditionVerdict none, holds{true, true, {}}, undecided{false, true, {}};
  const auto codes = [&](int code) {
    return std::vector{exit_code_with(code, none, ""), exit_code_with(code, holds, ""),
                       exit_code_with(code, undecided, "")};
  };
  EXPECT_EQ(codes(kExitOk), (std::vector<int>{kExitOk, kExitConditionMet, kExitUnexpected}));
  EXPECT_EQ(codes(kExitVictimFailed),
            (std::vector<int>{kExitVictimFailed, kExitConditionMet, kExitVictimFailed}));
  EXPECT_EQ(codes(kExitUnexpected), std::vector<int>(3, kExitUnexpected));
}

TEST(ConditionExit, SaysWhichConditionsDecide) {
  ::testing::internal::CaptureStderr();
  exit_code_with(kExitOk, {true, false, {"--fail-if best > 1: holds"}}, "bo-report");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "bo-report: --fail-if best > 1: holds\n");
}

}  // namespace
}  // namespace bora::tools
