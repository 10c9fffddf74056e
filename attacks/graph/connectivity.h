// Tests whether an edit disconnects a graph.
#pragma once

#include <vector>

#include "attacks/graph/edit.h"

namespace bora::attacks {

/// Counter of connected components: tells how an edit changes them, mostly by visiting only nodes near its
/// end points. Holds marks on all nodes, so that a search need not clear any. Not thread-safe.
class Connectivity {
 public:
  /// Returns true if `base` with `edit` has at most `most` connected components. `base` and its original must
  /// have at most `most` too.
  bool keeps(const EditableGraph& base, const Edit& edit, int most);

 private:
  struct View;
  bool connected(const View& view, int u, int v);
  int components(const View& view);
  void clear_marks(int nodes);

  std::vector<int> marks_;
  int mark_ = 0;
  std::vector<int> queues_[2];
};

}  // namespace bora::attacks
