// Patterns in adversarial edits (Ru 2021, 6.6.5): do they cluster, do they cross communities, and would edits
// by chance?
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/statistics/edit_null_model.h"
#include "report/statistics/statistics.h"

namespace bora::report {

/// Mean of a figure over adversarial examples, beside its mean over the null model's draws.
struct NullComparison {
  int graphs = 0;    ///< number of graphs that have the figure
  int examples = 0;  ///< number of their adversarial examples
  double observed = 0;
  double expected = 0;        ///< mean under the null model
  Interval expected_range{};  ///< 95% of the draws
  double p_low = 1;   ///< share of draws at or below what is observed, itself counted as one: one-sided p
  double p_high = 1;  ///< at or above
  std::optional<Interval> excess;  ///< 95% of observed - expected by a bootstrap over graphs

  /// Returns the two-sided p-value, for a difference in either direction.
  double p_either() const;
  /// Smallest number of graphs for which conclusions are stated.
  static constexpr int kFewestGraphs = 5;
  bool enough() const { return graphs >= kFewestGraphs; }
};

struct EditPatterns {
  NullComparison distance;          ///< mean distance between two edited edges in the original, in steps
  NullComparison common_end;        ///< share of pairs of edited edges that have an end in common
  NullComparison added_crossing;    ///< share of added edges between two communities of the original
  NullComparison removed_crossing;  ///< the same of removed edges
  int too_large = 0;     ///< examples left out: graphs of more than GraphStructure::kMostNodes nodes
  int without_draw = 0;  ///< examples left out: a draw found no allowed edits
};

/// Analyses the edits of the adversarial examples of one attack.
class EditAnalysis {
 public:
  static constexpr int kDraws = 200;
  /// Largest number of edits analysed in one example; if there are more, a random sample is drawn.
  static constexpr int kMostEdits = 100;

  /// `rules` must outlive it.
  EditAnalysis(const EditFacts& rules, std::uint64_t seed) : rules_(rules), seed_(seed) {}

  /// Adds an example made from the graph that `structure` describes; `input` identifies the graph.
  void add(int input, const GraphStructure& structure, const Graph& original, const Graph& adversarial);
  void add_too_large() { ++patterns_.too_large; }

  EditPatterns result() const;

 private:
  /// Value of one figure for an example and for each draw of its null model.
  struct Sample {
    int input = 0;
    double observed = 0;
    std::vector<double> drawn;  // kDraws
  };
  static NullComparison compare(const std::vector<Sample>& samples, std::uint64_t seed);

  const EditFacts& rules_;
  std::uint64_t seed_;
  EditPatterns patterns_;
  std::vector<Sample> distance_, common_end_, added_crossing_, removed_crossing_;
};

}  // namespace bora::report
