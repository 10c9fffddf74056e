#include "attacks/graph/connectivity.h"

#include <algorithm>
#include <limits>

namespace bora::attacks {

// View of the base after the edit.
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

// Makes room for two more marks that no node has.
void Connectivity::clear_marks(int nodes) {
  if (static_cast<int>(marks_.size()) < nodes || mark_ > std::numeric_limits<int>::max() - 3) {
    marks_.assign(nodes, 0);
    mark_ = 0;
  }
  mark_ += 2;
}

// Returns whether u and v are connected. Searches from both ends at once, so that a small component is found
// without visiting the large one.
bool Connectivity::connected(const View& view, int u, int v) {
  clear_marks(view.nodes());
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

int Connectivity::components(const View& view) {
  clear_marks(view.nodes());
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
  const bool torn = std::ranges::any_of(edit.changes, [&](const EdgeChange& change) {
    return change.weight == 0 && !connected(view, change.pair.u, change.pair.v);
  });
  if (!torn && !edit.node) return true;
  // A removed edge separates its ends. This is allowed if an added edge has joined two components of the
  // original.
  const auto is_added = [](const auto& change) { return change.second == 0; };
  const bool joined = std::ranges::any_of(base.changes(), is_added) ||
                      std::ranges::any_of(edit.changes, [&](const EdgeChange& change) {
                        return change.weight != 0 && base.original_weight(change.pair) == 0;
                      });
  return joined && components(view) <= most;
}

}  // namespace bora::attacks
