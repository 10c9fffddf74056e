// Patterns in adversarial edits (Ru 2021, 6.6.5): do they cluster, do they cross communities, and would edits
// by chance?
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "attacks/ledger/run_reader.h"
#include "tools/report/statistics/edit_null_model.h"
#include "tools/report/statistics/statistics.h"

namespace bora {

/// A figure of adversarial examples, its mean over them, beside that of the null model's draws.
struct NullComparison {
  int graphs = 0;    ///< that have the figure
  int examples = 0;  ///< adversarial examples of them
  double observed = 0;
  double expected = 0;        ///< mean under the null model
  Interval expected_range{};  ///< 95% of the draws
  double p_low = 1;   ///< share of draws at or below what is observed, itself counted as one: one-sided p
  double p_high = 1;  ///< at or above
  std::optional<Interval> excess;  ///< 95% of observed - expected by a bootstrap over graphs

  /// Against a difference in either direction.
  double p_either() const;
  /// With fewer graphs than this nothing is said.
  static constexpr int kFewestGraphs = 5;
  bool enough() const { return graphs >= kFewestGraphs; }
};

struct EditPatterns {
  NullComparison distance;          ///< mean distance between two edited edges in the original, in steps
  NullComparison common_end;        ///< share of pairs of edited edges that have an end in common
  NullComparison added_crossing;    ///< share of added edges between two communities of the original
  NullComparison removed_crossing;  ///< the same of removed edges
  int too_large = 0;     ///< examples left out: graphs of more than GraphStructure::kMostNodes nodes
  int without_draw = 0;  ///< examples left out: chance hit on no allowed edits

  std::string clustering_sentence() const;  ///< what follows from the first two
  std::string community_sentence() const;   ///< what follows from the last two
};

/// Gathers the adversarial examples of one attack.
class EditAnalysis {
 public:
  static constexpr int kDraws = 200;
  /// Of more edits in one example, so many are looked at, drawn at random.
  static constexpr int kMostEdits = 100;

  /// `rules` must outlive it.
  EditAnalysis(const EditFacts& rules, std::uint64_t seed) : rules_(rules), seed_(seed) {}

  /// An example made of the graph that `structure` describes; `input` tells graphs apart.
  void add(int input, const GraphStructure& structure, const Graph& original, const Graph& adversarial);
  void add_too_large() { ++patterns_.too_large; }

  EditPatterns result() const;

 private:
  /// One figure of one example, and of each draw of its null model.
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

}  // namespace bora
