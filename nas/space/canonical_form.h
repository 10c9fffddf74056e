// Canonical form of a graph of operations.
#pragma once

#include <string>

#include "common/layers.h"
#include "surrogates/kernels/graph/labelled_dag.h"

namespace bora::nas {

/// Returns a text that is equal for two graphs if and only if they are isomorphic (labels and edges, which
/// may be multiple). Nodes are distinguished by Weisfeiler-Lehman labels of both directions. If several
/// nodes have equal labels, each of them is marked in turn, and the smallest form is taken
/// (individualisation and refinement, McKay 1981). For very symmetric graphs, which would need more than 200
/// forms, the text is the sorted labels, which may be those of another graph, too.
std::string canonical_form(const LabelledDag& graph);

}  // namespace bora::nas
