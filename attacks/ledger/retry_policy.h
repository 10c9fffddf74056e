// Retries of queries to victims that do not answer.
#pragma once

#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::attacks {

/// Retry schedule for a victim that answers nothing at all.
struct RetrySchedule {
  using Milliseconds = std::chrono::milliseconds;

  /// Waiting times between clean inputs while the victim answers nothing: two minutes in total, enough for a
  /// server to restart.
  std::vector<Milliseconds> pauses = growing(Milliseconds(500), 8);
  /// Function that waits for `pause` and returns true, or returns false to give up. `why`: the victim's last
  /// error.
  std::function<bool(Milliseconds pause, const std::string& why)> wait = sleep;
  /// Time since the first clean input after which no further pause begins: where the victim hangs, each clean
  /// input takes the time limit of its requests.
  Milliseconds longest = std::chrono::minutes(2);

  /// Returns `count` pauses, each twice as long as the one before.
  static std::vector<Milliseconds> growing(Milliseconds first, int count);
  static bool sleep(Milliseconds pause, const std::string& why);
};

/// Error thrown when the victim has answered nothing within the retry schedule. Earlier answers are stored,
/// and instances that were in progress still are.
class VictimDown : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Result of querying clean inputs after a victim failed to answer.
enum class VictimState {
  up,
  came_back,  ///< answers again after waiting
  down,       ///< does not answer within the schedule, or refuses clean inputs (VictimRefusal)
};

/// Retries failed queries, and distinguishes an input that crashes the victim from a victim that is
/// unavailable. An unavailable victim does not answer clean inputs either, which cost an attacker no queries.
/// So after each failed pass over the questions, only clean inputs are queried until one is answered.
class RetryPolicy {
 public:
  /// Function that queries clean inputs and waits, following the schedule. `why`: the victim's last error.
  using FindState = std::function<VictimState(std::string& why)>;
  /// Function that calls its argument, or returns the argument's result if another thread has it already.
  using Share = std::function<VictimState(const FindState&, std::string& why)>;

  /// `ask_clean`: queries a clean input; throws VictimError. `share`: empty: each state is found by this
  /// thread.
  RetryPolicy(RetrySchedule schedule, std::function<void()> ask_clean, Share share = {});

  struct Outcome {
    std::vector<bool> answered;         ///< by question
    std::vector<std::string> failures;  ///< by question: why the input crashes the victim; else ""
    std::string down;                   ///< why the victim was given up; "" if it was not
  };
  /// Function that queries questions [first, first + count) in one pass, except those that an earlier, failed
  /// pass has answers to; throws VictimError.
  using Pass = std::function<void(int first, int count)>;

  /// Queries questions 0 to n - 1: together, up to kTogether times, so that a transient failure has no
  /// effect; then each one alone, up to kAlone times. A question is in at most kMostPasses passes.
  /// VictimInterrupted ends this as if the victim were down; nothing else is queried then.
  Outcome put(int n, const Pass& pass) const;

  static constexpr int kTogether = 2;
  static constexpr int kAlone = 4;
  static constexpr int kMostPasses = kTogether + kAlone;

 private:
  bool answers_clean(std::string& why) const;
  VictimState wait_for_victim(std::string& why) const;
  VictimState state(std::string& why) const;

  RetrySchedule schedule_;
  std::function<void()> ask_clean_;
  Share share_;
};

}  // namespace bora::attacks
