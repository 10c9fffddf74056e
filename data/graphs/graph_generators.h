// Random graphs, and classification tasks made of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/random.h"
#include "data/graphs/graph.h"

namespace bora::data {

// All generators require nodes >= 1 and throw std::invalid_argument for parameters out of the stated ranges.

/// Generates G(n, p) (Gilbert 1959): each of the n (n-1) / 2 pairs is an edge with probability p in [0, 1],
/// independently. Takes time and memory linear in nodes and edges (Batagelj and Brandes 2005).
Graph erdos_renyi(int nodes, double p, Rng& rng);

/// Generates a graph as described by Dai et al. 2018, section 5.1. It has exactly `components` (1, ...,
/// nodes) connected components whose sizes differ by at most one. Each is an Erdos-Renyi graph whose parts
/// are then joined by random edges. Nodes are numbered in random order.
Graph with_components(int nodes, int components, double p, Rng& rng);

/// Generates a graph after Barabasi and Albert 1999: it begins with a star of m + 1 nodes, and each further
/// node is joined to m different earlier ones, chosen with probability proportional to their degree. m: 1,
/// ..., nodes - 1. The graph has (nodes - m) m edges.
Graph barabasi_albert(int nodes, int m, Rng& rng);

/// Generates a graph like barabasi_albert(), but chooses earlier nodes uniformly. It has the same numbers of
/// nodes and edges, but no hubs.
Graph uniform_attachment(int nodes, int m, Rng& rng);

/// Generates a graph after Watts and Strogatz 1998: in a ring, each node is joined to its `neighbours`
/// nearest nodes (even, 2 <= neighbours < nodes). Then each edge is rewired with probability p: one end is
/// replaced by a random node that the other end is not joined to, if there is one. The graph has nodes *
/// neighbours / 2 edges.
Graph watts_strogatz(int nodes, int neighbours, double p, Rng& rng);

/// Generates a graph as described by Holland et al. 1983: nodes form blocks of the given sizes (each >= 1),
/// and a pair is an edge with probability `within` inside a block and `between` across blocks, both in [0,
/// 1]. Nodes are numbered block by block.
Graph stochastic_blocks(std::span<const int> sizes, double within, double between, Rng& rng);

/// Options of the tasks below. Graph i depends only on the seed and i, so a larger set begins with the graphs
/// of a smaller one.
struct TaskOptions {
  int graphs = 3000;      ///< number of graphs, >= the number of classes; classes alternate
  int fewest_nodes = 30;  ///< smallest number of nodes of a graph; the number is drawn uniformly
  int most_nodes = 50;    ///< largest number of nodes of a graph
  double p = 0.05;        ///< probability of an edge in er-components
  std::uint64_t seed = 0;
};

/// Returns the names of the tasks. Only the structure of the graphs tells their classes apart:
/// - er-components: 1, 2 or 3 connected components (Dai et al. 2018);
/// - ba: preferential (Barabasi-Albert) or uniform attachment, 2 edges for each new node;
/// - ws: a ring of 4 neighbours rewired with probability 0.1 (small world) or 1 (random);
/// - sbm: 2, 3 or 4 equal blocks, with an expected degree of 6, of which 1 to other blocks.
const std::vector<std::string>& graph_tasks();

/// Generates the graphs of one of graph_tasks(). Throws InputError for options out of range; fewest_nodes
/// must be at least 3, 4, 6 and 24 for the tasks in the order above.
GraphDataset make_graph_task(const std::string& task, const TaskOptions& options);

}  // namespace bora::data
