// Threat model of graphs: kind and number of the edits that an attacker may make.
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

/// Returns the smallest number of edits after which `pairs` pairs of nodes differ: pairs / 2 for rewire,
/// pairs / 4 for swap, rounded up, and `pairs` for the other modes.
int edits_of_pairs(EditMode mode, int pairs);

/// Rules that the threat models of all graphs of a run share.
struct EditRules {
  EditMode mode = EditMode::flip;
  double ratio = 0.03;  ///< in (0, 1]; allows round(ratio n^2) edits, at least 1, for an original of n nodes
  int most_edits = 0;   ///< if positive, upper bound on the number of edits
  /// If positive, largest number of hops in the original between the nodes of an added edge (rewire: u and
  /// w). Edges of injected nodes are not restricted.
  int hops = 0;
  bool keep_connected = false;  ///< refuses more connected components than the original has
  int most_injected = 1;        ///< mode inject: largest number of injected nodes, >= 1
  int injected_degree = 3;      ///< mode inject: largest number of edges of an injected node, >= 1
  void check() const;           ///< throws InputError naming the option
};

/// Threat model of one original: all graphs that an attacker may make of it. Whether a graph is allowed
/// depends on the graph alone, not on how it was made, so that anyone can check an adversarial example.
class GraphThreat final : public ThreatModel<Graph> {
 public:
  /// Throws InputError if the rules or the graph are invalid, or for mode reweight if the edges have no
  /// weights. A graph without any possible edit (such as swap without edges) is accepted: attacks on it end
  /// without a query.
  GraphThreat(EditRules rules, std::shared_ptr<const Graph> original);

  const EditRules& rules() const { return rules_; }
  const Graph& original() const { return *original_; }
  std::shared_ptr<const Graph> shared_original() const { return original_; }

  int budget() const { return budget_; }  ///< largest number of edits, Delta in Ru 2021

  /// Returns the number of edits between the original and `graph`: edits_of_pairs() of the number of pairs
  /// that differ. For swap this is a lower bound, because swaps may share pairs. Linear in the number of
  /// edges.
  int edits(const Graph& graph) const;

  /// Returns "" if the graph is allowed, else a line that says what is wrong and names the pair, node or
  /// number. Linear in the number of edges; mode rewire also solves a flow problem over the edits
  /// (are_rewirings()).
  ///
  /// In every mode, nodes of the original keep their labels and attributes, the weight of an added edge lies
  /// between the smallest and the largest of the original, edges that are not edited keep their weights, and
  /// edge labels are ignored. Mode swap requires that all degrees stay the same. Mode rewire requires that
  /// removed edges can be paired one to one with added edges that share a node with them. In both, a moved
  /// edge keeps its weight. The label of an injected node lies between the smallest and the largest of the
  /// original.
  std::string violation(const Graph& graph) const override;
  /// Returns "" for any valid graph whose nodes have labels if the original's have, and as many attributes.
  std::string violation_on_the_way(const Graph& graph) const override;
  double distance(const Graph& graph) const override { return edits(graph); }
  double distance_below(double distance, double wanted) const override;
  std::unique_ptr<ThreatModel<Graph>> within(double distance) const override;

  /// Returns whether u and v (nodes of the original) are at most rules().hops hops apart in the original;
  /// true if hops are not restricted.
  bool within_hops(int u, int v) const;

  /// Returns the nodes of the original at most rules().hops hops from u, ascending, without u. Requires
  /// rules().hops > 0.
  std::vector<int> hop_ball(int u) const;

  /// Returns the number of connected components of the original.
  int components() const { return components_; }

 private:
  std::vector<int> ball(int u, int radius) const;  // nodes at most `radius` hops from u, with u, ascending
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
