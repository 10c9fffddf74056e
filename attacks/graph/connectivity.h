// Whether an edit tears a graph apart.
#pragma once

#include <vector>

#include "attacks/graph/edit.h"

namespace bora {

/// Counts what an edit does to connected components, mostly by looking around its end points alone. Holds
/// marks on all nodes, so that a search need not clear any; not for several threads at once.
class Connectivity {
 public:
  /// Whether `base` with `edit` has at most `most` connected components. `base` has at most so many, and so
  /// has its original.
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

}  // namespace bora
