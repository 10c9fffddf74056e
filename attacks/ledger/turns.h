// How several threads share one ledger: each does its work in turn, and waits for the victim beside the
// others.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "attacks/ledger/persistence.h"

namespace bora {

/// One thread, and no turns, until it is shared.
class Turns {
 public:
  /// From now on several threads work, each holding `turn` but where it waits; null: one thread again.
  void share(std::mutex* turn) { turn_ = turn; }

  /// While it lives the others have their turn.
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

  /// Counts as time in the victim while it lives. For any thread, with the turn or without.
  class InVictim {
   public:
    explicit InVictim(Turns& turns);
    ~InVictim();
    InVictim(const InVictim&) = delete;
    InVictim& operator=(const InVictim&) = delete;

   private:
    Turns& turns_;
  };

  /// Spent in the victim so far: by several threads at once counts once.
  double victim_seconds() const;

  /// Of threads that doubt the victim at the same time one finds out for all, with its turn when it calls
  /// `find_out`; the others wait for what it finds. Once the victim is given up, nobody asks any more.
  VictimState find_out_together(const Persistence::FindOut& find_out, std::string& why);

  /// Nobody waits for the victim any longer than the pause that he is in.
  void give_up() { given_up_ = true; }
  bool given_up() const { return given_up_; }

 private:
  using Clock = std::chrono::steady_clock;

  std::mutex* turn_ = nullptr;
  std::atomic<bool> given_up_ = false;

  // What one found out for all; with the turn.
  bool looking_ = false;
  long looks_ = 0;
  VictimState found_ = VictimState::up;
  std::string found_why_;
  std::condition_variable_any found_out_;

  mutable std::mutex clock_;  // guards what follows
  int in_victim_ = 0;         // threads
  Clock::time_point since_{};
  double seconds_ = 0;
};

}  // namespace bora
