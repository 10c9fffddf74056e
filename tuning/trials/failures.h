// Reasons why trials have no value.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "common/layers.h"
#include "tuning/trials/trial_store.h"

namespace bora::tuning {

/// Reason for which several trials failed. Reasons that differ only in numbers and in values of the trials'
/// points count as the same.
struct SharedReason {
  std::string reason;      ///< reason as the first of these trials states it
  std::int64_t first = 0;  ///< number of the first of these trials
  int trials = 0;          ///< number of these trials
};

/// Returns the most frequent reason of the trials that failed or timed out; its `trials` is 0 if there is
/// no such trial.
SharedReason commonest_reason(const std::map<std::int64_t, TrialRow>& trials);

/// End of the reason of a trial whose program printed its value on standard error, in lower case.
constexpr const char* kOnStandardError = ": print it to standard output";

/// Common reason of all told trials, if all of them failed for the same one.
struct FirstFailures {
  std::string reason;       ///< reason as the first trial states it
  int trials = 0;           ///< number of told trials; 0 if one has a value or reasons differ
  bool of_command = false;  ///< whether every point would fail so: an unknown option, a last line with a unit
};
/// Returns the common reason of `trials` (by number), of which those of a warm start are ignored.
FirstFailures first_failures(const std::map<std::int64_t, TrialRow>& trials);

/// Returns one line that says why a run should stop, if all its told trials failed for the same reason: at
/// least `least` trials if the command is the reason, else 5 * `least`, since other points may work. Returns
/// "" otherwise, and always if `least` is 0.
std::string failing_from_the_start(const std::map<std::int64_t, TrialRow>& trials, int least);

}  // namespace bora::tuning
