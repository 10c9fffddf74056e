// Conversion of graphs and their edits to the feature maps of surrogates/.
#pragma once

#include <memory>
#include <string>

#include "attacks/graph/edit.h"
#include "common/layers.h"
#include "surrogates/kernels/graph/graph_features.h"

namespace bora::attacks {

/// Returns the names of features that graph_features() accepts.
const std::vector<std::string>& graph_feature_kinds();

/// Returns Weisfeiler-Lehman features of a graph. kind: `labels` (discrete, of node labels), `degrees`
/// (discrete, with degrees as labels), `attributes` (continuous), or `auto`: attributes where the nodes have
/// some, else labels, else degrees. bins: of ContinuousWeisfeilerLehman. Throws InputError if the graph lacks
/// what `kind` names.
std::unique_ptr<GraphFeatures> graph_features(const Graph& graph, const std::string& kind, int iterations,
                                              int bins);

/// Returns the change of features that an edit makes.
FeatureChange feature_change(const Edit& edit);

}  // namespace bora::attacks
