// Patterns in adversarial edits (Ru 2021, section 6.6.5): whether the edits of a graph lie closer together,
// or cross communities more often, than random edits.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/statistics/edit_null_model.h"
#include "report/statistics/statistics.h"

namespace bora::report {

/// Mean of a figure over adversarial examples, and its mean under the null model.
struct NullComparison {
  int graphs = 0;             ///< number of graphs for which the figure is defined
  int examples = 0;           ///< number of adversarial examples of these graphs
  double observed = 0;        ///< mean over the examples
  double expected = 0;        ///< mean under the null model
  Interval expected_range{};  ///< central 95% of the draws' means
  double p_low = 1;   ///< one-sided p-value: (1 + number of draws <= observed) / (1 + number of draws)
  double p_high = 1;  ///< the same for draws >= observed
  std::optional<Interval> excess;  ///< 95% bootstrap interval over graphs of observed - expected

  /// Returns the two-sided p-value, for a difference in either direction.
  double p_either() const;
  /// Smallest number of graphs for which conclusions are stated.
  static constexpr int kFewestGraphs = 5;
  bool enough() const { return graphs >= kFewestGraphs; }
};

/// Figures of the edits of one attack, each compared with the null model.
struct EditPatterns {
  NullComparison distance;          ///< mean distance between two edited edges in the original, in steps
  NullComparison common_end;        ///< share of pairs of edited edges that have an end in common
  NullComparison added_crossing;    ///< share of added edges between two communities of the original
  NullComparison removed_crossing;  ///< share of removed edges between two communities of the original
  int too_large = 0;  ///< number of examples left out: graphs of more than GraphStructure::kMostNodes nodes
  int without_draw = 0;  ///< number of examples left out: the null model found no allowed edits
};

/// Analyses the edits of the adversarial examples of one attack.
class EditAnalysis {
 public:
  static constexpr int kDraws = 200;  ///< number of draws of the null model for each example
  /// Largest number of edits analysed in one example; if there are more, a random sample is drawn.
  static constexpr int kMostEdits = 100;

  /// `rules` must outlive it.
  EditAnalysis(const EditFacts& rules, std::uint64_t seed) : rules_(rules), seed_(seed) {}

  /// Adds an example made from the graph that `structure` describes; `input` identifies the graph.
  void add(int input, const GraphStructure& structure, const Graph& original, const Graph& adversarial);
  /// Counts an example that is left out because its graph is too large.
  void add_too_large() { ++patterns_.too_large; }

  /// Returns the figures of the examples added so far.
  EditPatterns result() const;

 private:
  /// Value of one figure for an example and for each draw of its null model.
  struct Sample {
    int input = 0;
    double observed = 0;
    std::vector<double> drawn;  // kDraws values
  };
  static NullComparison compare(const std::vector<Sample>& samples, std::uint64_t seed);

  const EditFacts& rules_;
  std::uint64_t seed_;
  EditPatterns patterns_;
  std::vector<Sample> distance_, common_end_, added_crossing_, removed_crossing_;
};

}  // namespace bora::report
