// Reasons why trials have no value.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "common/layers.h"
#include "tuning/trials/trial_store.h"

namespace bora::tuning {

/// Reason that trials share, up to the numbers in it and the values of their points.
struct SharedReason {
  std::string reason;  ///< reason as the first of these trials states it
  std::int64_t first = 0;
  int trials = 0;
};

/// Returns the commonest reason of trials that failed or timed out, without those of a warm start; 0 trials
/// if none has.
SharedReason commonest_reason(const std::map<std::int64_t, TrialRow>& trials);

/// Trials told, if all failed for the same reason; 0 trials if one has a value or reasons differ.
struct FirstFailures {
  std::string reason;  ///< reason of the first
  int trials = 0;
  bool of_command = false;  ///< the reason is one that no point can change, such as an unknown option
};
FirstFailures first_failures(const std::map<std::int64_t, TrialRow>& trials);

/// Returns one line that says why a run should stop because all its trials failed for the same reason; "" if
/// a trial has a value, if reasons differ, or if fewer than `least` trials have ended. Unless the command is
/// the reason, five times as many are required, because other points may work. `least` 0: always "".
std::string failing_from_the_start(const std::map<std::int64_t, TrialRow>& trials, int least);

}  // namespace bora::tuning
