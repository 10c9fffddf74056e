// Conversion of a graph to and from JSON in networkx's node-link form, in which adversarial graphs are
// stored.
#pragma once

#include <set>
#include <string>

#include "data/graphs/graph.h"

namespace bora::data {

/// Returns one line that holds the graph in node-link form:
///
///     {"directed": false, "multigraph": false, "graph": {},
///      "nodes": [{"id": 0, "label": 1, "attributes": [0.5]}, ...],
///      "links": [{"source": 0, "target": 1, "weight": 0.5, "label": 0}, ...]}
///
/// Labels, attributes and weights are left out if the graph has none. Floats have the fewest digits that read
/// back as the same float. In Python, networkx.node_link_graph(json.load(file), edges="links") reads it;
/// "links" is the default of networkx before 3.6.
std::string to_json(const Graph& graph);

/// Keys of nodes and edges that graph_from_json() did not read.
struct IgnoredKeys {
  std::set<std::string> nodes;  ///< others than id, label and attributes
  std::set<std::string> edges;  ///< others than source, target, key, weight and label
};

/// Parses a graph in the form that to_json() or networkx.node_link_data writes. The list of edges may be
/// called "links" or "edges", and edges may have any order and direction. "directed", "multigraph" and
/// "graph" may be absent; other keys are ignored, and those of nodes and edges are added to `ignored` unless
/// it is null. If the ids of the nodes are the integers 0, ..., n-1 in any order, they are the nodes'
/// numbers. Otherwise (names, other numbers, flat lists) nodes are numbered as listed. If some edges have a
/// weight, the others have weight 1, as in networkx. Throws InputError with a one-line message that begins
/// with `where`, if the text does not have this form, the graph is directed or a multigraph, it has no node,
/// a loop or a duplicate edge, or a value is out of range.
Graph graph_from_json(const std::string& text, const std::string& where, IgnoredKeys* ignored = nullptr);

}  // namespace bora::data
