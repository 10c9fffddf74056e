#include "report/statistics/communities.h"

#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "common/json.h"
#include "report/small_graphs.h"

namespace bora::report {
namespace {

using testing::make_graph;
using testing::ring_of_cliques;

/// Graph, and the communities that igraph finds in it (tests/golden/report/communities.py).
struct Reference {
  std::string name;
  Graph graph;
  std::vector<int> communities;
  double modularity = 0, mean = 0, largest = 0;
};

std::vector<Reference> references() {
  std::ifstream file(BORA_TEST_SOURCE_DIR "/golden/report/communities.json");
  std::vector<Reference> out;
  for (const auto& each : parse_valid_json(file)) {
    std::vector<NodePair> edges;
    for (const auto& edge : each["edges"]) edges.push_back({edge[0], edge[1]});
    out.push_back({each["name"], make_graph(each["nodes"], edges), each["communities"], each["modularity"],
                   each["mean"], each["largest"]});
  }
  return out;
}

TEST(Modularity, IsThatOfIgraph) {
  for (const Reference& each : references()) {
    EXPECT_NEAR(modularity(each.graph, each.communities), each.modularity, 1e-12) << each.name;
  }
}

TEST(Communities, HaveAtLeastTheModularityThatIgraphFinds) {
  for (const Reference& each : references()) {
    const double found = modularity(each.graph, find_communities(each.graph));
    EXPECT_GE(found, each.mean - 1e-12) << each.name;
    EXPECT_GE(found, each.largest - 0.015) << each.name;
  }
}

TEST(Communities, AreNumberedByTheirFirstNodesAndTheSameEveryTime) {
  EXPECT_EQ(find_communities(make_graph(6, {{0, 5}, {1, 4}, {2, 4}})), (std::vector<int>{0, 1, 1, 2, 1, 0}));
  EXPECT_EQ(find_communities(make_graph(2, {})), (std::vector<int>{0, 1}));
  const Graph ring = ring_of_cliques(4, 6);
  const std::vector<int> communities = find_communities(ring);
  for (int node = 0; node < ring.nodes; ++node) EXPECT_EQ(communities[node], node / 6);
  EXPECT_EQ(communities, find_communities(ring));
}

}  // namespace
}  // namespace bora::report
