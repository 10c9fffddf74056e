// Retries of queries to victims that do not answer.
#pragma once

#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::attacks {

/// Schedule of retries while the victim answers nothing, not even clean inputs.
struct RetrySchedule {
  using Milliseconds = std::chrono::milliseconds;

  /// Waiting times between queries of clean inputs: two minutes in total, enough for a server to restart.
  std::vector<Milliseconds> pauses = growing(Milliseconds(500), 8);
  /// Function that waits for `pause` and returns true, or returns false to give up. `why`: the victim's last
  /// error.
  std::function<bool(Milliseconds pause, const std::string& why)> wait = sleep;
  /// Time after the first clean query from which on no further pause begins. It limits the time for a victim
  /// that hangs, where each clean query takes until the timeout of its request.
  Milliseconds longest = std::chrono::minutes(2);

  /// Returns `count` pauses, each twice as long as the one before.
  static std::vector<Milliseconds> growing(Milliseconds first, int count);
  /// Sleeps for `pause` and returns true.
  static bool sleep(Milliseconds pause, const std::string& why);
};

/// Error thrown when the victim has answered nothing within the retry schedule, or a round was interrupted.
/// Earlier answers are stored, and instances that were in progress stay in progress.
class VictimDown : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Result of querying clean inputs after a victim failed to answer.
enum class VictimState {
  up,         ///< answers a clean input at once
  came_back,  ///< answers a clean input after waiting
  down,       ///< does not answer within the schedule, or refuses clean inputs (VictimRefusal)
};

/// Retries failed queries, and distinguishes an input that crashes the victim from a victim that is
/// unavailable. An unavailable victim does not answer clean inputs either, and clean inputs cost an attack no
/// queries. So after each failed pass over the questions, only clean inputs are queried until one is
/// answered.
class RetryPolicy {
 public:
  /// Function that determines the victim's state: queries clean inputs and waits, following the schedule.
  /// Sets `why` to the victim's last error.
  using FindState = std::function<VictimState(std::string& why)>;
  /// Function that calls its argument, or returns the result of another thread that is already calling it.
  using Share = std::function<VictimState(const FindState&, std::string& why)>;

  /// `ask_clean`: queries a clean input; throws VictimError. `share`: shares the victim's state between
  /// threads; empty: this thread determines each state itself.
  RetryPolicy(RetrySchedule schedule, std::function<void()> ask_clean, Share share = {});

  /// Result of put().
  struct Outcome {
    std::vector<bool> answered;         ///< by question
    std::vector<std::string> failures;  ///< by question: the victim's error if only this input fails; else ""
    std::string down;                   ///< why the victim was given up; "" if it was not
  };
  /// Function that queries questions [first, first + count) in one pass, except those that an earlier, failed
  /// pass answered; throws VictimError.
  using Pass = std::function<void(int first, int count)>;

  /// Queries questions 0 to n - 1: first together, up to kTogether times, so that a transient failure has no
  /// effect; then each one alone, up to kAlone times. An input counts as crashing the victim if the victim
  /// was up after most of these passes; otherwise the victim counts as down. VictimInterrupted ends put() as
  /// if the victim were down, without further queries.
  Outcome put(int n, const Pass& pass) const;

  static constexpr int kTogether = 2;
  static constexpr int kAlone = 4;
  static constexpr int kMostPasses = kTogether + kAlone;  ///< largest number of passes of one question

 private:
  bool answers_clean(std::string& why) const;
  VictimState wait_for_victim(std::string& why) const;
  VictimState state(std::string& why) const;

  RetrySchedule schedule_;
  std::function<void()> ask_clean_;
  Share share_;
};

}  // namespace bora::attacks
