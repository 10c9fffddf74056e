// Accuracy of a model under several attacks together.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/statistics/statistics.h"

namespace bora::report {

/// Status of an inspected input in the shares of a run.
enum class InputStatus {
  attacked,       ///< classified correctly, and attacked
  misclassified,  ///< misclassified without an attack
  safe,     ///< classified correctly, and the threat model allows no change: it stays correct for certain
  excluded  ///< in the target class: no input of it, classified correctly or not, is in any share
};
InputStatus status_of(const InputRow& input);

/// Returns whether the share of inputs that resist is the model's accuracy under attack. This is so for
/// untargeted runs and for those that target all other classes. With fewer target classes it is the share
/// that was not moved to one of them, although inputs may have become misclassified in other ways.
bool measures_accuracy(const RunRecord& run);

/// Worst case over several attacks (and all targets): an input resists only if every instance on it failed.
struct WorstCase {
  int instances = 0;         ///< distinct (input, target) every attack has ended on or any succeeded on
  int instances_fooled = 0;  ///< number fooled by any attack
  std::optional<Interval> instances_interval;  ///< clustered by input

  bool accuracy = true;   ///< measures_accuracy(); if not, misclassified inputs are left out
  int images = 0;         ///< inputs the shares are of: attacked, safe, and misclassified to begin with
  int misclassified = 0;  ///< count as errors
  int safe = 0;           ///< resist without having been attacked, see InputStatus
  int fooled = 0;         ///< number fooled by any attack, towards any target
  int undecided = 0;      ///< neither fooled nor tried to the end, or what was found was not confirmed
  int unconfirmed = 0;    ///< part of `undecided`: the verifier contradicts what was found
  int resisted() const { return images - misclassified - fooled - undecided; }
  /// Share of inputs that resist; where inputs are undecided, with these counted as fooled (low) or as
  /// resisting (high).
  std::optional<double> accuracy_low, accuracy_high;
  /// Wilson score interval, which reaches from the low end for accuracy_low to the high end for the other.
  std::optional<Interval> interval;
};

/// Outcome of an input under several attacks. Undecided are open (not tried to the end) and unconfirmed
/// (found, but contradicted by the verifier).
enum class InputOutcome { excluded, misclassified, safe, fooled, open, unconfirmed, resisted };

/// Returns the outcome of each of run.inputs under all attacks but `left_out`. Misclassified inputs are
/// excluded unless measures_accuracy(). within: budget assumed for the attacks, in queries, at most the run's
/// budget. bound: see worst_case().
std::vector<InputOutcome> outcomes_of(const RunRecord& run, const std::set<std::string>& left_out,
                                      std::optional<int> within = {}, std::optional<double> bound = {});

/// Computes the worst case over all attacks of the run but `left_out`. `bound`: examples at a larger distance
/// do not count, in runs with --minimise.
WorstCase worst_case(const RunRecord& run, const std::set<std::string>& left_out,
                     std::optional<double> bound = {});

}  // namespace bora::report
