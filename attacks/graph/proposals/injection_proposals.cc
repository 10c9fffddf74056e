// Proposals of mode inject.
#include <algorithm>

#include "attacks/graph/proposals/edit_proposals.h"

namespace bora::attacks {
namespace {

// Proposals that inject nodes or toggle edges of injected nodes. An injected node has at least one edge and
// is never removed.
class Injections : public EditProposals {
 public:
  explicit Injections(const GraphAttackProblem& problem)
      : threat_(problem.threat), pool_(usable(problem.pool, problem.original())) {}

  // Chooses uniformly one of the injected nodes or, if allowed, a new one, and then the other end of its
  // edge.
  std::optional<Edit> propose(const EditableGraph& base, bool spent, Rng& rng) const override {
    const int originals = threat_->original().nodes;
    const int injected = base.nodes() - originals;
    const int places = spent ? injected : std::min(injected + 1, threat_->rules().most_injected);
    if (places == 0) return std::nullopt;
    const int place = rng.index(places);
    if (place < injected) return toggled(originals + place, base, rng);
    const int target = rng.index(base.nodes());
    return injection(draw_node(rng), target, base, draw_weight(threat_->original(), rng));
  }

  // Redraws the other end of the edge of an injected node. If the edit injects a node, either redraws the
  // node's label and attributes or its neighbour.
  std::optional<Edit> vary(const Edit& edit, const EditableGraph& base, Rng& rng) const override {
    const auto& [pair, weight] = edit.changes.front();
    if (pair.v >= base.nodes() + (edit.node ? 1 : 0)) return std::nullopt;
    if (!edit.node) return toggled(pair.v, base, rng);  // the larger index belongs to an injected node
    if (rng.index(2) == 0) return injection(draw_node(rng), pair.u, base, weight);
    return injection(*edit.node, rng.index(base.nodes()), base, weight);
  }

  bool fits(const Edit& edit, const EditableGraph& base) const override {
    const auto& [pair, weight] = edit.changes.front();
    if (edit.node) return injection(*edit.node, pair.u, base, weight) == edit;
    return pair.v < base.nodes() && toggle(pair, base, weight) == edit;
  }

 private:
  // Nodes of the pool that suit the original: with labels in its range and as many attributes.
  struct Pool {
    std::shared_ptr<const NodePool> nodes;
    std::vector<int> rows;
  };

  static Pool usable(std::shared_ptr<const NodePool> pool, const Graph& original) {
    if (!pool || pool->attribute_count != original.attribute_count) return {};
    const bool labelled = !original.node_labels.empty();
    if (labelled && pool->labels.empty()) return {};
    Pool usable{std::move(pool), {}};
    int smallest = 0, largest = 0;
    if (labelled) {
      smallest = std::ranges::min(original.node_labels);
      largest = std::ranges::max(original.node_labels);
    }
    for (int i = 0; i < usable.nodes->size; ++i)
      if (!labelled || (usable.nodes->labels[i] >= smallest && usable.nodes->labels[i] <= largest))
        usable.rows.push_back(i);
    return usable;
  }

  // Returns a random node of the pool; of the original if the pool has none.
  NewNode draw_node(Rng& rng) const {
    const Graph& original = threat_->original();
    const bool labelled = !original.node_labels.empty();
    const auto node = [&](int row, const std::vector<int>& labels, const std::vector<float>& attributes) {
      const auto first = attributes.begin() + static_cast<std::ptrdiff_t>(row) * original.attribute_count;
      return NewNode{labelled ? labels[row] : 0, {first, first + original.attribute_count}};
    };
    if (pool_.rows.empty()) return node(rng.index(original.nodes), original.node_labels, original.attributes);
    return node(pool_.rows[rng.index(static_cast<int>(pool_.rows.size()))], pool_.nodes->labels,
                pool_.nodes->attributes);
  }

  // Returns whether an injected node has its largest degree.
  bool full(const EditableGraph& base, int node) const {
    return node >= threat_->original().nodes && base.degree(node) >= threat_->rules().injected_degree;
  }
  // Returns whether an injected node has only one edge, which it must keep.
  bool last_edge(const EditableGraph& base, int node) const {
    return node >= threat_->original().nodes && base.degree(node) == 1;
  }

  // Returns the edit that injects a node with an edge to `target`; nullopt if it is not allowed.
  std::optional<Edit> injection(NewNode node, int target, const EditableGraph& base, float weight) const {
    if (base.nodes() - threat_->original().nodes >= threat_->rules().most_injected) return std::nullopt;
    if (target >= base.nodes() || full(base, target)) return std::nullopt;
    return Edit{{{{target, base.nodes()}, weight}}, std::move(node)};
  }

  // Returns the edit that toggles an edge between an injected node and a random node; one of its edges if the
  // node has its largest degree. nullopt if it is not allowed.
  std::optional<Edit> toggled(int node, const EditableGraph& base, Rng& rng) const {
    const int target =
        full(base, node) ? base.neighbours(node)[rng.index(base.degree(node))].node : rng.index(base.nodes());
    if (node == target) return std::nullopt;
    return toggle(pair_of(node, target), base, draw_weight(threat_->original(), rng));
  }

  // Returns the edit that removes the edge of a pair, or adds it with `weight`; nullopt if it is not allowed.
  std::optional<Edit> toggle(NodePair pair, const EditableGraph& base, float weight) const {
    const auto [u, v] = pair;
    if (base.has_edge(pair)) {
      if (last_edge(base, u) || last_edge(base, v)) return std::nullopt;
      return Edit{{{pair, 0}}, {}};
    }
    if (weight == 0 || full(base, u) || full(base, v)) return std::nullopt;
    return Edit{{{pair, weight}}, {}};
  }

  std::shared_ptr<const GraphThreat> threat_;
  Pool pool_;
};

}  // namespace

std::unique_ptr<EditProposals> make_injections(const GraphAttackProblem& problem) {
  return std::make_unique<Injections>(problem);
}

}  // namespace bora::attacks
