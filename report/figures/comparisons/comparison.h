// Attack against attack on the same instances, within a run and between runs.
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
  std::string first, second;  ///< attacks
  std::string first_label,
      second_label;  ///< the same for readers: of which run, and whether a white-box attack
  int images = 0;    ///< number of images that the pairs are on
  std::vector<PairedDifference> points;  ///< one for each requested query number
  MedianRatio medians;
};

/// Compares two attacks on the instances that pair_rows() pairs; the images are the clusters. `points`: query
/// numbers.
AttackComparison compare_rows(const ResultRows& first, const ResultRows& second,
                              const std::vector<int>& points);

/// Compares two attacks of two runs. Throws InputError if a record that both runs hold has another label in
/// the second run, since the data then differ.
AttackComparison compare_attacks(const RunRecord& first, const std::string& first_attack,
                                 const RunRecord& second, const std::string& second_attack,
                                 const std::vector<int>& points);

/// Throws InputError that names --against and the attacks there are if the run does not hold `attack`.
void check_attack(const RunRecord& run, const std::string& attack);

/// Compares `reference` with the other attacks that the run has. Throws InputError if the run has no such
/// one.
std::vector<AttackComparison> compare_within(const RunRecord& run, const std::string& reference,
                                             const std::vector<int>& points);

/// Paired comparison of the inputs that either run's model loses under the attacks that both runs mounted.
struct RobustComparison {
  std::vector<std::string> attacks;  ///< black-box attacks of both runs
  /// Difference in the share of inputs in both runs that are misclassified from the start or fooled by any of
  /// `attacks`; each input is a pair.
  PairedDifference fooled;
  int undecided = 0;    ///< inputs in both that are left out: not tried to the end, or not confirmed
  int only_first = 0;   ///< inputs that only the first run inspected
  int only_second = 0;  ///< inputs that only the second run inspected
};

struct RunComparison {
  std::string first, second;             ///< the runs' folders
  std::vector<std::string> differences;  ///< other differences between the runs: "model: a.pt against b.pt"
  std::vector<int> points;               ///< query numbers up to the smaller budget
  std::vector<AttackComparison> attacks;
  /// True if two models (by SHA-256) are compared under the same threat, access level and knowledge, so that
  /// differences are due to the models.
  bool of_models = false;
  std::optional<RobustComparison> robust;  ///< none unless both runs tell robust accuracy and share an attack
};

/// Returns pairs in which each attack of `first` meets the same attack of `second`, or all if they share
/// none. If `reference` is not "", compares that attack of `first` with each of `second`. `points`: as for
/// summarise, up to the smaller budget. Throws InputError if data or goal differ, if there is no attack
/// `reference`, or if no instance is in both.
RunComparison compare_runs(const RunRecord& first, const RunRecord& second, const std::string& reference,
                           const std::vector<int>& points = {});

/// Returns a run's description of its data without the parts that may differ between models on the same data:
/// how many images the model classifies correctly in each order of the classes, and that the images were
/// drawn at random.
std::string compared_data(const std::string& data);

/// Throws InputError saying that the runs cannot be compared, unless `what`, such as "the goal", has one
/// value in both.
void check_same(const std::string& what, const RunRecord& first, const std::string& value_of_first,
                const RunRecord& second, const std::string& value_of_second);

}  // namespace bora::report
