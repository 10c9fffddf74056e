// Lock for several threads that share one ledger: one thread works at a time, while others wait for the
// victim.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "attacks/ledger/retry_policy.h"

namespace bora::attacks {

/// Lock of a ledger that several threads share. Before share() there is one thread and no locking.
class VictimLock {
 public:
  /// Lets several threads work, each of which must hold `mutex` except while it waits for the victim. Null:
  /// one thread again.
  void share(std::mutex* mutex) { mutex_ = mutex; }

  /// Scope in which this thread releases the lock, so that other threads can work.
  class Unlocked {
   public:
    explicit Unlocked(const VictimLock& victim_lock) : mutex_(victim_lock.mutex_) {
      if (mutex_ != nullptr) mutex_->unlock();
    }
    ~Unlocked() {
      if (mutex_ != nullptr) mutex_->lock();
    }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

   private:
    std::mutex* mutex_;
  };

  /// Scope whose time counts as time in the victim. Any thread may open it, with or without the lock.
  class Timer {
   public:
    explicit Timer(VictimLock& victim_lock);
    ~Timer();
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

   private:
    VictimLock& victim_lock_;
  };

  /// Returns the seconds spent in the victim so far; time that several threads spend at once counts once.
  double victim_seconds() const;

  /// Returns the victim's state, determined once for all threads that call this at the same time: the first
  /// calls `find_state` while it holds the lock, and the others wait for its result. Once the victim has been
  /// given up, returns VictimState::down without a query. `why`: set to the victim's last error if it is
  /// down.
  VictimState find_state_together(const RetryPolicy::FindState& find_state, std::string& why);

  /// Gives up the victim: each waiting thread returns after at most its current pause.
  void give_up() { given_up_ = true; }
  bool given_up() const { return given_up_; }

 private:
  using Clock = std::chrono::steady_clock;

  std::mutex* mutex_ = nullptr;
  std::atomic<bool> given_up_ = false;

  // Members of find_state_together(), shared by all threads and guarded by the lock.
  bool looking_ = false;  // whether a thread is determining the state
  long looks_ = 0;        // number of states determined so far
  VictimState found_ = VictimState::up;
  std::string found_why_;
  std::condition_variable_any found_state_;

  mutable std::mutex clock_;   // guards the members below
  int in_victim_ = 0;          // number of open Timers
  Clock::time_point since_{};  // when the first of them was opened
  double seconds_ = 0;         // total of the periods with open Timers that have ended
};

}  // namespace bora::attacks
