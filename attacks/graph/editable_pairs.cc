#include "attacks/graph/editable_pairs.h"

#include <algorithm>

namespace bora::attacks {
namespace {

// Largest number of listed pairs per node or edge of the graph. If there are more, they are a large share of
// all pairs, so that rejection sampling finds them; or the graph is so large that a query costs more than
// kMostPairDraws draws.
constexpr std::size_t kListed = 16;
constexpr int kMostPairDraws = 1000;

}  // namespace

EditablePairs::EditablePairs(std::shared_ptr<const GraphThreat> threat, Edges edges)
    : threat_(std::move(threat)), edges_(edges) {
  const bool all = edges_ == Edges::with && threat_->rules().hops == 0;
  listed_ = !all && list_pairs();
  if (!listed_) pairs_ = {};
}

bool EditablePairs::contains(NodePair pair) const {
  if (edges_ == Edges::without && threat_->original().find(pair) >= 0) return false;
  return threat_->within_hops(pair.u, pair.v);
}

// Fills pairs_. Returns false if there are too many pairs.
bool EditablePairs::list_pairs() {
  const Graph& graph = threat_->original();
  const std::size_t most = kListed * (static_cast<std::size_t>(graph.nodes) + graph.edges.size());
  const bool everywhere = threat_->rules().hops == 0;
  auto edge = graph.edges.begin();
  for (int u = 0; u < graph.nodes; ++u) {
    const auto consider = [&](int v) {
      while (edge != graph.edges.end() && *edge < NodePair{u, v}) ++edge;
      const bool is_edge = edge != graph.edges.end() && *edge == NodePair{u, v};
      if (!is_edge || edges_ == Edges::with) pairs_.push_back({u, v});
    };
    if (everywhere) {
      for (int v = u + 1; v < graph.nodes && pairs_.size() <= most; ++v) consider(v);
    } else {
      for (const int v : threat_->hop_ball(u))
        if (v > u) consider(v);
    }
    if (pairs_.size() > most) return false;
  }
  return true;
}

std::optional<NodePair> EditablePairs::draw(Rng& rng) const {
  if (listed_) {
    if (pairs_.empty()) return std::nullopt;
    return pairs_[rng.index(static_cast<int>(pairs_.size()))];
  }
  const int nodes = threat_->original().nodes;
  if (nodes < 2) return std::nullopt;
  for (int i = 0; i < kMostPairDraws; ++i) {
    const int u = rng.index(nodes);
    const int v = rng.index(nodes);
    if (u != v && contains(pair_of(u, v))) return pair_of(u, v);
  }
  return std::nullopt;
}

std::optional<int> EditablePairs::draw_partner(int u, Rng& rng) const {
  const Graph& graph = threat_->original();
  if (threat_->rules().hops > 0) {
    std::vector<int> nodes = threat_->hop_ball(u);
    if (edges_ == Edges::without) std::erase_if(nodes, [&](int v) { return graph.find(pair_of(u, v)) >= 0; });
    if (nodes.empty()) return std::nullopt;
    return nodes[rng.index(static_cast<int>(nodes.size()))];
  }
  for (int i = 0; i < kMostPairDraws; ++i) {
    const int v = rng.index(graph.nodes);
    if (u != v && (edges_ == Edges::with || graph.find(pair_of(u, v)) < 0)) return v;
  }
  return std::nullopt;
}

}  // namespace bora::attacks
