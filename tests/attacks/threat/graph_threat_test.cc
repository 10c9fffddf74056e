#include "attacks/threat/graph_threat.h"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "attacks/threat/graph_difference.h"
#include "support/input_error.h"
#include "support/sample_graphs.h"

namespace bora::attacks {
namespace {

using testing::attributed;
using testing::complete_graph;
using testing::cycle_graph;
using testing::expect_input_error;
using testing::labelled;
using testing::make_graph;
using testing::path_graph;
using testing::random_graph;
using testing::weighted;
using testing::with_edge;
using testing::with_node;
using testing::without_edge;

GraphThreat threat(EditRules rules, const Graph& graph) {
  return GraphThreat(rules, std::make_shared<const Graph>(graph));
}

// Number of edits that suffices for every small graph below.
EditRules rules(EditMode mode) {
  return {.mode = mode, .ratio = 1};
}

void expect_violation(const GraphThreat& threat, const Graph& graph, const std::string& part) {
  const std::string wrong = threat.violation(graph);
  EXPECT_NE(wrong.find(part), std::string::npos) << "'" << part << "' is missing in: '" << wrong << "'";
  EXPECT_EQ(wrong.find('\n'), std::string::npos);
}

TEST(EditModes, AreReadAsTheyAreWritten) {
  for (const auto& mode : edit_modes()) EXPECT_EQ(to_string(parse_edit_mode(mode)), mode);
  EXPECT_EQ(parse_edit_mode("reweight"), EditMode::reweight);
  expect_input_error([] { parse_edit_mode("rewird"); }, "edit-mode", "rewird", "flip",
                     "did you mean 'rewire'");
}

TEST(EditRules, OutOfRangeIsRefused) {
  EXPECT_NO_THROW(EditRules().check());
  expect_input_error([] { EditRules{.ratio = 0}.check(); }, "budget-edits", "0");
  expect_input_error([] { EditRules{.ratio = std::nan("")}.check(); }, "budget-edits");
  expect_input_error([] { EditRules{.ratio = 1.5}.check(); }, "budget-edits", "1.5");
  expect_input_error([] { EditRules{.most_edits = -1}.check(); }, "most-edits", "-1");
  expect_input_error([] { EditRules{.hops = -2}.check(); }, "hops", "-2");
  expect_input_error([] { EditRules{.most_injected = 0}.check(); }, "most-injected", "0");
  expect_input_error([] { EditRules{.injected_degree = 0}.check(); }, "injected-degree", "0");
  expect_input_error([] { threat(rules(EditMode::reweight), path_graph(3)); }, "reweight", "weights");
}

TEST(GraphThreat, BudgetIsAShareOfThePairs) {
  const auto budget = [](EditRules of, int nodes) { return threat(of, make_graph(nodes, {})).budget(); };
  EXPECT_EQ(budget({.ratio = 0.03}, 39), 46);  // 45.63
  EXPECT_EQ(budget({.ratio = 0.03}, 13), 5);   // 5.07
  EXPECT_EQ(budget({.ratio = 0.03}, 1), 1);
  EXPECT_EQ(budget({.ratio = 0.03, .most_edits = 7}, 39), 7);
  EXPECT_EQ(budget({.ratio = 0.03, .most_edits = 70}, 39), 46);
  EXPECT_EQ(budget({.ratio = 1}, 100000), std::numeric_limits<int>::max());
}

TEST(GraphThreat, TheOriginalIsAllowedAndHasNoEdits) {
  for (const auto& mode : edit_modes()) {
    auto of = rules(parse_edit_mode(mode));
    of.hops = 2;
    of.keep_connected = true;
    const Graph graph = attributed(labelled(weighted(random_graph(12, 20, 1), 2), 3, 3), 2, 4);
    EXPECT_EQ(threat(of, graph).violation(graph), "");
    EXPECT_EQ(threat(of, graph).edits(graph), 0);
  }
}

TEST(GraphThreat, FlipAddRemove) {
  const Graph path = path_graph(5);
  const Graph longer = with_edge(path, {0, 4});
  const Graph shorter = without_edge(path, {1, 2});
  EXPECT_EQ(threat(rules(EditMode::flip), path).violation(longer), "");
  EXPECT_EQ(threat(rules(EditMode::flip), path).violation(shorter), "");
  EXPECT_EQ(threat(rules(EditMode::add), path).violation(longer), "");
  expect_violation(threat(rules(EditMode::add), path), shorter, "edge 1-2 was removed");
  EXPECT_EQ(threat(rules(EditMode::remove), path).violation(shorter), "");
  expect_violation(threat(rules(EditMode::remove), path), longer, "edge 0-4 was added");
  EXPECT_EQ(threat(rules(EditMode::flip), path).edits(with_edge(shorter, {0, 4})), 2);
}

TEST(GraphThreat, MoreEditsThanTheBudget) {
  const Graph path = path_graph(5);
  const auto one = threat({.most_edits = 1}, path);
  EXPECT_EQ(one.violation(with_edge(path, {0, 4})), "");
  expect_violation(one, with_edge(with_edge(path, {0, 4}), {0, 3}), "2 edits, at most 1");
}

TEST(GraphThreat, AddedEdgesSpanAtMostTheHops) {
  auto two_hops = rules(EditMode::flip);
  two_hops.hops = 2;
  const Graph path = path_graph(6);
  EXPECT_EQ(threat(two_hops, path).violation(with_edge(path, {1, 3})), "");
  expect_violation(threat(two_hops, path), with_edge(path, {1, 4}), "edge 1-4 was added");
  // Distances are those of the original: added or removed edges do not change them.
  expect_violation(threat(two_hops, path), with_edge(with_edge(path, {1, 3}), {1, 4}), "edge 1-4");
  EXPECT_EQ(threat(two_hops, path).violation(with_edge(without_edge(path, {1, 2}), {1, 3})), "");
}

// Returns all distances by the Floyd-Warshall algorithm.
TEST(GraphThreat, WithinHopsAgreesWithAllDistances) {
  const Graph graph = random_graph(30, 32, 7);
  std::vector distance(30, std::vector<int>(30, 1000));
  for (int i = 0; i < 30; ++i) distance[i][i] = 0;
  for (const auto& [u, v] : graph.edges) distance[u][v] = distance[v][u] = 1;
  for (int k = 0; k < 30; ++k)
    for (int i = 0; i < 30; ++i)
      for (int j = 0; j < 30; ++j) distance[i][j] = std::min(distance[i][j], distance[i][k] + distance[k][j]);
  for (int hops = 1; hops < 7; ++hops) {
    const auto with = threat({.hops = hops}, graph);
    for (int u = 0; u < 30; ++u) {
      std::vector<int> ball;
      for (int v = 0; v < 30; ++v) {
        EXPECT_EQ(with.within_hops(u, v), distance[u][v] <= hops) << u << ' ' << v << ' ' << hops;
        if (v != u && distance[u][v] <= hops) ball.push_back(v);
      }
      EXPECT_EQ(with.hop_ball(u), ball);
    }
  }
  EXPECT_TRUE(threat({}, make_graph(3, {})).within_hops(0, 2));
}

TEST(GraphThreat, KeepsConnected) {
  auto connected = rules(EditMode::flip);
  connected.keep_connected = true;
  const Graph path = path_graph(5);
  expect_violation(threat(connected, path), without_edge(path, {1, 2}),
                   "2 connected components, the original has 1");
  EXPECT_EQ(threat(connected, path).violation(with_edge(without_edge(path, {1, 2}), {0, 4})), "");
  // The original has two components. If an edit joins them, an edge may be removed.
  const Graph two = make_graph(5, {{0, 1}, {2, 3}, {3, 4}});
  EXPECT_EQ(threat(connected, two).components(), 2);
  EXPECT_EQ(threat(connected, two).violation(with_edge(without_edge(two, {2, 3}), {0, 4})), "");
  expect_violation(threat(connected, two), without_edge(two, {2, 3}), "3 connected components");
}

TEST(GraphThreat, WeightsOfEditedGraphs) {
  Graph path = path_graph(4);
  path.weights = {0.5F, 0.75F, 1.0F};
  const auto flip = threat(rules(EditMode::flip), path);
  EXPECT_EQ(flip.violation(with_edge(path, {0, 3}, 0.6F)), "");
  expect_violation(flip, with_edge(path, {0, 3}, 0.4F), "edge 0-3 weighs 0.4, expected 0.5 to 1");
  expect_violation(flip, with_edge(path, {0, 3}, 1.1F), "edge 0-3 weighs 1.1");
  expect_violation(flip, with_edge(path, {0, 1}, 0.6F), "edge 0-1 weighs 0.6, in the original 0.5");
  Graph bare = path;
  bare.weights.clear();
  expect_violation(flip, bare, "edges have no weights");
  EXPECT_EQ(flip.violation(make_graph(4, {})), "");  // no edge, no weight
  expect_violation(threat(rules(EditMode::flip), path_graph(4)), path, "edges have weights");
}

TEST(GraphThreat, Reweight) {
  Graph path = path_graph(4);
  path.weights = {0.5F, 0.75F, 1.0F};
  const auto reweight = threat(rules(EditMode::reweight), path);
  EXPECT_EQ(reweight.violation(with_edge(path, {0, 1}, 0.6F)), "");
  EXPECT_EQ(reweight.edits(with_edge(with_edge(path, {0, 1}, 0.6F), {1, 2}, 1.0F)), 2);
  expect_violation(reweight, with_edge(path, {0, 1}, 1.5F), "edge 0-1 weighs 1.5");
  expect_violation(reweight, without_edge(path, {0, 1}), "edge 0-1 was removed");
  expect_violation(reweight, with_edge(path, {0, 2}, 0.5F), "edge 0-2 was added");
  expect_violation(reweight, with_edge(path, {0, 1}, std::nanf("")), "malformed");
}

TEST(GraphThreat, RewiringsShareANodeOneToOne) {
  const Graph path = path_graph(6);
  const auto rewire = threat(rules(EditMode::rewire), path);
  const Graph one = with_edge(without_edge(path, {0, 1}), {0, 4});
  EXPECT_EQ(rewire.violation(one), "");
  EXPECT_EQ(rewire.edits(one), 1);
  // An edge whose two ends are both moved shares no node with the original one.
  expect_violation(rewire, with_edge(without_edge(path, {0, 1}), {2, 4}), "edge 0-1");
  expect_violation(rewire, without_edge(path, {0, 1}), "1 edge removed and 0 added");
  // As many edges are removed as added, but 0-1 cannot be paired: the added ones share no node with it.
  const Graph unfair = with_edge(with_edge(without_edge(without_edge(path, {0, 1}), {1, 2}), {2, 4}), {2, 5});
  expect_violation(rewire, unfair, "edges removed and added");
  // The pairing must be chosen: if 1-2 is paired with 1-4, nothing is left for 0-1.
  const Graph chosen = with_edge(with_edge(without_edge(without_edge(path, {0, 1}), {1, 2}), {1, 4}), {2, 5});
  EXPECT_EQ(rewire.violation(chosen), "");
  EXPECT_EQ(rewire.edits(chosen), 2);
}

// Returns whether edges can be paired, by trying every assignment.
TEST(Rewiring, FlowAgreesWithAllPermutations) {
  const auto shares = [](NodePair a, NodePair b) {
    return a.u == b.u || a.u == b.v || a.v == b.u || a.v == b.v;
  };
  int possible = 0, impossible = 0;
  for (int trial = 0; trial < 400; ++trial) {
    Rng rng(trial);
    const int count = 2 + rng.index(4);
    Graph all = random_graph(7, 2 * count, 1000 + trial);
    rng.shuffle(all.edges);
    const std::vector<NodePair> removed(all.edges.begin(), all.edges.begin() + count);
    const std::vector<NodePair> added(all.edges.begin() + count, all.edges.end());
    std::vector<int> order(count);
    for (int i = 0; i < count; ++i) order[i] = i;
    bool found = false;
    do {
      bool fits = true;
      for (int i = 0; i < count; ++i) fits = fits && shares(removed[i], added[order[i]]);
      found = found || fits;
    } while (!found && std::next_permutation(order.begin(), order.end()));
    EXPECT_EQ(are_rewirings(removed, added), found) << trial;
    (found ? possible : impossible) += 1;
  }
  EXPECT_GT(possible, 50);
  EXPECT_GT(impossible, 50);
}

TEST(GraphThreat, RewiredEdgesKeepTheirWeights) {
  Graph path = path_graph(5);
  path.weights = {0.5F, 0.75F, 1.0F, 1.0F};
  const auto rewire = threat(rules(EditMode::rewire), path);
  EXPECT_EQ(rewire.violation(with_edge(without_edge(path, {0, 1}), {0, 4}, 0.5F)), "");
  expect_violation(rewire, with_edge(without_edge(path, {0, 1}), {0, 4}, 0.75F), "weight 0.5");
  // 0-1 (0.5) became 1-4 and 1-2 (0.75) became 1-3; with the weights exchanged they still share node 1.
  const Graph both = without_edge(without_edge(path, {0, 1}), {1, 2});
  EXPECT_EQ(rewire.violation(with_edge(with_edge(both, {1, 4}, 0.5F), {1, 3}, 0.75F)), "");
  EXPECT_EQ(rewire.violation(with_edge(with_edge(both, {1, 4}, 0.75F), {1, 3}, 0.5F)), "");
  // At 2-4, 0.75 could come from 1-2 alone, 0.5 from none.
  EXPECT_EQ(rewire.violation(with_edge(with_edge(both, {1, 4}, 0.5F), {2, 4}, 0.75F)), "");
  expect_violation(rewire, with_edge(with_edge(both, {1, 4}, 0.75F), {2, 4}, 0.5F), "edge 0-1");
}

TEST(GraphThreat, HopsRestrictRewirings) {
  auto of = rules(EditMode::rewire);
  of.hops = 2;
  const Graph path = path_graph(6);
  EXPECT_EQ(threat(of, path).violation(with_edge(without_edge(path, {0, 1}), {0, 2})), "");
  expect_violation(threat(of, path), with_edge(without_edge(path, {0, 1}), {0, 3}), "edge 0-3");
}

TEST(GraphThreat, SwapsKeepDegrees) {
  const Graph two = make_graph(5, {{0, 1}, {2, 3}});
  const auto swap = threat(rules(EditMode::swap), two);
  const Graph swapped = make_graph(5, {{0, 3}, {1, 2}});
  EXPECT_EQ(swap.violation(swapped), "");
  EXPECT_EQ(swap.edits(swapped), 1);
  expect_violation(swap, make_graph(5, {{0, 4}, {1, 2}}), "degree of node");
  expect_violation(swap, make_graph(5, {{0, 1}}), "1 edge removed and 0 added");
  // Six pairs around a hexagon cannot be one swap.
  const auto hexagon = threat(rules(EditMode::swap), make_graph(6, {{0, 1}, {2, 3}, {4, 5}}));
  EXPECT_EQ(hexagon.edits(make_graph(6, {{1, 2}, {3, 4}, {0, 5}})), 2);
}

TEST(GraphThreat, InjectedNodes) {
  auto of = rules(EditMode::inject);
  of.most_injected = 2;
  of.injected_degree = 2;
  const Graph path = attributed(labelled(path_graph(4), 2, 5), 2, 6);
  const auto inject = threat(of, path);
  const Graph one = with_node(path, {0});
  EXPECT_EQ(inject.violation(one), "");
  EXPECT_EQ(inject.edits(one), 1);
  EXPECT_EQ(inject.edits(with_node(path, {0, 3})), 2);
  EXPECT_EQ(inject.violation(with_node(one, {4})), "");  // adjacent to the other new node only
  expect_violation(inject, with_node(path, {}), "injected node 4 has 0 edges");
  expect_violation(inject, with_node(path, {0, 1, 2}), "injected node 4 has 3 edges, expected 1 to 2");
  expect_violation(inject, with_node(with_node(one, {1}), {2}), "7 nodes, expected 4 to 6");
  expect_violation(inject, with_edge(one, {0, 2}), "edge 0-2 between nodes of the original");
  expect_violation(threat(rules(EditMode::flip), path), one, "5 nodes, expected 4");
  Graph strange = one;
  strange.node_labels[4] = 2;
  expect_violation(inject, strange, "label 2 of injected node 4");
  // Hops do not restrict edges of new nodes.
  of.hops = 1;
  EXPECT_EQ(threat(of, path).violation(with_node(path, {0, 3})), "");
  // Two new nodes with a single edge between them are a further component.
  Graph apart = with_node(with_node(path, {}), {4});
  EXPECT_EQ(inject.violation(apart), "");
  of.keep_connected = true;
  expect_violation(threat(of, path), apart, "2 connected components");
}

TEST(GraphThreat, NodesStayAsTheyAre) {
  const Graph path = attributed(labelled(path_graph(4), 2, 5), 2, 6);
  const auto flip = threat(rules(EditMode::flip), path);
  Graph other = path;
  other.node_labels[2] = 1 - other.node_labels[2];
  expect_violation(flip, other, "label of node 2");
  other = path;
  other.attributes[5] += 1;
  expect_violation(flip, other, "attribute 1 of node 2");
  other = path;
  other.node_labels.clear();
  expect_violation(flip, other, "nodes have no labels");
  other = path;
  other.attribute_count = 1;
  other.attributes.resize(4);
  expect_violation(flip, other, "1 attributes a node");
}

TEST(GraphThreat, MalformedGraphsAreViolationsNotFailures) {
  const auto flip = threat(rules(EditMode::flip), path_graph(4));
  expect_violation(flip, make_graph(4, {{0, 1}, {0, 1}}), "malformed");
  expect_violation(flip, make_graph(4, {{1, 1}}), "malformed");
  expect_violation(flip, make_graph(4, {{1, 9}}), "malformed");
}

TEST(GraphDifferences, AreThoseOfTheEdgeSets) {
  const Graph a = weighted(random_graph(20, 60, 1), 2);
  const Graph b = weighted(random_graph(20, 60, 3), 4);
  std::vector<EdgeDifference> expected;
  for (int u = 0; u < 20; ++u)
    for (int v = u + 1; v < 20; ++v) {
      const auto weight = [&](const Graph& graph) {
        const int edge = graph.find({u, v});
        return edge < 0 ? 0 : graph.weight(edge);
      };
      const float before = weight(a), after = weight(b);
      if (before != after) expected.push_back({{u, v}, before, after});
    }
  EXPECT_EQ(edge_differences(a, b), expected);
  EXPECT_TRUE(edge_differences(a, a).empty());
}

TEST(GraphThreat, LargeGraphsInLinearMemory) {
  auto original = std::make_shared<const Graph>(random_graph(10000, 50000, 1));
  const GraphThreat large({.hops = 2, .keep_connected = true}, original);
  Graph edited = *original;
  const int u = 17;
  for (const int v : large.hop_ball(u)) edited = with_edge(edited, pair_of(u, v));
  EXPECT_EQ(large.violation(edited), "");
  EXPECT_GT(large.edits(edited), 20);
  const GraphThreat rewire({.mode = EditMode::rewire}, original);
  EXPECT_EQ(rewire.budget(), 3000000);
  // With ten edges per node, any two such graphs are rewirings of each other.
  EXPECT_EQ(rewire.violation(random_graph(10000, 50000, 2)), "");
  expect_violation(rewire, random_graph(10000, 49999, 2), "edges removed");
}

}  // namespace
}  // namespace bora::attacks
