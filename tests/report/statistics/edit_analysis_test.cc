#include "report/statistics/edit_analysis.h"

#include <set>

#include <gtest/gtest.h>

#include "report/small_graphs.h"
#include "report/words/run_tables.h"
#include "support/input_error.h"

namespace bora::report {
namespace {

using testing::flipped;
using testing::make_graph;
using testing::path_graph;
using testing::ring_of_cliques;

EditFacts flips() {
  EditFacts rules;
  rules.mode = "flip";
  return rules;
}

/// Returns `count` different pairs of the nodes 0, ..., nodes - 1.
std::vector<NodePair> random_pairs(int nodes, int count, Rng& rng) {
  std::set<NodePair> pairs;
  while (static_cast<int>(pairs.size()) < count) {
    const int u = rng.index(nodes);
    const int v = rng.index(nodes);
    if (u != v) pairs.insert(pair_of(u, v));
  }
  return {pairs.begin(), pairs.end()};
}

TEST(GraphStructure, KnowsDistancesAndCommunities) {
  const GraphStructure structure(make_graph(5, {{0, 1}, {1, 2}, {3, 4}}));
  EXPECT_EQ(structure.distance(0, 2), 2);
  EXPECT_EQ(structure.distance(0, 4), 3);  // no path: one more than the longest path
  EXPECT_TRUE(structure.has_edge({3, 4}));
  EXPECT_FALSE(structure.has_edge({0, 2}));
  EXPECT_EQ(structure.component_count(), 2);
  EXPECT_EQ(structure.community_count(), 2);
  testing::expect_input_error([] { GraphStructure too_large(path_graph(1001)); }, "1001", "at most 1000");
}

TEST(EditNullModel, DrawsAsManyOfEachKindFromWhatIsAllowed) {
  const Graph graph = path_graph(30);
  const GraphStructure structure(graph);
  EditFacts rules = flips();
  rules.hops = 3;
  const GraphChanges changes = changes_between(graph, flipped(graph, {{0, 2}, {3, 5}, {6, 7}}));
  const EditNullModel null_model(structure, rules);
  Rng rng(1);
  std::set<NodePair> seen;
  for (int i = 0; i < 300; ++i) {
    const auto drawn = null_model.draw(changes, rng);
    ASSERT_TRUE(drawn);
    ASSERT_EQ(drawn->added.size(), 2U);
    ASSERT_EQ(drawn->removed.size(), 1U);
    EXPECT_NE(drawn->added[0], drawn->added[1]);
    for (const auto& [u, v] : drawn->added) {
      EXPECT_GE(v - u, 2);
      EXPECT_LE(v - u, 3);
      seen.insert({u, v});
    }
    EXPECT_EQ(drawn->removed[0].v - drawn->removed[0].u, 1);
  }
  EXPECT_EQ(seen.size(), 28U + 27U);  // every allowed pair is drawn
}

TEST(EditNullModel, KeepsComponentsConnectedWhereTheThreatDoes) {
  const Graph graph =
      flipped(path_graph(10), {{7, 9}});  // a triangle at the end, the only edges that can be removed
  const GraphStructure structure(graph);
  EditFacts rules = flips();
  rules.keep_connected = true;
  const EditNullModel null_model(structure, rules);
  const GraphChanges changes = changes_between(graph, flipped(graph, {{7, 8}}));
  Rng rng(1);
  for (int i = 0; i < 100; ++i) {
    const auto drawn = null_model.draw(changes, rng);
    ASSERT_TRUE(drawn);
    EXPECT_GE(drawn->removed[0].u, 7);
  }
  EXPECT_FALSE(null_model.draw(changes_between(graph, flipped(graph, {{7, 8}, {8, 9}, {7, 9}})), rng));
}

TEST(EditNullModel, MovesEdgesWhereTheModeDoes) {
  const Graph graph = ring_of_cliques(4, 4);
  const GraphStructure structure(graph);
  EditFacts rules = flips();
  Rng rng(1);
  rules.mode = "rewire";
  const auto moved =
      EditNullModel(structure, rules)
          .draw(changes_between(graph, flipped(graph, {{0, 1}, {0, 7}, {4, 5}, {4, 12}})), rng);
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->added.size(), 2U);
  EXPECT_EQ(moved->removed.size(), 2U);
  rules.mode = "swap";
  const auto swapped =
      EditNullModel(structure, rules)
          .draw(changes_between(graph, flipped(graph, {{2, 3}, {6, 7}, {2, 7}, {3, 6}})), rng);
  ASSERT_TRUE(swapped);
  std::vector<int> degree(graph.nodes, 0);
  for (const auto& [u, v] : swapped->added) ++degree[u], ++degree[v];
  for (const auto& [u, v] : swapped->removed) --degree[u], --degree[v];
  EXPECT_EQ(degree, std::vector<int>(graph.nodes, 0));
  EXPECT_EQ(swapped->removed.size(), 2U);
  rules.mode = "inject";
  Graph injected = graph;
  injected.nodes = 17;
  injected.edges.push_back({0, 16});
  injected.edges.push_back({3, 16});
  injected = make_graph(17, injected.edges);
  const auto attached = EditNullModel(structure, rules).draw(changes_between(graph, injected), rng);
  ASSERT_TRUE(attached);
  ASSERT_EQ(attached->added.size(), 2U);
  for (const auto& [u, v] : attached->added) {
    EXPECT_EQ(v, 16);
    EXPECT_LT(u, 16);
  }
}

TEST(EditAnalysis, FindsPlantedClusters) {
  const Graph graph = path_graph(60);
  const GraphStructure structure(graph);
  const EditFacts rules = flips();
  EditAnalysis analysis(rules, 5);
  for (int i = 0; i < 12; ++i)
    analysis.add(i, structure, graph,
                 flipped(graph, {{3 * i, 3 * i + 2}, {3 * i, 3 * i + 3}, {3 * i, 3 * i + 1}}));
  const EditPatterns patterns = analysis.result();
  EXPECT_EQ(patterns.distance.graphs, 12);
  EXPECT_DOUBLE_EQ(patterns.distance.observed, 0);
  EXPECT_DOUBLE_EQ(patterns.common_end.observed, 1);
  EXPECT_GT(patterns.distance.expected, 5);
  EXPECT_DOUBLE_EQ(patterns.distance.p_low, 1.0 / 201);
  EXPECT_DOUBLE_EQ(patterns.common_end.p_high, 1.0 / 201);
  ASSERT_TRUE(patterns.distance.excess);
  EXPECT_LT(patterns.distance.excess->high, 0);
  EXPECT_EQ(clustering_sentence(patterns).rfind("Edits cluster: two of them are 0.00 steps apart", 0), 0U)
      << clustering_sentence(patterns);
}

TEST(EditAnalysis, FindsNothingInRandomEdits) {
  // Under the null model p is uniform: the probability of five of twenty analyses below 0.05 is 1/400.
  const Graph graph = ring_of_cliques(5, 6);
  const GraphStructure structure(graph);
  const EditFacts rules = flips();
  Rng rng(9);
  int clustered = 0;
  int crossing = 0;
  for (int repeat = 0; repeat < 20; ++repeat) {
    EditAnalysis analysis(rules, 100 + repeat);
    for (int i = 0; i < 8; ++i)
      analysis.add(i, structure, graph, flipped(graph, random_pairs(graph.nodes, 6, rng)));
    const EditPatterns patterns = analysis.result();
    clustered += patterns.distance.p_low < 0.05 ? 1 : 0;
    crossing += patterns.added_crossing.p_either() < 0.05 ? 1 : 0;
  }
  EXPECT_LT(clustered, 5);
  EXPECT_LT(crossing, 5);
}

TEST(EditAnalysis, TellsEditsBetweenCommunitiesFromEditsWithin) {
  const Graph graph = ring_of_cliques(4, 6);
  const GraphStructure structure(graph);
  const EditFacts rules = flips();
  EditAnalysis between(rules, 1);
  EditAnalysis within(rules, 1);
  for (int i = 0; i < 6; ++i) {
    between.add(i, structure, graph, flipped(graph, {{0, 8}, {i, 14}, {5, 20}, {0, 15 + i}, {1, 2}}));
    within.add(i, structure, graph, flipped(graph, {{0, 1}, {6, 8}, {i, (i + 1) % 6 + (i == 5 ? 6 : 0)}}));
  }
  const EditPatterns apart = between.result();
  EXPECT_DOUBLE_EQ(apart.added_crossing.observed, 1);
  EXPECT_DOUBLE_EQ(apart.removed_crossing.observed, 0);  // all edges of cliques are within communities
  EXPECT_DOUBLE_EQ(apart.added_crossing.expected, 1);    // and all absent pairs between them
  EXPECT_DOUBLE_EQ(apart.added_crossing.p_either(), 1);
  EXPECT_NE(community_sentence(apart).find("Added edges cross communities about as often"), std::string::npos)
      << community_sentence(apart);

  // A path has sparse communities, its segments, so that pairs within and between them are possible.
  const Graph path = path_graph(64);
  const GraphStructure stretches(path);
  EditAnalysis merging(rules, 1);
  EditAnalysis thickening(rules, 1);
  for (int i = 0; i < 8; ++i) {
    merging.add(i, stretches, path, flipped(path, {{i, 63 - i}, {i, 50}, {i + 8, 40}, {9 + i, 32 + i}}));
    std::vector<NodePair> inside;
    for (int u = 0; inside.size() < 4; u += 5)
      if (stretches.communities()[u] == stretches.communities()[u + 2]) inside.push_back({u, u + 2});
    thickening.add(i, stretches, path, flipped(path, inside));
  }
  EXPECT_GT(merging.result().added_crossing.observed, 0.99);
  EXPECT_LT(merging.result().added_crossing.p_high, 0.05);
  EXPECT_LT(thickening.result().added_crossing.p_low, 0.05);
  EXPECT_NE(community_sentence(thickening.result()).find("less often"), std::string::npos);
}

TEST(EditAnalysis, SaysWhenThereIsTooLittleToSay) {
  const Graph graph = path_graph(20);
  const GraphStructure structure(graph);
  const EditFacts rules = flips();
  EditAnalysis analysis(rules, 1);
  for (int i = 0; i < 4; ++i) analysis.add(i, structure, graph, flipped(graph, {{0, 5}, {0, 6}}));
  for (int i = 4; i < 9; ++i)
    analysis.add(i, structure, graph, flipped(graph, {{0, 5}}));  // no pair of edits
  analysis.add_too_large();
  const EditPatterns patterns = analysis.result();
  EXPECT_EQ(patterns.distance.graphs, 4);
  EXPECT_EQ(patterns.added_crossing.graphs, 9);
  EXPECT_EQ(patterns.too_large, 1);
  EXPECT_EQ(clustering_sentence(patterns),
            "Not enough examples to test whether edits cluster: 4 graphs, 5 needed.");
}

}  // namespace
}  // namespace bora::report
