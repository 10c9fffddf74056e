// Random graphs, and classification tasks made of them. igraph has such generators too, but they draw from
// one random stream of the whole process.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/random.h"
#include "data/graph.h"

namespace bora {

/// G(n, p), Gilbert 1959: each of the n (n-1) / 2 pairs is an edge with probability p in [0, 1],
/// independently. Time and memory grow with nodes and edges, not with pairs (Batagelj and Brandes 2005). All
/// generators need nodes >= 1 and throw std::invalid_argument for parameters outside what is said here.
Graph erdos_renyi(int nodes, double p, Rng& rng);

/// The graphs of the task of Dai et al. 2018, section 5.1: exactly `components` (1, ..., nodes) connected
/// components whose sizes differ by one at most. Each is an Erdos-Renyi graph whose own components are then
/// joined, one random edge each; nodes are numbered in random order.
Graph with_components(int nodes, int components, double p, Rng& rng);

/// Barabasi and Albert 1999: begins with a star of m + 1 nodes, each further node is joined to m different
/// earlier ones, chosen with probability proportional to their degree. 1 <= m < nodes; (nodes - m) m edges.
Graph barabasi_albert(int nodes, int m, Rng& rng);

/// As barabasi_albert, but with earlier nodes chosen uniformly: the same numbers of nodes and edges without
/// hubs.
Graph uniform_attachment(int nodes, int m, Rng& rng);

/// Watts and Strogatz 1998: a ring where each node is joined to its `neighbours` nearest (even, 2 <=
/// neighbours < nodes), then each edge, with probability p, lets go of one end and takes a random node that
/// its other end is not joined to. nodes * neighbours / 2 edges. An edge whose node is joined to all others
/// stays.
Graph watts_strogatz(int nodes, int neighbours, double p, Rng& rng);

/// Holland et al. 1983: nodes in blocks of the given sizes (each >= 1), a pair an edge with probability
/// `within` in one block and `between` in two, both in [0, 1]. Nodes are numbered block by block.
Graph stochastic_blocks(std::span<const int> sizes, double within, double between, Rng& rng);

/// What the tasks below are made of. Graph i depends on the seed and i alone, so a larger set begins with the
/// smaller one.
struct TaskOptions {
  int graphs = 3000;      ///< >= the number of classes, which take turns
  int fewest_nodes = 30;  ///< a graph's number of nodes is uniform on fewest_nodes, ..., most_nodes
  int most_nodes = 50;
  double p = 0.05;  ///< of er-components
  std::uint64_t seed = 0;
};

/// Names of the tasks, each of which only structure can solve:
/// - er-components: 1, 2 or 3 connected components (Dai et al. 2018);
/// - ba: preferential (Barabasi-Albert) or uniform attachment, 2 edges a new node;
/// - ws: a ring of 4 neighbours rewired with probability 0.1 (small world) or 1 (random);
/// - sbm: 2, 3 or 4 equal blocks, with an expected degree of 6, of which 1 to other blocks.
const std::vector<std::string>& graph_tasks();

/// The graphs of one of graph_tasks(). Throws InputError for options out of range; fewest_nodes is at least
/// 3, 4, 6 and 24 in the order above.
GraphDataset make_graph_task(const std::string& task, const TaskOptions& options);

}  // namespace bora
