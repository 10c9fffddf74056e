#include "data/graphs/graph_generators.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_set>

#include <boost/pending/disjoint_sets.hpp>

#include "common/error.h"

namespace bora::data {
namespace {

void require(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

bool is_probability(double p) {
  return p >= 0 && p <= 1;
}

Graph graph_of_edges(int nodes, std::vector<NodePair> edges) {
  std::ranges::sort(edges);
  Graph graph;
  graph.nodes = nodes;
  graph.edges = std::move(edges);
  return graph;
}

// Chooses each i in 0, ..., count-1 with probability p, and calls chosen(i) for the chosen ones, ascending.
// Draws the geometrically distributed gaps between them, so that the time is linear in the number of chosen
// ones (Batagelj and Brandes 2005).
template <typename Chosen>
void choose_each(std::int64_t count, double p, Rng& rng, Chosen chosen) {
  if (p <= 0) return;
  const double log_missed = std::log1p(-p);  // -inf for p = 1: every gap is 0
  for (std::int64_t i = 0;; ++i) {
    const double gap = std::floor(std::log1p(-rng.uniform()) / log_missed);
    if (gap >= static_cast<double>(count - i)) return;
    i += static_cast<std::int64_t>(gap);
    chosen(i);
  }
}

// Appends the edges of G(n, p) on the nodes first, ..., first+n-1. Pairs are numbered by their higher node v,
// whose pairs begin at v (v-1) / 2. The chosen numbers ascend, so v only grows.
void append_random_edges(int first, int n, double p, Rng& rng, std::vector<NodePair>& edges) {
  std::int64_t v = 1;
  choose_each(static_cast<std::int64_t>(n) * (n - 1) / 2, p, rng, [&](std::int64_t i) {
    while (i >= v * (v + 1) / 2) ++v;
    edges.push_back({first + static_cast<int>(i - v * (v - 1) / 2), first + static_cast<int>(v)});
  });
}

// Joins the components of the nodes first, ..., first+n-1, whose edges begin at first_edge. Adds the
// components in random order, each by one edge from a random node of it to a random node of those joined
// before.
void connect(int first, int n, Rng& rng, std::vector<NodePair>& edges, std::size_t first_edge) {
  std::vector<int> rank(n), parent(n);
  boost::disjoint_sets sets(rank.data(), parent.data());
  for (int i = 0; i < n; ++i) sets.make_set(i);
  for (std::size_t i = first_edge; i < edges.size(); ++i)
    sets.union_set(edges[i].u - first, edges[i].v - first);

  std::vector<std::vector<int>> members(n);
  for (int i = 0; i < n; ++i) members[sets.find_set(i)].push_back(first + i);
  std::erase_if(members, [](const auto& nodes) { return nodes.empty(); });
  rng.shuffle(members);
  std::vector<int> joined = members[0];
  for (std::size_t k = 1; k < members.size(); ++k) {
    const int from = members[k][rng.index(static_cast<int>(members[k].size()))];
    edges.push_back(pair_of(from, joined[rng.index(static_cast<int>(joined.size()))]));
    joined.insert(joined.end(), members[k].begin(), members[k].end());
  }
}

// Generates a star of m + 1 nodes, then joins each further node to m nodes, which draw(node) returns. Repeats
// a draw that returns the same target again. Calls `attached` with each new edge.
template <typename Draw, typename Attached>
Graph attach(int nodes, int m, Draw draw, Attached attached) {
  require(m >= 1 && m < nodes, "attachment: expected 1 <= m < nodes");
  std::vector<NodePair> edges;
  for (int leaf = 1; leaf <= m; ++leaf) {
    edges.push_back({0, leaf});
    attached(edges.back());
  }
  for (int node = m + 1; node < nodes; ++node) {
    std::vector<int> targets;
    while (static_cast<int>(targets.size()) < m) {
      const int target = draw(node);
      if (std::ranges::find(targets, target) == targets.end()) targets.push_back(target);
    }
    for (const int target : targets) {
      edges.push_back({target, node});
      attached(edges.back());
    }
  }
  return graph_of_edges(nodes, std::move(edges));
}

}  // namespace

Graph erdos_renyi(int nodes, double p, Rng& rng) {
  require(nodes >= 1 && is_probability(p), "erdos_renyi: expected nodes >= 1 and p in [0, 1]");
  std::vector<NodePair> edges;
  append_random_edges(0, nodes, p, rng, edges);
  return graph_of_edges(nodes, std::move(edges));
}

Graph with_components(int nodes, int components, double p, Rng& rng) {
  require(components >= 1 && components <= nodes && is_probability(p),
          "with_components: expected 1 to `nodes` components and p in [0, 1]");
  std::vector<NodePair> edges;
  int first = 0;
  for (int k = 0; k < components; ++k) {
    const int size = nodes / components + (k < nodes % components ? 1 : 0);
    const std::size_t first_edge = edges.size();
    append_random_edges(first, size, p, rng, edges);
    connect(first, size, rng, edges, first_edge);
    first += size;
  }
  const std::vector<int> number = rng.permutation(nodes);
  for (NodePair& edge : edges) edge = pair_of(number[edge.u], number[edge.v]);
  return graph_of_edges(nodes, std::move(edges));
}

Graph barabasi_albert(int nodes, int m, Rng& rng) {
  std::vector<int> ends;  // both ends of every edge: a node occurs as often as its degree
  const auto draw = [&](int) { return ends[rng.index(static_cast<int>(ends.size()))]; };
  return attach(nodes, m, draw, [&](NodePair edge) { ends.insert(ends.end(), {edge.u, edge.v}); });
}

Graph uniform_attachment(int nodes, int m, Rng& rng) {
  return attach(
      nodes, m, [&](int node) { return rng.index(node); }, [](NodePair) {});
}

Graph watts_strogatz(int nodes, int neighbours, double p, Rng& rng) {
  require(neighbours >= 2 && neighbours % 2 == 0 && neighbours < nodes && is_probability(p),
          "watts_strogatz: expected an even number of neighbours from 2 to nodes - 1 and p in [0, 1]");
  std::vector<std::unordered_set<int>> joined(nodes);
  for (int u = 0; u < nodes; ++u)
    for (int step = 1; step <= neighbours / 2; ++step) {
      joined[u].insert((u + step) % nodes);
      joined[(u + step) % nodes].insert(u);
    }
  // In the paper's order: rewires first the edges to all nearest neighbours, then those to the next ones.
  for (int step = 1; step <= neighbours / 2; ++step)
    for (int u = 0; u < nodes; ++u) {
      const int v = (u + step) % nodes;
      if (rng.uniform() >= p || static_cast<int>(joined[u].size()) == nodes - 1) continue;
      int target = u;
      while (target == u || joined[u].contains(target)) target = rng.index(nodes);
      joined[u].erase(v);
      joined[v].erase(u);
      joined[u].insert(target);
      joined[target].insert(u);
    }
  std::vector<NodePair> edges;
  for (int u = 0; u < nodes; ++u)
    for (const int v : joined[u])
      if (u < v) edges.push_back({u, v});
  return graph_of_edges(nodes, std::move(edges));
}

Graph stochastic_blocks(std::span<const int> sizes, double within, double between, Rng& rng) {
  require(!sizes.empty() && std::ranges::all_of(sizes, [](int size) { return size >= 1; }) &&
              is_probability(within) && is_probability(between),
          "stochastic_blocks: expected blocks of at least one node and probabilities in [0, 1]");
  std::vector<NodePair> edges;
  int first = 0;
  for (const int size : sizes) {
    append_random_edges(first, size, within, rng, edges);
    // Pairs of a node of an earlier block and a node of this one.
    choose_each(static_cast<std::int64_t>(first) * size, between, rng, [&](std::int64_t i) {
      edges.push_back({static_cast<int>(i / size), first + static_cast<int>(i % size)});
    });
    first += size;
  }
  return graph_of_edges(first, std::move(edges));
}

namespace {

struct Task {
  std::string name;
  std::vector<std::string> classes;  // names of its classes
  int fewest_nodes;                  // smallest number of nodes with which the classes differ as named
  Graph (*make)(int label, int nodes, const TaskOptions& options, Rng& rng);
};

Graph make_attachment(int label, int nodes, const TaskOptions&, Rng& rng) {
  return label == 0 ? barabasi_albert(nodes, 2, rng) : uniform_attachment(nodes, 2, rng);
}

Graph make_ring(int label, int nodes, const TaskOptions&, Rng& rng) {
  return watts_strogatz(nodes, 4, label == 0 ? 0.1 : 1.0, rng);
}

// Generates blocks. The expected degree does not depend on their number, so that the number of edges does not
// reveal the class.
Graph make_blocks(int label, int nodes, const TaskOptions&, Rng& rng) {
  const int blocks = label + 2;
  std::vector<int> sizes(blocks, nodes / blocks);
  for (int k = 0; k < nodes % blocks; ++k) ++sizes[k];
  const double size = static_cast<double>(nodes) / blocks;
  return stochastic_blocks(sizes, 5 / (size - 1), 1 / (nodes - size), rng);
}

const std::vector<Task>& tasks() {
  static const std::vector<Task> all = {
      {"er-components",
       {"1 component", "2 components", "3 components"},
       3,
       [](int label, int nodes, const TaskOptions& options, Rng& rng) {
         return with_components(nodes, label + 1, options.p, rng);
       }},
      {"ba", {"preferential attachment", "uniform attachment"}, 4, make_attachment},
      {"ws", {"small world", "random"}, 6, make_ring},
      {"sbm", {"2 blocks", "3 blocks", "4 blocks"}, 24, make_blocks},
  };
  return all;
}

}  // namespace

const std::vector<std::string>& graph_tasks() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> found;
    for (const Task& task : tasks()) found.push_back(task.name);
    return found;
  }();
  return names;
}

