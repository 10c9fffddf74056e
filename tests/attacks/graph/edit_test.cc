#include "attacks/graph/edit.h"

#include <gtest/gtest.h>

#include "attacks/threat/graph_difference.h"
#include "support/sample_graphs.h"

namespace bora::attacks {
namespace {

using testing::labelled;
using testing::random_graph;
using testing::weighted;
using testing::with_edge;

TEST(EditableGraph, EqualsTheGraphOfItsConstructor) {
  const Graph graph = testing::attributed(labelled(weighted(random_graph(15, 30, 1), 2), 3, 3), 2, 4);
  EXPECT_EQ(EditableGraph(graph).graph(), graph);
  EXPECT_TRUE(EditableGraph(graph).changes().empty());
}

// Compares random edits in place with the same edits of a copy, then undoes all of them.
TEST(EditableGraph, FollowsEditsAndUndoesThem) {
  const Graph original = labelled(weighted(random_graph(12, 25, 1), 2), 3, 3);
  Graph expected = original;
  EditableGraph graph(original);
  std::vector<Edit> inverses;
  Rng rng(5);
  for (int i = 0; i < 300; ++i) {
    const NodePair pair{rng.index(6), 6 + rng.index(6)};
    const float weight = 0.25F * static_cast<float>(rng.index(5));
    expected = with_edge(expected, pair, weight);
    inverses.push_back(graph.apply({{{pair, weight}}, {}}));
    ASSERT_EQ(graph.graph(), expected);
    ASSERT_EQ(graph.edges(), static_cast<int>(expected.edges.size()));
    std::map<NodePair, float> changes;
    for (const auto& difference : edge_differences(original, expected))
      changes[difference.pair] = difference.before;
    ASSERT_EQ(graph.changes(), changes);
    ASSERT_EQ(EditableGraph(expected, original).changes(), changes);
  }
  graph.undo(inverses);
  EXPECT_EQ(graph.graph(), original);
  EXPECT_TRUE(graph.changes().empty());
}

TEST(EditableGraph, AddsNodesAndRemovesThemAgain) {
  const Graph original = testing::attributed(labelled(random_graph(4, 3, 1), 3, 3), 2, 4);
  EditableGraph graph(original);
  const Edit inverse = graph.apply({{{{1, 4}, 1}}, NewNode{2, {0.5F, -0.5F}}});
  const Graph edited = graph.graph();
  EXPECT_EQ(edited.nodes, 5);
  EXPECT_EQ(edited.node_labels[4], 2);
  EXPECT_EQ(edited.attributes_of(4)[1], -0.5F);
  EXPECT_GE(edited.find({1, 4}), 0);
  EXPECT_EQ(graph.original_weight({1, 4}), 0);
  graph.undo(inverse);
  EXPECT_EQ(graph.graph(), original);
}

}  // namespace
}  // namespace bora::attacks
