// Conversion of a graph to and from JSON in networkx's node-link form, in which adversarial graphs are
// stored.
#pragma once

#include <string>

#include "data/graphs/graph.h"

namespace bora::data {

/// Returns one line that holds the graph in node-link form:
///
///     {"directed": false, "multigraph": false, "graph": {},
///      "nodes": [{"id": 0, "label": 1, "attributes": [0.5]}, ...],
///      "links": [{"source": 0, "target": 1, "weight": 0.5, "label": 0}, ...]}
///
/// Labels, attributes and weights are there only where the graph has them. Floats are the shortest decimal
/// numbers that read back to the same float. In Python: networkx.node_link_graph(json.load(file),
/// edges="links"); "links" is the default of networkx before 3.6.
std::string to_json(const Graph& graph);

/// Returns the graph of a text such as to_json or networkx.node_link_data writes. Its edges may be called
/// "links" or "edges" and come in any order and direction; "directed", "multigraph" and "graph" may be
/// absent, further keys are ignored. If the nodes' ids are the integers 0, ..., n-1 in any order, they are
/// the nodes' numbers; else (names, other numbers, flat lists) nodes are numbered as they are listed. An edge
/// without a weight weighs 1 where others have one, as in networkx. Throws InputError of one line that begins
/// with `where` if it is no such text, is directed or a multigraph, has no node, a loop or an edge twice, or
/// holds a value out of range.
Graph graph_from_json(const std::string& text, const std::string& where);

}  // namespace bora::data
