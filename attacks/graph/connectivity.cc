#include "attacks/graph/connectivity.h"

#include <algorithm>
#include <limits>

namespace bora::attacks {

// View of the base with the edit, which is not applied.
struct Connectivity::View {
  const EditableGraph& base;
  const Edit& edit;

  int nodes() const { return base.nodes() + (edit.node ? 1 : 0); }

  template <typename Visit>
  void for_each_neighbour(int u, Visit visit) const {
    if (u < base.nodes())
      for (const auto& neighbour : base.neighbours(u)) {
        const NodePair pair = pair_of(u, neighbour.node);
        if (std::ranges::find(edit.changes, pair, &EdgeChange::pair) == edit.changes.end())
          visit(neighbour.node);
      }
    for (const auto& [pair, weight] : edit.changes)
      if (weight != 0 && (pair.u == u || pair.v == u)) visit(pair.u == u ? pair.v : pair.u);
  }
};

// Sets mark_ so that no node has the marks mark_ and mark_ + 1.
void Connectivity::new_marks(int nodes) {
  if (static_cast<int>(marks_.size()) < nodes || mark_ > std::numeric_limits<int>::max() - 3) {
    marks_.assign(nodes, 0);
    mark_ = 0;
  }
  mark_ += 2;
}

// Returns whether u and v are connected. Searches from both in turn, so that a small component is exhausted
// without a visit to all of a large one.
bool Connectivity::are_connected(const View& view, int u, int v) {
  new_marks(view.nodes());
  queues_[0] = {u};
  queues_[1] = {v};
  marks_[u] = mark_;
  marks_[v] = mark_ + 1;
  std::size_t next[2] = {0, 0};
  bool met = false;
  while (!met) {
    const int side = queues_[0].size() <= queues_[1].size() ? 0 : 1;
    if (next[side] == queues_[side].size()) return false;
    view.for_each_neighbour(queues_[side][next[side]++], [&](int node) {
      met = met || marks_[node] == mark_ + 1 - side;
      if (marks_[node] >= mark_) return;
      marks_[node] = mark_ + side;
      queues_[side].push_back(node);
    });
  }
  return true;
}

int Connectivity::count_components(const View& view) {
  new_marks(view.nodes());
  int count = 0;
  for (int start = 0; start < view.nodes(); ++start) {
    if (marks_[start] == mark_) continue;
    ++count;
    marks_[start] = mark_;
    queues_[0] = {start};
    while (!queues_[0].empty()) {
      const int u = queues_[0].back();
      queues_[0].pop_back();
      view.for_each_neighbour(u, [&](int node) {
        if (marks_[node] == mark_) return;
        marks_[node] = mark_;
        queues_[0].push_back(node);
      });
    }
  }
  return count;
}

bool Connectivity::keeps(const EditableGraph& base, const Edit& edit, int most) {
  const View view{base, edit};
  const bool splits = std::ranges::any_of(edit.changes, [&](const EdgeChange& change) {
    return change.weight == 0 && !are_connected(view, change.pair.u, change.pair.v);
  });
  if (!splits && !edit.node) return true;
  // The edit separates the ends of a removed edge. The number of components may still be small enough if an
  // added edge joins two components of the original.
  const auto is_added = [](const auto& change) { return change.second == 0; };
  const bool joined = std::ranges::any_of(base.changes(), is_added) ||
                      std::ranges::any_of(edit.changes, [&](const EdgeChange& change) {
                        return change.weight != 0 && base.original_weight(change.pair) == 0;
                      });
  return joined && count_components(view) <= most;
}

}  // namespace bora::attacks
