#include "attacks/ledger/retry_policy.h"

#include <algorithm>
#include <map>
#include <thread>

#include <gtest/gtest.h>

#include "common/error.h"

namespace bora::attacks::retry_policy_test {
namespace {

// Victim of questions 0 to n - 1, which fails on some of them and may be down for a while.
struct Victim {
  std::vector<bool> too_much;
  int down_for = 0;       // number of further calls that fail
  int goes_down_at = -1;  // number of the pass after which it goes down
  int how_long = 0;       // number of calls that then fail
  int passes = 0, clean = 0, waits = 0, most_waits = 8;
  std::map<int, int> asked = {};

  void call() {
    if (down_for > 0) {
      --down_for;
      throw VictimError("connection refused");
    }
  }
  RetryPolicy::Outcome put() {
    const RetryPolicy policy({RetrySchedule::growing(RetrySchedule::Milliseconds(1), most_waits),
                              [this](auto, const std::string& why) {
                                EXPECT_EQ(why, "connection refused");
                                ++waits;
                                return true;
                              }},
                             [this] {
                               ++clean;
                               call();
                             });
    return policy.put(static_cast<int>(too_much.size()), [this](int first, int count) {
      for (int i = first; i < first + count; ++i) ++asked[i];
      if (passes++ == goes_down_at) down_for = how_long;
      call();
      for (int i = first; i < first + count; ++i)
        if (too_much[i]) throw VictimError("too much");
    });
  }
};

TEST(RetryPolicy, QueriesOnceIfNothingFails) {
  Victim victim{{false, false, false}};
  const auto outcome = victim.put();
  EXPECT_EQ(outcome.answered, std::vector<bool>(3, true));
  EXPECT_EQ(outcome.down, "");
  EXPECT_EQ(victim.passes, 1);
  EXPECT_EQ(victim.clean, 0);
}

TEST(RetryPolicy, ATransientFailureKeepsTheQuestionsTogether) {
  Victim victim{{false, false}};
  victim.down_for = 1;
  EXPECT_EQ(victim.put().answered, std::vector<bool>(2, true));
  EXPECT_EQ(victim.passes, 2);
  EXPECT_EQ(victim.waits, 0);
}

TEST(RetryPolicy, DistinguishesAnInputThatBreaksTheVictim) {
  Victim victim{{false, true, false}};
  const auto outcome = victim.put();
  EXPECT_EQ(outcome.answered, (std::vector<bool>{true, false, true}));
  EXPECT_EQ(outcome.failures, (std::vector<std::string>{"", "too much", ""}));
  EXPECT_EQ(outcome.down, "");
  EXPECT_EQ(victim.asked[0], RetryPolicy::kTogether + 1);
  EXPECT_EQ(victim.asked[1], RetryPolicy::kMostPasses);
  EXPECT_EQ(victim.waits, 0);
}

TEST(RetryPolicy, AllInputsFailIfAllBreakTheVictim) {
  Victim victim{{true, true}};
  const auto outcome = victim.put();
  EXPECT_EQ(outcome.failures, std::vector<std::string>(2, "too much"));
  EXPECT_EQ(outcome.down, "");
}

TEST(RetryPolicy, GivesUpAVictimThatStaysDownWithoutFailedInputs) {
  Victim victim{{false, true}};
  victim.down_for = 1000;
  const auto outcome = victim.put();
  EXPECT_EQ(outcome.down, "connection refused");
  EXPECT_EQ(outcome.answered, std::vector<bool>(2, false));
  EXPECT_EQ(outcome.failures, std::vector<std::string>(2, ""));
  EXPECT_EQ(victim.passes, 1) << "it is asked nothing but clean inputs";
  EXPECT_EQ(victim.waits, 8);
  EXPECT_EQ(victim.clean, 9);
}

// If a server refuses clean inputs, too, a pause does not help.
TEST(RetryPolicy, ARefusalOfCleanInputsEndsItWithoutWaiting) {
  const auto answer = [](bool refuses_clean) {
    const RetryPolicy policy({RetrySchedule::growing(RetrySchedule::Milliseconds(1), 8),
                              [](auto, const std::string&) {
                                ADD_FAILURE() << "it waits";
                                return true;
                              }},
                             [=] {
                               if (refuses_clean) throw VictimRefusal("status 400: no credit");
                             });
    return policy.put(2, [](int, int) { throw VictimRefusal("status 400"); });
  };
  EXPECT_EQ(answer(true).down, "status 400: no credit");
  EXPECT_EQ(answer(true).failures, std::vector<std::string>(2, ""));
  EXPECT_EQ(answer(false).down, "") << "it refuses these inputs only";
  EXPECT_EQ(answer(false).failures, std::vector<std::string>(2, "status 400"));
}

TEST(RetryPolicy, WaitsForTheEndOfAnOutage) {
  Victim victim{{false, false}};
  victim.down_for = 6;
  EXPECT_EQ(victim.put().answered, std::vector<bool>(2, true));
  EXPECT_EQ(victim.passes, 2);
  EXPECT_EQ(victim.waits, 5);
}

TEST(RetryPolicy, AnOutageInTheMiddleKeepsAnswersAndFailsNoInput) {
  Victim victim{{true, false, false, false}};
  victim.goes_down_at = RetryPolicy::kTogether + 2;  // at the third of the four questions that are sent alone
  victim.how_long = 1000;
  const auto outcome = victim.put();
  EXPECT_EQ(outcome.down, "connection refused");
  EXPECT_EQ(outcome.answered, (std::vector<bool>{false, true, false, false}));
  EXPECT_EQ(outcome.failures, std::vector<std::string>(4, ""));
}

// Questions that wait to be sent when the run is interrupted: neither the victim nor an input has failed.
TEST(RetryPolicy, AnInterruptionEndsItAtOnceWithoutFailedInputs) {
  for (const int at : {0, 1, RetryPolicy::kTogether + 1}) {
    int passes = 0, clean = 0;
    const RetryPolicy policy({RetrySchedule::growing(RetrySchedule::Milliseconds(1), 8),
                              [](auto, const std::string&) {
                                ADD_FAILURE() << "it waits";
                                return true;
                              }},
                             [&] { ++clean; });
    const auto outcome = policy.put(3, [&](int first, int count) {
      if (passes++ == at) throw VictimInterrupted("interrupted");
      if (count > 1 || first == 2) throw VictimError("too much");
    });
    EXPECT_EQ(passes, at + 1);
    EXPECT_EQ(clean, std::min(at, RetryPolicy::kTogether)) << "only after what failed";
    EXPECT_EQ(outcome.down, "interrupted");
    EXPECT_EQ(outcome.answered, (std::vector<bool>{at > RetryPolicy::kTogether, false, false}));
    EXPECT_EQ(outcome.failures, std::vector<std::string>(3, ""));
  }
}

TEST(RetryPolicy, AnInterruptionOfACleanInputIsNoFailureOfTheVictim) {
  const RetryPolicy policy({RetrySchedule::growing(RetrySchedule::Milliseconds(1), 8),
                            [](auto, const std::string&) {
                              ADD_FAILURE() << "it waits";
                              return true;
                            }},
                           [] { throw VictimInterrupted("interrupted"); });
  const auto outcome = policy.put(1, [](int, int) { throw VictimError("busy"); });
  EXPECT_EQ(outcome.down, "interrupted");
  EXPECT_EQ(outcome.failures, std::vector<std::string>(1, ""));
}

TEST(RetryPolicy, AVictimThatGoesDownAtEveryQueryIsDownAfterBoundedPasses) {
  for (const int n : {1, 5}) {
    Victim victim{std::vector<bool>(static_cast<std::size_t>(n), true)};
    const RetryPolicy policy({RetrySchedule::growing(RetrySchedule::Milliseconds(1), 8),
                              [](auto, const std::string&) { return true; }},
                             [&] { victim.call(); });
    int most = 0;
    std::map<int, int> asked = {};
    const auto outcome = policy.put(n, [&](int first, int count) {
      for (int i = first; i < first + count; ++i) most = std::max(most, ++asked[i]);
      victim.down_for = 2;
      throw VictimError("died");
    });
    EXPECT_EQ(outcome.down, "connection refused");
    EXPECT_EQ(outcome.failures, std::vector<std::string>(static_cast<std::size_t>(n), ""));
    EXPECT_EQ(most, RetryPolicy::kMostPasses);
  }
}

TEST(RetryPolicy, AVictimThatHangsIsGivenUpWithoutFurtherPauses) {
  using Milliseconds = RetrySchedule::Milliseconds;
  int clean = 0, waits = 0;
  const auto hang = [] { throw VictimError("gave no answer in 60 s"); };
  const auto wait = [&](auto, const std::string&) {
    ++waits;
    return true;
  };
  const RetryPolicy policy({RetrySchedule::growing(Milliseconds(1), 8), wait, Milliseconds(5)}, [&] {
    ++clean;
    std::this_thread::sleep_for(Milliseconds(20));
    hang();
  });
  EXPECT_EQ(policy.put(1, [&](int, int) { hang(); }).down, "gave no answer in 60 s");
  EXPECT_EQ(clean, 1);
  EXPECT_EQ(waits, 0);
}

TEST(RetryPolicy, WaitsForTwoMinutesByDefault) {
  const RetrySchedule schedule;
  RetrySchedule::Milliseconds all(0);
  for (const auto pause : schedule.pauses) all += pause;
  EXPECT_GT(all, std::chrono::minutes(2));
  EXPECT_LT(all, std::chrono::minutes(3));
}

}  // namespace
}  // namespace bora::attacks::retry_policy_test
