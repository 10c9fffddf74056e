// Tests of all maps of graphs to features: features updated after a change equal those computed anew.
#include <functional>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/random.h"
#include "surrogates/kernels/graph/continuous_weisfeiler_lehman.h"
#include "surrogates/kernels/graph/weisfeiler_lehman.h"

namespace bora::surrogates {
namespace {

FeatureGraph random_graph(int nodes, double density, bool labelled, bool weighted, Rng& rng) {
  FeatureGraph graph;
  graph.neighbours.resize(nodes);
  for (int u = 0; u < nodes; ++u) {
    if (labelled) graph.labels.push_back(rng.index(3));
    graph.attributes.push_back({rng.normal(), rng.uniform()});
    for (int v = 0; v < u; ++v) {
      if (rng.uniform() >= density) continue;
      const double weight = weighted ? rng.uniform(0.5, 1.5) : 1.0;
      graph.neighbours[u].push_back({v, weight});
      graph.neighbours[v].push_back({u, weight});
    }
  }
  return graph;
}

double weight_of(const FeatureGraph& graph, int u, int v) {
  for (const auto& neighbour : graph.neighbours[u])
    if (neighbour.node == v) return neighbour.weight;
  return 0;
}

// Changes up to three pairs of nodes, and sometimes adds a node.
FeatureChange random_change(const FeatureGraph& graph, bool weighted, bool may_grow, Rng& rng) {
  FeatureChange change;
  const int nodes = static_cast<int>(graph.neighbours.size());
  const bool grows = may_grow && rng.index(4) == 0;
  if (grows) change.new_nodes.push_back({rng.index(3), {rng.normal(), rng.uniform()}});
  std::set<std::pair<int, int>> pairs;
  for (int k = 1 + rng.index(3); k > 0; --k) {
    const int u = rng.index(nodes), v = grows && rng.index(2) == 0 ? nodes : rng.index(nodes);
    if (u == v || !pairs.insert(std::minmax(u, v)).second) continue;
    const bool there = v < nodes && weight_of(graph, u, v) != 0;
    const bool removed = there && (!weighted || rng.index(3) > 0);
    double weight = removed ? 0 : 1;
    if (weighted && !removed) weight = rng.uniform(0.5, 1.5);
    change.edges.push_back({u, v, weight});
  }
  return change;
}

void change_graph(FeatureGraph& graph, const FeatureChange& change) {
  for (const auto& node : change.new_nodes) {
    graph.neighbours.emplace_back();
    if (!graph.labels.empty()) graph.labels.push_back(node.label);
    graph.attributes.push_back(node.attributes);
  }
  const auto set = [&](int from, int to, double weight) {
    std::erase_if(graph.neighbours[from], [&](const auto& n) { return n.node == to; });
    if (weight != 0) graph.neighbours[from].push_back({to, weight});
  };
  for (const auto& edge : change.edges) {
    set(edge.u, edge.v, edge.weight);
    set(edge.v, edge.u, edge.weight);
  }
}

std::map<int, double> as_map(const SparseRow& row) {
  std::map<int, double> map;
  for (const auto& entry : row) map[entry.column] = entry.value;
  return map;
}

void expect_difference(const SparseRow& after, const SparseRow& before, const SparseRow& claimed) {
  std::map<int, double> difference = as_map(after);
  for (const auto& entry : before) difference[entry.column] -= entry.value;
  for (const auto& entry : claimed) difference[entry.column] -= entry.value;
  for (const auto& [column, value] : difference) EXPECT_NEAR(value, 0, 1e-9) << "feature " << column;
}

struct Map {
  std::string name;
  bool labelled;
  std::function<std::unique_ptr<GraphFeatures>(const FeatureGraph&)> make;
};

std::vector<Map> maps() {
  std::vector<Map> all;
  for (const int h : {0, 1, 2, 3}) {
    for (const bool labelled : {false, true})
      all.push_back(
          {"discrete" + std::to_string(h) + (labelled ? "labels" : "degrees"), labelled,
           [h](const FeatureGraph& graph) { return std::make_unique<WeisfeilerLehman>(graph, h); }});
    for (const int bins : {0, 4})
      all.push_back({"continuous" + std::to_string(h) + "bins" + std::to_string(bins), false,
                     [h, bins](const FeatureGraph& graph) {
                       return std::make_unique<ContinuousWeisfeilerLehman>(graph, h, bins);
                     }});
  }
  return all;
}

class GraphFeaturesTest : public ::testing::TestWithParam<Map> {};
INSTANTIATE_TEST_SUITE_P(Maps, GraphFeaturesTest, ::testing::ValuesIn(maps()),
                         [](const auto& map) { return map.param.name; });

std::vector<double> sorted_values(const SparseRow& row) {
  std::vector<double> values;
  for (const auto& entry : row) values.push_back(entry.value);
  std::sort(values.begin(), values.end());
  return values;
}

// Numbers of features depend on the order in which labels are met, how often each occurs does not.
void expect_same_features(const GraphFeatures& a, const GraphFeatures& b) {
  const auto expected = sorted_values(a.features()), found = sorted_values(b.features());
  ASSERT_EQ(expected.size(), found.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-9);
}

TEST_P(GraphFeaturesTest, FollowsChanges) {
  for (int trial = 0; trial < 20; ++trial) {
    Rng rng(trial);
    // Classes of weights and bins of attributes are those of the graph as it came: a fresh map of an edited
    // graph has the same where weights are equal and no new node widens the range.
    const bool weighted = GetParam().name.starts_with("continuous");
    const bool may_grow = !GetParam().name.ends_with("bins4");
    FeatureGraph graph =
        random_graph(3 + rng.index(15), rng.uniform(0.05, 0.6), GetParam().labelled, weighted, rng);
    const auto features = GetParam().make(graph);
    for (int step = 0; step < 15; ++step) {
      const SparseRow before = features->features();
      const FeatureChange change = random_change(graph, weighted, may_grow, rng);
      const SparseRow learnt = features->learn(change);
      expect_difference(features->features(), before, {});
      int unseen = -1;
      const SparseRow probed = features->probe(change, &unseen);
      EXPECT_EQ(unseen, 0) << "after learning";
      expect_difference(learnt, probed, {});
      expect_difference(features->features(), before, {});
      const SparseRow applied = features->apply(change);
      expect_difference(learnt, applied, {});
      expect_difference(features->features(), before, applied);
      change_graph(graph, change);
      expect_same_features(*GetParam().make(graph), *features);
    }
  }
}

TEST_P(GraphFeaturesTest, DoesNotDependOnTheOrderOfNodes) {
  Rng rng(7);
  const FeatureGraph graph = random_graph(12, 0.3, GetParam().labelled, true, rng);
  const std::vector<int> place = rng.permutation(12);
  FeatureGraph other = graph;
  for (int u = 0; u < 12; ++u) {
    other.neighbours[place[u]].clear();
    for (const auto& neighbour : graph.neighbours[u])
      other.neighbours[place[u]].push_back({place[neighbour.node], neighbour.weight});
    other.attributes[place[u]] = graph.attributes[u];
    if (!graph.labels.empty()) other.labels[place[u]] = graph.labels[u];
  }
  expect_same_features(*GetParam().make(graph), *GetParam().make(other));
}

TEST(WeisfeilerLehman, CountsByHand) {
  // A path a - b - a of labels 5, 9, 5.
  FeatureGraph path;
  path.neighbours = {{{1, 1}}, {{0, 1}, {2, 1}}, {{1, 1}}};
  path.labels = {5, 9, 5};
  WeisfeilerLehman features(path, 1);
  // Numbers in the order of appearance: 0 = 5, 1 = 9, 2 = (5; 9), 3 = (9; 5, 5).
  EXPECT_EQ(features.features(), (SparseRow{{0, 2}, {1, 1}, {2, 2}, {3, 1}}));
  EXPECT_EQ(features.dictionary().size(), 4);
  int unseen = 0;
  // Closing the triangle makes (5; 5, 9) twice; (9; 5, 5) stays.
  FeatureChange close;
  close.edges = {{0, 2, 1}};
  EXPECT_EQ(features.probe(close, &unseen), (SparseRow{{2, -2}}));
  EXPECT_EQ(unseen, 2);
  EXPECT_EQ(features.dictionary().size(), 4) << "a probe must not grow it";
  EXPECT_EQ(features.learn(close), (SparseRow{{2, -2}, {4, 2}}));
}

TEST(WeisfeilerLehman, SeesWeightsWhereTheyDiffer) {
  FeatureGraph path;
  path.neighbours = {{{1, 1}}, {{0, 1}, {2, 3}}, {{1, 3}}};
  path.labels = {0, 0, 0};
  FeatureChange heavier;
  heavier.edges = {{0, 1, 2.9}};
  EXPECT_FALSE(WeisfeilerLehman(path, 1).learn(heavier).empty());
  path.neighbours = {{{1, 1}}, {{0, 1}, {2, 1}}, {{1, 1}}};
  EXPECT_TRUE(WeisfeilerLehman(path, 1).learn(heavier).empty()) << "all edges weighed the same";
}

TEST(ContinuousWeisfeilerLehman, AveragesByHand) {
  FeatureGraph edge;
  edge.neighbours = {{{1, 2.0}}, {{0, 2.0}}, {}};
  edge.attributes = {{1}, {4}, {6}};
  const SparseRow row = ContinuousWeisfeilerLehman(edge, 1, 0).features();
  // Both ends become (1 + 4) / 2; the lone node stays.
  EXPECT_EQ(row, (SparseRow{{0, 11}, {1, 11}}));
  edge.neighbours[0].push_back({2, 1.0});
  edge.neighbours[2].push_back({0, 1.0});
  const SparseRow joined = ContinuousWeisfeilerLehman(edge, 1, 0).features();
  EXPECT_NEAR(joined[1].value, 0.5 * (1 + 14.0 / 3) + 2.5 + 3.5, 1e-12);
}

TEST(GraphFeatures, BadInput) {
  FeatureGraph graph;
  graph.neighbours.resize(2);
  EXPECT_THROW(WeisfeilerLehman(graph, -1), InputError);
  EXPECT_THROW(ContinuousWeisfeilerLehman(graph, 1, 0), InputError);
  graph.labels = {1};
  EXPECT_THROW(WeisfeilerLehman(graph, 1), InputError);
  graph.attributes = {{1, 2}, {3}};
  EXPECT_THROW(ContinuousWeisfeilerLehman(graph, 1, 0), InputError);
  graph.attributes = {{1}, {3}};
  EXPECT_THROW(ContinuousWeisfeilerLehman(graph, 1, 1), InputError);
}

}  // namespace
}  // namespace bora::surrogates
