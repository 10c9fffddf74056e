// Random graphs, and classification tasks made of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/random.h"
#include "data/graphs/graph.h"

namespace bora::data {

/// Generates G(n, p), Gilbert 1959: each of the n (n-1) / 2 pairs is an edge with probability p in [0, 1],
/// independently. Time and memory grow with nodes and edges, not with pairs (Batagelj and Brandes 2005). All
/// generators need nodes >= 1 and throw std::invalid_argument for parameters outside the ranges stated here.
Graph erdos_renyi(int nodes, double p, Rng& rng);

/// Generates a graph as described by Dai et al. 2018, section 5.1. It has exactly `components` (1, ...,
/// nodes) connected components whose sizes differ by one at most. Each is an Erdos-Renyi graph whose own
/// components are then joined, one random edge each; nodes are numbered in random order.
Graph with_components(int nodes, int components, double p, Rng& rng);

/// Generates a graph after Barabasi and Albert 1999: it begins with a star of m + 1 nodes, and each further
/// node is joined to m different earlier ones, chosen with probability proportional to their degree. 1 <= m <
/// nodes; (nodes - m) m edges.
Graph barabasi_albert(int nodes, int m, Rng& rng);

/// Generates a graph like barabasi_albert, but with earlier nodes chosen uniformly: it has the same numbers
/// of nodes and edges without hubs.
Graph uniform_attachment(int nodes, int m, Rng& rng);

/// Generates a graph after Watts and Strogatz 1998: in a ring each node is joined to its `neighbours` nearest
/// (even, 2 <= neighbours < nodes), then each edge, with probability p, replaces one end by a random node
/// that its other end is not joined to. The graph has nodes * neighbours / 2 edges. An edge whose node is
/// joined to all others stays.
Graph watts_strogatz(int nodes, int neighbours, double p, Rng& rng);

/// Generates a graph as described by Holland et al. 1983: nodes form blocks of the given sizes (each >= 1),
/// and a pair is an edge with probability `within` inside a block and `between` across blocks, both in [0,
/// 1]. Nodes are numbered block by block.
Graph stochastic_blocks(std::span<const int> sizes, double within, double between, Rng& rng);

/// Options of the tasks below. Graph i depends on the seed and i alone, so a larger set begins with the
/// smaller one.
struct TaskOptions {
  int graphs = 3000;      ///< number of graphs, >= the number of classes, which take turns
  int fewest_nodes = 30;  ///< the number of nodes of a graph is uniform on fewest_nodes, ..., most_nodes
  int most_nodes = 50;
  double p = 0.05;  ///< probability of an edge in er-components
  std::uint64_t seed = 0;
};

/// Returns the names of the tasks, each of which can only be solved by the structure of the graphs:
/// - er-components: 1, 2 or 3 connected components (Dai et al. 2018);
/// - ba: preferential (Barabasi-Albert) or uniform attachment, 2 edges for each new node;
/// - ws: a ring of 4 neighbours rewired with probability 0.1 (small world) or 1 (random);
/// - sbm: 2, 3 or 4 equal blocks, with an expected degree of 6, of which 1 to other blocks.
const std::vector<std::string>& graph_tasks();

/// Generates the graphs of one of graph_tasks(). Throws InputError for options out of range; fewest_nodes is
/// at least 3, 4, 6 and 24 in the order above.
GraphDataset make_graph_task(const std::string& task, const TaskOptions& options);

}  // namespace bora::data
