// Proposals of modes rewire and swap, which move edges. A moved edge keeps its weight.
#include "attacks/graph/proposals/edit_proposals.h"

namespace bora::attacks {
namespace {

// Returns whether an edge of this weight may be moved to `pair`: there must be no edge, and if the original
// has one there, it must have this weight, because moves do not change weights.
bool may_move_to(const EditableGraph& base, NodePair pair, float weight) {
  if (base.has_edge(pair)) return false;
  const float original = base.original_weight(pair);
  return original == 0 || original == weight;
}

std::optional<int> draw_neighbour(const EditableGraph& base, int node, Rng& rng) {
  if (base.degree(node) == 0) return std::nullopt;
  return base.neighbours(node)[rng.index(base.degree(node))].node;
}

// Returns the end of an edge that is not `node`.
int other_end(NodePair pair, int node) {
  return pair.u == node ? pair.v : pair.u;
}

// Returns the node that two different edges share.
int shared_node(NodePair a, NodePair b) {
  return a.u == b.u || a.u == b.v ? a.u : a.v;
}

// Returns a random node within the hops of u; nullopt if there is none. An edge to it may exist already.
std::optional<int> draw_far_end(const GraphThreat& threat, int u, Rng& rng) {
  if (threat.rules().hops == 0) return rng.index(threat.original().nodes);
  const std::vector<int> ball = threat.hop_ball(u);
  if (ball.empty()) return std::nullopt;
  return ball[rng.index(static_cast<int>(ball.size()))];
}

// Edge with a direction.
struct Arc {
  int from = 0, to = 0;
};

// Returns a random edge of `base` in a random direction; nullopt if there is none. `added`: only edges that
// the original does not have.
std::optional<Arc> draw_arc(const EditableGraph& base, const Graph& original, bool added, Rng& rng) {
  const auto edge = added ? draw_added_edge(base, rng) : draw_edge(base, original, rng);
  if (!edge) return std::nullopt;
  return rng.index(2) == 0 ? Arc{edge->u, edge->v} : Arc{edge->v, edge->u};
}

// Proposals that move one end of an edge.
class Rewirings : public EditProposals {
 public:
  explicit Rewirings(const GraphAttackProblem& problem) : threat_(problem.threat) {}

  std::optional<Edit> propose(const EditableGraph& base, bool spent, Rng& rng) const override {
    const auto arc = draw_arc(base, threat_->original(), spent, rng);
    if (!arc) return std::nullopt;
    return rewired(base, arc->from, arc->to, draw_far_end(*threat_, arc->from, rng));
  }

  // Either moves the same edge to another place, or moves another edge to the same place.
  std::optional<Edit> vary(const Edit& edit, const EditableGraph& base, Rng& rng) const override {
    const auto [pivot, from, to] = parts(edit);
    if (rng.index(2) == 0) return rewired(base, pivot, from, draw_far_end(*threat_, pivot, rng));
    return rewired(base, pivot, draw_neighbour(base, pivot, rng), to);
  }

  std::optional<Edit> redraw_node(const Edit& edit, const EditableGraph& base, Rng& rng) const override {
    const auto [pivot, from, to] = parts(edit);
    switch (rng.index(3)) {
      case 0: {
        const auto other = draw_neighbour(base, from, rng);
        if (!other || !threat_->within_hops(*other, to)) return std::nullopt;
        return rewired(base, *other, from, to);
      }
      case 1:
        return rewired(base, pivot, draw_neighbour(base, pivot, rng), to);
      default:
        return rewired(base, pivot, from, draw_far_end(*threat_, pivot, rng));
    }
  }

  bool fits(const Edit& edit, const EditableGraph& base) const override {
    const auto [pivot, from, to] = parts(edit);
    return rewired(base, pivot, from, to) == edit;
  }

 private:
  // Edge (pivot, from) that becomes (pivot, to).
  struct Parts {
    int pivot, from, to;
  };
  static Parts parts(const Edit& edit) {
    const NodePair from = edit.changes[0].pair;
    const NodePair to = edit.changes[1].pair;
    const int pivot = shared_node(from, to);
    return {pivot, other_end(from, pivot), other_end(to, pivot)};
  }