GraphDataset make_graph_task(const std::string& name, const TaskOptions& options) {
  const auto task = std::ranges::find(tasks(), name, &Task::name);
  if (task == tasks().end()) throw std::invalid_argument("make_graph_task: no task " + name);
  const int classes = static_cast<int>(task->classes.size());
  // Bounds that detect typing errors; no task needs more.
  constexpr int kMostGraphs = 1'000'000, kMostNodes = 100'000;
  if (options.graphs < classes || options.graphs > kMostGraphs)
    throw InputError("{}: {} graphs, expected {} (one of each class) to {}", name, options.graphs, classes,
                     kMostGraphs);
  if (options.fewest_nodes < task->fewest_nodes || options.most_nodes < options.fewest_nodes ||
      options.most_nodes > kMostNodes)
    throw InputError("{}: {} to {} nodes, expected two ascending numbers from {} to {}", name,
                     options.fewest_nodes, options.most_nodes, task->fewest_nodes, kMostNodes);
  if (!is_probability(options.p)) throw InputError("{}: p is {}, expected 0 to 1", name, options.p);

  GraphDataset dataset;
  dataset.source = name;
  dataset.class_names = task->classes;
  dataset.classes = classes;
  for (int i = 0; i < options.graphs; ++i) {
    Rng rng(mix_seed(mix_seed(options.seed, name), static_cast<std::uint64_t>(i)));
    const int label = i % classes;
    const int nodes = options.fewest_nodes + rng.index(options.most_nodes - options.fewest_nodes + 1);
    dataset.graphs.push_back(task->make(label, nodes, options, rng));
    dataset.labels.push_back(label);
    dataset.records.push_back(i);
  }
  return dataset;
}

}  // namespace bora::data
