#include "attacks/ledger/victim_lock.h"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "common/error.h"

namespace bora::attacks {
namespace {

TEST(VictimLock, OneThreadFindsTheStateItself) {
  VictimLock victim_lock;
  std::string why = "busy";
  int looks = 0;
  const auto down = [&](std::string& said) {
    ++looks;
    said = "gone";
    return VictimState::down;
  };
  EXPECT_EQ(victim_lock.find_state_together(down, why), VictimState::down);
  EXPECT_EQ(victim_lock.find_state_together(down, why), VictimState::down);
  EXPECT_EQ(looks, 2);
  EXPECT_EQ(why, "gone");
  EXPECT_FALSE(victim_lock.given_up());
}

// Eight threads arrive while the first one queries the victim, and all get its result.
TEST(VictimLock, OneThreadFindsTheStateForAllThatWait) {
  for (const VictimState truth : {VictimState::up, VictimState::came_back, VictimState::down}) {
    VictimLock victim_lock;
    std::mutex mutex;
    victim_lock.share(&mutex);
    std::atomic<int> looks = 0, arrived = 0;
    const auto look = [&](std::string& said) {
      ++looks;
      said = "gone";
      const VictimLock::Unlocked others(victim_lock);
      while (arrived < 8) std::this_thread::yield();
      // All of them are waiting by now, or the last one will be in a moment.
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      return truth;
    };
    std::vector<VictimState> found(8);
    std::vector<std::string> why(8, "busy");
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < 8; ++i)
        threads.emplace_back([&, i] {
          const std::lock_guard lock(mutex);
          ++arrived;
          found[i] = victim_lock.find_state_together(look, why[i]);
        });
    }
    EXPECT_EQ(looks, 1);
    for (std::size_t i = 0; i < 8; ++i) {
      EXPECT_EQ(found[i], truth);
      if (truth == VictimState::down) {
        EXPECT_EQ(why[i], "gone");
      }
    }
    EXPECT_EQ(victim_lock.given_up(), truth == VictimState::down);
  }
}

TEST(VictimLock, AVictimThatWasGivenUpIsNotQueried) {
  VictimLock victim_lock;
  std::mutex mutex;
  victim_lock.share(&mutex);
  victim_lock.give_up();
  const std::lock_guard lock(mutex);
  std::string why = "busy";
  EXPECT_EQ(victim_lock.find_state_together(
                [](std::string&) {
                  ADD_FAILURE() << "asked";
                  return VictimState::up;
                },
                why),
            VictimState::down);
  EXPECT_EQ(why, "busy");
}

TEST(VictimLock, AFailureReleasesTheLock) {
  VictimLock victim_lock;
  std::mutex mutex;
  victim_lock.share(&mutex);
  std::string why;
  {
    const std::lock_guard lock(mutex);
    const auto broken = [](std::string&) -> VictimState { throw InputError("the disk is full"); };
    EXPECT_THROW(victim_lock.find_state_together(broken, why), InputError);
  }
  EXPECT_TRUE(mutex.try_lock()) << "the mutex was given back";
  mutex.unlock();
  EXPECT_TRUE(victim_lock.given_up());
}

// The time is at most the elapsed time, even if threads overlap, and includes scopes that are still open.
TEST(VictimLock, TimeInTheVictimCountsOnce) {
  VictimLock victim_lock;
  const auto begin = std::chrono::steady_clock::now();
  {
    const VictimLock::Timer one(victim_lock);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const double open = victim_lock.victim_seconds();
    EXPECT_GE(open, 0.02);
    {
      const VictimLock::Timer two(victim_lock), three(victim_lock);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    EXPECT_GE(victim_lock.victim_seconds(), open + 0.02);
  }
  const double closed = victim_lock.victim_seconds();
  EXPECT_LE(closed, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(victim_lock.victim_seconds(), closed);
}

}  // namespace
}  // namespace bora::attacks
