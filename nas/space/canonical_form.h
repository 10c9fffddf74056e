// Canonical form of a graph of operations.
#pragma once

#include <string>

#include "common/layers.h"
#include "surrogates/kernels/graph/labelled_dag.h"

namespace bora::nas {

/// Returns a text that two graphs share if and only if one becomes the other by a new numbering of its nodes
/// (labels and edges; an edge may be there several times). Nodes are distinguished by Weisfeiler-Lehman
/// labels of both directions. If several nodes have equal labels, each of them is marked in turn and the
/// smallest form is taken (individualisation and refinement, McKay 1981). Very symmetric graphs, of which
/// that would take more than 200 forms, have their sorted labels as text, which another graph may share.
std::string canonical_form(const LabelledDag& graph);

}  // namespace bora::nas
