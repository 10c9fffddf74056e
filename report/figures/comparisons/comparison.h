// Comparison of two attacks on the same instances, within a run or between two runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/figures/comparisons/result_rows.h"
#include "report/statistics/paired.h"

namespace bora::report {

/// Comparison of two attacks on the instances that both have begun.
struct AttackComparison {
  std::string first, second;              ///< names of the attacks
  std::string first_label, second_label;  ///< names with their run and the mark (prior) or (white box)
  int images = 0;                         ///< number of inputs that have a pair of instances
  std::vector<PairedDifference> points;   ///< one for each requested query number
  MedianRatio medians;
};

/// Compares two attacks on the instances that pair_rows() pairs; the inputs are the clusters. `points`:
/// ascending query numbers, at least one; the last limits the medians.
AttackComparison compare_rows(const ResultRows& first, const ResultRows& second,
                              const std::vector<int>& points);

/// Compares two attacks, of one run or of two that check_same_records() accepts.
AttackComparison compare_attacks(const RunRecord& first, const std::string& first_attack,
                                 const RunRecord& second, const std::string& second_attack,
                                 const std::vector<int>& points);

/// Returns the attacks that both runs have, in the order of `first`.
std::vector<std::string> shared_attacks(const RunRecord& first, const RunRecord& second);

/// Throws InputError that names --against and lists the run's attacks if `attack` is not one of them.
void check_attack(const RunRecord& run, const std::string& attack);

/// Compares `reference` with each of the run's other attacks. Throws InputError if the run has no such
/// attack.
std::vector<AttackComparison> compare_within(const RunRecord& run, const std::string& reference,
                                             const std::vector<int>& points);

/// Paired comparison of the inputs that are misclassified or fooled under the attacks that both runs made.
struct RobustComparison {
  std::vector<std::string> attacks;  ///< black-box attacks of both runs
  /// Difference in the share of the inputs of both runs that are misclassified without an attack or fooled by
  /// any of `attacks`; each input is a pair. An outcome is not known if an attack has not ended or has
  /// failed, or if the verifier does not confirm its example.
  PairedDifference fooled;
  int only_first = 0;   ///< inputs that only the first run inspected
  int only_second = 0;  ///< inputs that only the second run inspected
};

/// Comparison of two runs on the same data.
struct RunComparison {
  std::string first, second;             ///< the runs' folders
  std::vector<std::string> differences;  ///< other differences between the runs: "model: a.pt against b.pt"
  std::vector<int> points;               ///< query numbers up to the smaller budget
  std::vector<AttackComparison> attacks;
  /// True if two models (by SHA-256) are compared under the same threat model, access level and knowledge, so
  /// that differences are due to the models.
  bool of_models = false;
  /// Set if both runs measure robust accuracy and share a black-box attack and an input.
  std::optional<RobustComparison> robust;
};

/// Compares each attack of `first` with the same attack of `second`, or with all of them if the runs share
/// none. If `reference` is not "", compares only that attack of `first`, with each of `second`. `points`:
/// query numbers at which attacks are compared besides the smaller budget; empty: default ones. Throws
/// InputError if data, records or goal differ, if `first` has no attack `reference`, or if no instance is in
/// both runs.
RunComparison compare_runs(const RunRecord& first, const RunRecord& second, const std::string& reference,
                           const std::vector<int>& points = {});

/// Returns a run's description of its data without the parts that may differ between runs on the same data:
/// the folders of the path, the numbers of images that the model classifies correctly in each order of the
/// classes, and the statement that the images were drawn at random. check_same_records() compares the images.
std::string compared_data(const std::string& data);

/// Throws InputError saying that the runs cannot be compared unless `what`, such as "the goal", has the same
/// value in both.
void check_same(const std::string& what, const RunRecord& first, const std::string& value_of_first,
                const RunRecord& second, const std::string& value_of_second);

/// Returns whether the runs name different models that have the same content and the same defence.
bool are_copies(const RunRecord& first, const RunRecord& second);

/// Throws InputError saying that the runs cannot be compared if a record has another label in the second run,
/// or was attacked in both with another content: the data have changed, so equal records are no pairs.
void check_same_records(const RunRecord& first, const RunRecord& second);

}  // namespace bora::report
