// The threat model of graphs: which edits an attacker may make, and how many.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "attacks/threat/graph_difference.h"
#include "attacks/threat/threat_model.h"
#include "data/graphs/graph.h"

namespace bora::attacks {

/// Kind of edit that an attack makes (Ru 2021, 6.6.1 and 6.6.4).
enum class EditMode {
  flip,      ///< an edge is added or removed
  add,       ///< an edge is added
  remove,    ///< an edge is removed
  rewire,    ///< an edge (u, v) becomes (u, w)
  swap,      ///< edges (a, b), (c, d) become (a, d), (c, b): every degree stays as it is
  inject,    ///< a new node appears with an edge, or an edge of a new node is added or removed
  reweight,  ///< an edge gets another weight, among those that the original has
};
EditMode parse_edit_mode(const std::string& text);  ///< throws InputError naming the option
std::string to_string(EditMode mode);
const std::vector<std::string>& edit_modes();

/// Returns the number of edits that make `pairs` differing pairs: half as many for rewire, a quarter for
/// swap, rounded up.
int edits_of_pairs(EditMode mode, int pairs);

/// Rules that hold for every graph of a run.
struct EditRules {
  EditMode mode = EditMode::flip;
  double ratio = 0.03;  ///< edits allowed: round(ratio n^2), at least 1, n the nodes of the original
  int most_edits = 0;   ///< if positive, upper bound on the edits
  /// If positive, largest number of hops in the original between the nodes of an added edge (rewire: u and
  /// w). Edges of injected nodes are not restricted.
  int hops = 0;
  bool keep_connected = false;  ///< never more connected components than the original has
  int most_injected = 1;        ///< nodes that may be injected; mode inject alone
  int injected_degree = 3;      ///< most edges of an injected node; >= 1
  void check() const;           ///< throws InputError naming the option
};

/// Threat model of one original: all graphs that an attacker may make of it. Whether a graph is allowed
/// depends on the graph alone, not on how it was made, so that anyone can check an adversarial example.
class GraphThreat final : public ThreatModel<Graph> {
 public:
  /// Throws InputError if the rules are invalid or do not suit the kind of graph: reweight where edges have
  /// no weights. A graph without any possible edit (swap without edges, ...) is accepted: attacks on it end
  /// without a query.
  GraphThreat(EditRules rules, std::shared_ptr<const Graph> original);

  const EditRules& rules() const { return rules_; }
  const Graph& original() const { return *original_; }
  std::shared_ptr<const Graph> shared_original() const { return original_; }

  int budget() const { return budget_; }  ///< edits allowed, the Delta of Ru 2021

  /// Returns the number of edits between the original and `graph`: pairs whose edge differs (flip, add,
  /// remove, inject, reweight), half of them (rewire) or a quarter (swap), rounded up. Swaps may share pairs,
  /// so that a quarter is a lower bound of their number. Linear in the number of edges.
  int edits(const Graph& graph) const;

  /// Returns "" if the graph is allowed, else a line that says what is wrong and names the pair, node or
  /// number. Linear in the number of edges; mode rewire also solves a flow problem over the edits
  /// (are_rewirings).
  ///
  /// In every mode, nodes of the original keep their labels and attributes, an added edge weighs no less than
  /// the lightest and no more than the heaviest of the original, edges that are not edited keep their
  /// weights, and edge labels are ignored. A swap must leave all degrees, a rewiring must match removed edges
  /// one to one with added ones that share a node with them, and in both every moved edge takes its weight
  /// along. An injected node has a label between the smallest and the largest of the original.
  std::string violation(const Graph& graph) const override;
  /// Allows any graph whose nodes are of the kind of the original.
  std::string violation_on_the_way(const Graph& graph) const override;
  double distance(const Graph& graph) const override { return edits(graph); }
  double distance_below(double distance, double wanted) const override;
  std::unique_ptr<ThreatModel<Graph>> within(double distance) const override;

  /// Returns whether u and v (nodes of the original) are at most rules().hops apart in the original; true if
  /// hops are not restricted. May be called from several threads at once.
  bool within_hops(int u, int v) const;

  /// Returns the nodes of the original at most rules().hops (> 0) from u, ascending, without u. May be called
  /// from several threads at once.
  std::vector<int> hop_ball(int u) const;

  /// Returns the number of connected components of the original.
  int components() const { return components_; }

 private:
  std::vector<int> ball(int u, int radius) const;  // with u
  std::string node_violation(const Graph& graph) const;
  std::string edge_violation(const EdgeDifference& difference) const;
  std::string injection_violation(const Graph& graph) const;
  std::string moves_violation(const std::vector<EdgeDifference>& differences) const;

  EditRules rules_;
  std::shared_ptr<const Graph> original_;
  int budget_ = 0;
  int components_ = 0;
  float lightest_ = 1, heaviest_ = 1;           // weights of the original
  int smallest_label_ = 0, largest_label_ = 0;  // labels of its nodes
  std::vector<std::vector<int>> adjacency_;     // neighbours in the original; empty if hops are unrestricted
};

}  // namespace bora::attacks
