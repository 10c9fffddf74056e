// Accuracy of a model in the worst case over several attacks.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/statistics/statistics.h"

namespace bora::report {

/// Status of an inspected input.
enum class InputStatus {
  attacked,       ///< classified correctly, and attacked
  misclassified,  ///< misclassified without an attack
  safe,           ///< classified correctly, and the threat model allows no change, so it stays correct
  excluded        ///< in the target class, or used to search a perturbation for all images: in no share
};
InputStatus status_of(const InputRow& input);

/// Returns whether the share of inputs that resist is the model's accuracy under attack. This is so for
/// untargeted runs and for those that target all other classes. With fewer target classes it is the share
/// that was not moved to one of them; an input that resists may be misclassified in another way.
bool measures_accuracy(const RunRecord& run);

/// Worst case over several attacks (and all targets): an input resists only if every instance on it failed.
struct WorstCase {
  int instances = 0;  ///< number of (input, target) pairs that any attack fooled or all attacks failed on
  int instances_fooled = 0;                    ///< number of these that any attack fooled
  std::optional<Interval> instances_interval;  ///< interval of the share fooled, clustered by input

  bool accuracy = true;   ///< measures_accuracy(); if false, misclassified inputs are left out
  int images = 0;         ///< number of inputs counted: attacked, safe, or misclassified without an attack
  int misclassified = 0;  ///< number of inputs misclassified without an attack; they count as errors
  int safe = 0;           ///< number of InputStatus::safe; they count as resisting
  int fooled = 0;         ///< number fooled by any attack, towards any target
  int undecided = 0;      ///< number not fooled on which an attack has not ended, or that are unconfirmed
  int unconfirmed = 0;    ///< number of undecided whose adversarial examples the verifier contradicts
  int resisted() const { return images - misclassified - fooled - undecided; }
  /// Shares of inputs that resist, with undecided inputs counted as fooled (low) or as resisting (high).
  std::optional<double> accuracy_low, accuracy_high;
  /// Interval from the lower of the Wilson bounds of accuracy_low to the upper of those of accuracy_high.
  std::optional<Interval> interval;
};

/// Outcome of an input under several attacks. Two outcomes are undecided: open (an attack has not ended) and
/// unconfirmed (an example was found, but the verifier contradicts it).
enum class InputOutcome { excluded, misclassified, safe, fooled, open, unconfirmed, resisted };

/// Returns the outcome of each of run.inputs under all attacks but `left_out`. Misclassified inputs are
/// excluded unless measures_accuracy(). `within`: number of queries, at most the run's budget, after which
/// the attacks count as ended. `bound`: see worst_case().
std::vector<InputOutcome> outcomes_of(const RunRecord& run, const std::set<std::string>& left_out,
                                      std::optional<int> within = {}, std::optional<double> bound = {});

/// Computes the worst case over all attacks of the run but `left_out`. `bound`: largest distance of an
/// example that counts, in runs with --minimise.
WorstCase worst_case(const RunRecord& run, const std::set<std::string>& left_out,
                     std::optional<double> bound = {});

}  // namespace bora::report