  // Returns the edit by which (u, v) becomes (u, w); nullopt if it is not allowed.
  static std::optional<Edit> rewired(const EditableGraph& base, int u, std::optional<int> v,
                                     std::optional<int> w) {
    if (!v || !w || *w == u) return std::nullopt;
    const float weight = base.weight(pair_of(u, *v));
    if (weight == 0 || !may_move_to(base, pair_of(u, *w), weight)) return std::nullopt;
    return Edit{{{pair_of(u, *v), 0}, {pair_of(u, *w), weight}}, {}};
  }

  std::shared_ptr<const GraphThreat> threat_;
};

// Proposals that exchange the ends of two edges.
class Swaps : public EditProposals {
 public:
  explicit Swaps(const GraphAttackProblem& problem) : threat_(problem.threat) {}

  std::optional<Edit> propose(const EditableGraph& base, bool spent, Rng& rng) const override {
    const auto first = draw_arc(base, threat_->original(), spent, rng);
    if (!first) return std::nullopt;
    return swapped(base, *first, draw_second(base, *first, spent, rng));
  }

  std::optional<Edit> vary(const Edit& edit, const EditableGraph& base, Rng& rng) const override {
    const NodePair pair = edit.changes[rng.index(2)].pair;
    const Arc first = rng.index(2) == 0 ? Arc{pair.u, pair.v} : Arc{pair.v, pair.u};
    return swapped(base, first, draw_second(base, first, false, rng));
  }

  bool fits(const Edit& edit, const EditableGraph& base) const override {
    const auto pair = [&](int i) { return edit.changes[i].pair; };
    const int a = shared_node(pair(0), pair(2));
    const int d = other_end(pair(2), a);
    return swapped(base, {a, other_end(pair(0), a)}, Arc{other_end(pair(1), d), d}) == edit;
  }

 private:
  // Returns a random second edge. With limited hops, its head is within the hops of the first edge's tail,
  // because few other edges would be allowed.
  std::optional<Arc> draw_second(const EditableGraph& base, Arc first, bool spent, Rng& rng) const {
    if (threat_->rules().hops == 0 || spent) return draw_arc(base, threat_->original(), spent, rng);
    const auto head = draw_far_end(*threat_, first.from, rng);
    if (!head) return std::nullopt;
    const auto tail = draw_neighbour(base, *head, rng);
    return tail ? std::optional(Arc{*tail, *head}) : std::nullopt;
  }

  // Returns the edit by which (a, b), (c, d) become (a, d), (c, b); nullopt if it is not allowed.
  std::optional<Edit> swapped(const EditableGraph& base, Arc first, std::optional<Arc> second) const {
    if (!second) return std::nullopt;
    const auto [a, b] = first;
    const auto [c, d] = *second;
    if (a == c || a == d || b == c || b == d) return std::nullopt;
    const float ab = base.weight(pair_of(a, b));
    const float cd = base.weight(pair_of(c, d));
    if (ab == 0 || cd == 0) return std::nullopt;
    if (!may_move_to(base, pair_of(a, d), ab) || !may_move_to(base, pair_of(c, b), cd)) return std::nullopt;
    if (!threat_->within_hops(a, d) || !threat_->within_hops(c, b)) return std::nullopt;
    return Edit{{{pair_of(a, b), 0}, {pair_of(c, d), 0}, {pair_of(a, d), ab}, {pair_of(c, b), cd}}, {}};
  }

  std::shared_ptr<const GraphThreat> threat_;
};

}  // namespace

std::unique_ptr<EditProposals> make_move_proposals(const GraphAttackProblem& problem) {
  if (problem.threat->rules().mode == EditMode::swap) return std::make_unique<Swaps>(problem);
  return std::make_unique<Rewirings>(problem);
}

}  // namespace bora::attacks
