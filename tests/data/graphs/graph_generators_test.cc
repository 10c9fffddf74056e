#include "data/graphs/graph_generators.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "support/input_error.h"
#include "support/parameter_name.h"

namespace bora::data {
namespace {

// Returns the sizes of the connected components, ascending.
std::vector<int> component_sizes(const Graph& graph) {
  std::vector<int> root(graph.nodes);
  std::iota(root.begin(), root.end(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [u, v] : graph.edges)
      if (root[u] != root[v]) {
        root[u] = root[v] = std::min(root[u], root[v]);
        changed = true;
      }
  }
  std::map<int, int> sizes;
  for (const int node_root : root) ++sizes[node_root];
  std::vector<int> found;
  for (const auto& [node_root, size] : sizes) found.push_back(size);
  std::ranges::sort(found);
  return found;
}

// Expects a binomial count within 5 standard deviations of its mean. With random seeds, one test in a million
// would fail by chance.
void expect_binomial(double count, double trials, double p) {
  EXPECT_NEAR(count, trials * p, 5 * std::sqrt(trials * p * (1 - p)) + 1e-9);
}

double pairs(double n) {
  return n * (n - 1) / 2;
}

TEST(ErdosRenyi, HasEachPairWithProbabilityP) {
  Rng rng(1);
  std::map<NodePair, int> times;
  const int repeats = 3000;
  for (int i = 0; i < repeats; ++i) {
    const Graph graph = erdos_renyi(6, 0.3, rng);
    check(graph, "here");
    for (const NodePair edge : graph.edges) ++times[edge];
  }
  ASSERT_EQ(times.size(), 15u);
  for (const auto& [pair, count] : times) expect_binomial(count, repeats, 0.3);
}

TEST(ErdosRenyi, HasTheExpectedDegreeAtAnySize) {
  Rng rng(2);
  for (const int nodes : {50, 1000, 10000}) {
    const double p = 10.0 / (nodes - 1);
    const Graph graph = erdos_renyi(nodes, p, rng);
    check(graph, "here");
    expect_binomial(static_cast<double>(graph.edges.size()), pairs(nodes), p);
    const auto degree = degrees(graph);
    expect_binomial(static_cast<double>(std::accumulate(degree.begin(), degree.begin() + nodes / 2, 0)),
                    nodes / 2 * (nodes - 1.0), p);
  }
}

TEST(ErdosRenyi, IsEmptyOrCompleteAtTheEnds) {
  Rng rng(3);
  EXPECT_TRUE(erdos_renyi(20, 0, rng).edges.empty());
  EXPECT_EQ(erdos_renyi(20, 1, rng).edges.size(), 190u);
  EXPECT_EQ(erdos_renyi(1, 1, rng).edges.size(), 0u);
  EXPECT_LT(erdos_renyi(1000, 1e-300, rng).edges.size(), 1u);
}

TEST(WithComponents, HasComponentsOfEqualSize) {
  Rng rng(4);
  for (const double p : {0.0, 0.05, 0.5, 1.0})
    for (int components = 1; components <= 5; ++components)
      for (const int nodes : {5, 31, 40}) {
        const Graph graph = with_components(nodes, components, p, rng);
        check(graph, "here");
        const auto sizes = component_sizes(graph);
        ASSERT_EQ(static_cast<int>(sizes.size()), components);
        EXPECT_EQ(graph.nodes, nodes);
        EXPECT_LE(sizes.back() - sizes.front(), 1);
        if (p == 0) {
          EXPECT_EQ(static_cast<int>(graph.edges.size()), nodes - components);  // trees
        }
        if (p == 1) {
          double complete = 0;
          for (const int size : sizes) complete += pairs(size);
          EXPECT_EQ(static_cast<double>(graph.edges.size()), complete);
        }
      }
}

TEST(WithComponents, NumbersNodesInRandomOrder) {
  Rng rng(5);
  // If nodes were numbered component by component, no edge would join the two halves.
  int across = 0;
  for (const NodePair edge : with_components(40, 2, 0.2, rng).edges) across += edge.u < 20 && edge.v >= 20;
  EXPECT_GT(across, 5);
}

TEST(Attachment, HasMEdgesForEachNewNode) {
  Rng rng(6);
  for (const int m : {1, 2, 5})
    for (const int nodes : {m + 1, 30, 200}) {
      for (const Graph& graph : {barabasi_albert(nodes, m, rng), uniform_attachment(nodes, m, rng)}) {
        check(graph, "here");
        EXPECT_EQ(static_cast<int>(graph.edges.size()), (nodes - m) * m);
        EXPECT_EQ(component_sizes(graph).size(), 1u);
        std::vector<int> to_earlier(nodes);
        for (const NodePair edge : graph.edges) ++to_earlier[edge.v];
        for (int node = m + 1; node < nodes; ++node) EXPECT_EQ(to_earlier[node], m);
      }
    }
}

TEST(BarabasiAlbert, PrefersHubs) {
  Rng rng(7);
  int preferential = 0, uniform = 0;
  for (int i = 0; i < 20; ++i) {
    preferential += std::ranges::max(degrees(barabasi_albert(1000, 2, rng)));
    uniform += std::ranges::max(degrees(uniform_attachment(1000, 2, rng)));
  }
  // The largest degrees grow with the square root and the logarithm of the number of nodes.
  EXPECT_GT(preferential, 2 * uniform);
}

TEST(BarabasiAlbert, DrawsInProportionToDegree) {
  // The fourth node of a tree joins the middle of the path of three before it with probability 2/4.
  Rng rng(8);
  const int repeats = 4000;
  int middle = 0;
  for (int i = 0; i < repeats; ++i) {
    const auto degree = degrees(barabasi_albert(4, 1, rng));
    middle += std::ranges::max(degree) == 3;
  }
  expect_binomial(middle, repeats, 0.5);
}

TEST(WattsStrogatz, IsARingWithoutRewiring) {
  Rng rng(9);
  const Graph ring = watts_strogatz(12, 4, 0, rng);
  check(ring, "here");
  EXPECT_EQ(ring.edges.size(), 24u);
  for (int u = 0; u < 12; ++u)
    for (const int step : {1, 2}) EXPECT_GE(ring.find(pair_of(u, (u + step) % 12)), 0);
}

TEST(WattsStrogatz, RewiresTheExpectedShareAndKeepsTheNumberOfEdges) {
  Rng rng(10);
  const int nodes = 2000;
  for (const double p : {0.1, 0.5, 1.0}) {
    const Graph graph = watts_strogatz(nodes, 4, p, rng);
    check(graph, "here");
    ASSERT_EQ(graph.edges.size(), 4000u);
    int of_ring = 0;
    for (const auto& [u, v] : graph.edges) of_ring += v - u <= 2 || u + nodes - v <= 2;
    expect_binomial(of_ring, 4000, 1 - p * (1 - 4.0 / nodes));
  }
}

TEST(WattsStrogatz, KeepsACompleteGraph) {
  Rng rng(11);
  EXPECT_EQ(watts_strogatz(5, 4, 1, rng).edges.size(), 10u);
}

TEST(StochasticBlocks, HasTheRequestedDensities) {
  Rng rng(12);
  const std::vector<int> sizes = {100, 50, 150};
  const Graph graph = stochastic_blocks(sizes, 0.3, 0.05, rng);
  check(graph, "here");
  EXPECT_EQ(graph.nodes, 300);
  const auto block = [](int node) { return static_cast<int>(node >= 100) + static_cast<int>(node >= 150); };
  std::map<std::pair<int, int>, double> count;
  for (const auto& [u, v] : graph.edges) ++count[{block(u), block(v)}];
  for (int a = 0; a < 3; ++a)
    for (int b = a; b < 3; ++b)
      if (a == b)
        expect_binomial(count[{a, b}], pairs(sizes[a]), 0.3);
      else
        expect_binomial(count[{a, b}], sizes[a] * sizes[b], 0.05);
}

TEST(Generators, RefuseParametersOutOfRange) {
  Rng rng(13);
  const std::vector<int> empty_block = {3, 0};
  EXPECT_THROW(erdos_renyi(0, 0.5, rng), std::invalid_argument);
  EXPECT_THROW(erdos_renyi(5, 1.5, rng), std::invalid_argument);
  EXPECT_THROW(erdos_renyi(5, std::nan(""), rng), std::invalid_argument);
  EXPECT_THROW(with_components(5, 6, 0.5, rng), std::invalid_argument);
  EXPECT_THROW(barabasi_albert(5, 5, rng), std::invalid_argument);
  EXPECT_THROW(uniform_attachment(5, 0, rng), std::invalid_argument);
  EXPECT_THROW(watts_strogatz(5, 3, 0.5, rng), std::invalid_argument);
  EXPECT_THROW(watts_strogatz(4, 4, 0.5, rng), std::invalid_argument);
  EXPECT_THROW(stochastic_blocks(empty_block, 0.5, 0.5, rng), std::invalid_argument);
}

class GraphTask : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, GraphTask, ::testing::ValuesIn(graph_tasks()), testing::parameter_name);

TEST_P(GraphTask, IsBalancedSeededAndAPrefixOfALargerOne) {
  const TaskOptions options = {.graphs = 60, .seed = 5};
  const GraphDataset task = make_graph_task(GetParam(), options);
  EXPECT_NO_THROW(check(task));
  EXPECT_EQ(task.size(), 60);
  EXPECT_EQ(static_cast<int>(task.class_names.size()), task.classes);
  for (int label = 0; label < task.classes; ++label)
    EXPECT_EQ(std::ranges::count(task.labels, label), 60 / task.classes);
  std::set<int> sizes;
  for (const Graph& graph : task.graphs) sizes.insert(graph.nodes);
  EXPECT_GE(*sizes.begin(), 30);
  EXPECT_LE(*sizes.rbegin(), 50);
  EXPECT_GT(sizes.size(), 10u);

  TaskOptions larger = options;
  larger.graphs = 90;
  const GraphDataset more = make_graph_task(GetParam(), larger);
  EXPECT_TRUE(std::equal(task.graphs.begin(), task.graphs.end(), more.graphs.begin()));
  TaskOptions other = options;
  other.seed = 6;
  EXPECT_NE(make_graph_task(GetParam(), other).graphs, task.graphs);
}

TEST_P(GraphTask, WorksWithItsSmallestNumberOfNodesAndRefusesFewer) {
  const int fewest =
      std::map<std::string, int>{{"er-components", 3}, {"ba", 4}, {"ws", 6}, {"sbm", 24}}.at(GetParam());
  EXPECT_NO_THROW(
      check(make_graph_task(GetParam(), {.graphs = 30, .fewest_nodes = fewest, .most_nodes = fewest})));
  const auto refuse = [&](const TaskOptions& options, const std::string& word) {
    testing::expect_input_error([&] { make_graph_task(GetParam(), options); }, GetParam() + ": ", word);
  };
  refuse({.fewest_nodes = fewest - 1}, "from " + std::to_string(fewest));
  refuse({.fewest_nodes = 40, .most_nodes = 39}, "40 to 39 nodes");
  refuse({.graphs = 1}, "1 graphs");
  refuse({.graphs = 2'000'000}, "2000000 graphs");
  refuse({.p = -0.1}, "p is -0.1");
}

TEST(GraphTask, ComponentsAreCountedByTheLabel) {
  const GraphDataset task = make_graph_task("er-components", {.graphs = 90});
  for (int i = 0; i < task.size(); ++i)
    EXPECT_EQ(static_cast<int>(component_sizes(task.graphs[i]).size()), task.labels[i] + 1);
}

// The number of edges must not reveal the class.
TEST(GraphTask, NumbersOfEdgesDoNotTellTheClass) {
  for (const std::string name : {"ba", "ws"}) {
    const GraphDataset task = make_graph_task(name, {.graphs = 40, .fewest_nodes = 40, .most_nodes = 40});
    for (const Graph& graph : task.graphs) EXPECT_EQ(graph.edges.size(), task.graphs[0].edges.size());
  }
  const GraphDataset blocks = make_graph_task("sbm", {.graphs = 3000, .fewest_nodes = 48, .most_nodes = 48});
  std::vector<double> edges(3);
  for (int i = 0; i < blocks.size(); ++i)
    edges[blocks.labels[i]] += static_cast<double>(blocks.graphs[i].edges.size());
  for (const double sum : edges) EXPECT_NEAR(sum / 1000, 48 * 6 / 2, 2);
}

}  // namespace
}  // namespace bora::data
