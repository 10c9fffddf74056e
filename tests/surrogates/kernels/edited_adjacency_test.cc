#include "surrogates/kernels/graph/edited_adjacency.h"

#include <vector>

#include <gtest/gtest.h>

namespace bora::surrogates {
namespace {

std::vector<int> neighbours(const EditedAdjacency& adjacency, int node) {
  std::vector<int> nodes;
  for (const auto& neighbour : adjacency.of(node)) nodes.push_back(neighbour.node);
  return nodes;
}

TEST(EditedAdjacency, KeepsItsOrderThroughChangesAndBack) {
  EditedAdjacency adjacency({{{3, 1}, {1, 1}}, {{0, 1}}, {}, {{0, 1}}});
  EXPECT_EQ(neighbours(adjacency, 0), (std::vector{1, 3}));
  FeatureChange change;
  change.new_nodes.push_back({});
  change.edges = {{0, 2, 1.0}, {0, 1, 0.0}, {4, 0, 2.0}, {0, 3, 0.5}, {3, 2, 1.0}};
  const FeatureChange inverse = adjacency.apply(change);
  EXPECT_EQ(adjacency.nodes(), 5);
  EXPECT_EQ(neighbours(adjacency, 0), (std::vector{2, 3, 4}));
  EXPECT_EQ(neighbours(adjacency, 1), std::vector<int>{});
  EXPECT_EQ(neighbours(adjacency, 2), (std::vector{0, 3}));
  EXPECT_EQ(adjacency.of(0)[1].weight, 0.5);
  EXPECT_EQ(adjacency.of(4)[0].weight, 2);
  adjacency.undo(inverse);
  EXPECT_EQ(adjacency.nodes(), 4);
  EXPECT_EQ(neighbours(adjacency, 0), (std::vector{1, 3}));
  EXPECT_EQ(adjacency.of(0)[1].weight, 1);
  EXPECT_EQ(neighbours(adjacency, 2), std::vector<int>{});
}

}  // namespace
}  // namespace bora::surrogates
