// Drawings of graphs and of their edits as SVG, with the colours of the page's style sheet.
#pragma once

#include <string>

#include "common/layers.h"
#include "data/graphs/graph.h"
#include "report/statistics/graph_changes.h"
#include "report/views/html/graph_layout.h"

namespace bora::report {

/// Two pictures of one adversarial example, each an <svg> element: the original, and the adversarial graph
/// in which added edges (class "added"), removed ones ("removed"), reweighted ones ("reweighted") and
/// injected nodes ("injected") are marked. The second refers to shared elements of the first by their id. So
/// both must be in the same page, and the `id` must be unique there.
struct GraphDrawing {
  std::string original;
  std::string adversarial;
  std::string caption;  ///< "3 edges added, 1 removed; 300 of 812 nodes shown"; plain text
};

/// Draws both graphs. `title`: plain text that names the graph.
GraphDrawing draw(const Graph& original, const Graph& adversarial, const std::string& id,
                  const std::string& title);

/// Returns a description of the changes: "2 edges added, 1 removed, 1 node injected", or "unchanged".
std::string changes_text(const GraphChanges& changes);

}  // namespace bora::report
