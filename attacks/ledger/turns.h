// Locking by which several threads share one ledger: one thread works at a time, and all of them can wait for
// the victim in parallel.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "attacks/ledger/retry_policy.h"
#include "common/layers.h"

namespace bora::attacks {

/// Lock of a ledger that several threads share. Before share() there is one thread and no locking.
class Turns {
 public:
  /// Starts work by several threads, each of which holds `turn` except while it waits; null: one thread
  /// again.
  void share(std::mutex* turn) { turn_ = turn; }

  /// Scope in which this thread releases the lock, so that the others can work.
  class Away {
   public:
    explicit Away(const Turns& turns) : turn_(turns.turn_) {
      if (turn_ != nullptr) turn_->unlock();
    }
    ~Away() {
      if (turn_ != nullptr) turn_->lock();
    }
    Away(const Away&) = delete;
    Away& operator=(const Away&) = delete;

   private:
    std::mutex* turn_;
  };

  /// Scope that counts as time in the victim. Any thread may open it, with or without the lock.
  class InVictim {
   public:
    explicit InVictim(Turns& turns);
    ~InVictim();
    InVictim(const InVictim&) = delete;
    InVictim& operator=(const InVictim&) = delete;

   private:
    Turns& turns_;
  };

  /// Returns the seconds spent in the victim so far; time that several threads spend at once counts once.
  double victim_seconds() const;

  /// Determines the victim's state once for all threads that doubt it at the same time: one of them calls
  /// `find_out` while it holds the lock, and the others wait for the result. Once the victim is given up, no
  /// thread queries it any more.
  VictimState find_out_together(const RetryPolicy::FindOut& find_out, std::string& why);

  /// Gives up the victim: each waiting thread returns after at most its current pause.
  void give_up() { given_up_ = true; }
  bool given_up() const { return given_up_; }

 private:
  using Clock = std::chrono::steady_clock;

  std::mutex* turn_ = nullptr;
  std::atomic<bool> given_up_ = false;

  // State of find_out_together(), shared by all threads and guarded by the lock.
  bool looking_ = false;
  long looks_ = 0;
  VictimState found_ = VictimState::up;
  std::string found_why_;
  std::condition_variable_any found_out_;

  mutable std::mutex clock_;  // guards the members below
  int in_victim_ = 0;         // threads
  Clock::time_point since_{};
  double seconds_ = 0;
};

}  // namespace bora::attacks
