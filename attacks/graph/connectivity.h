// Test whether an edit splits a graph into more connected components.
#pragma once

#include <vector>

#include "attacks/graph/edit.h"

namespace bora::attacks {

/// Searcher that tests the number of connected components after an edit, mostly by visiting only nodes near
/// the edit. It keeps its marks on nodes between searches, so that no search takes time to clear them. Not
/// thread-safe.
class Connectivity {
 public:
  /// Returns whether `base` with `edit` has at most `most` connected components. `base` and its original must
  /// have at most `most`, too.
  bool keeps(const EditableGraph& base, const Edit& edit, int most);

 private:
  struct View;
  bool are_connected(const View& view, int u, int v);
  int count_components(const View& view);
  void new_marks(int nodes);

  std::vector<int> marks_;  // by node; visited by the current search if mark_ or mark_ + 1
  int mark_ = 0;
  std::vector<int> queues_[2];  // reached nodes, for each of the two searches
};

}  // namespace bora::attacks
