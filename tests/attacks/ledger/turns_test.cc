#include "attacks/ledger/turns.h"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "common/error.h"

namespace bora::attacks {
namespace {

TEST(Turns, OneThreadFindsOutItself) {
  Turns turns;
  std::string why = "busy";
  int looks = 0;
  const auto down = [&](std::string& said) {
    ++looks;
    said = "gone";
    return VictimState::down;
  };
  EXPECT_EQ(turns.find_out_together(down, why), VictimState::down);
  EXPECT_EQ(turns.find_out_together(down, why), VictimState::down);
  EXPECT_EQ(looks, 2);
  EXPECT_EQ(why, "gone");
  EXPECT_FALSE(turns.given_up());
}

// Eight threads come while the first one looks, and each goes on with what that one finds.
TEST(Turns, OneFindsOutForAllThatDoubt) {
  for (const VictimState truth : {VictimState::up, VictimState::came_back, VictimState::down}) {
    Turns turns;
    std::mutex turn;
    turns.share(&turn);
    std::atomic<int> looks = 0, arrived = 0;
    const auto look = [&](std::string& said) {
      ++looks;
      said = "gone";
      const Turns::Away others(turns);
      while (arrived < 8) std::this_thread::yield();
      // All of them wait by now, but for a moment that the last one may need.
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      return truth;
    };
    std::vector<VictimState> found(8);
    std::vector<std::string> why(8, "busy");
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < 8; ++i)
        threads.emplace_back([&, i] {
          const std::lock_guard lock(turn);
          ++arrived;
          found[i] = turns.find_out_together(look, why[i]);
        });
    }
    EXPECT_EQ(looks, 1);
    for (std::size_t i = 0; i < 8; ++i) {
      EXPECT_EQ(found[i], truth);
      if (truth == VictimState::down) {
        EXPECT_EQ(why[i], "gone");
      }
    }
    EXPECT_EQ(turns.given_up(), truth == VictimState::down);
  }
}

TEST(Turns, NobodyAsksAVictimThatWasGivenUp) {
  Turns turns;
  std::mutex turn;
  turns.share(&turn);
  turns.give_up();
  const std::lock_guard lock(turn);
  std::string why = "busy";
  EXPECT_EQ(turns.find_out_together(
                [](std::string&) {
                  ADD_FAILURE() << "asked";
                  return VictimState::up;
                },
                why),
            VictimState::down);
  EXPECT_EQ(why, "busy");
}

TEST(Turns, AFailureWhileLookingLeavesNobodyWaiting) {
  Turns turns;
  std::mutex turn;
  turns.share(&turn);
  std::string why;
  {
    const std::lock_guard lock(turn);
    const auto broken = [](std::string&) -> VictimState { throw InputError("the disk is full"); };
    EXPECT_THROW(turns.find_out_together(broken, why), InputError);
  }
  EXPECT_TRUE(turn.try_lock()) << "the turn was given back";
  turn.unlock();
  EXPECT_TRUE(turns.given_up());
}

// Never more than went by, however many are there; and what is open counts, too.
TEST(Turns, TimeInTheVictimCountsOnce) {
  Turns turns;
  const auto begin = std::chrono::steady_clock::now();
  {
    const Turns::InVictim one(turns);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const double open = turns.victim_seconds();
    EXPECT_GE(open, 0.02);
    {
      const Turns::InVictim two(turns), three(turns);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    EXPECT_GE(turns.victim_seconds(), open + 0.02);
  }
  const double closed = turns.victim_seconds();
  EXPECT_LE(closed, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(turns.victim_seconds(), closed);
}

}  // namespace
}  // namespace bora::attacks
