#include "attacks/graph/methods/random.h"

#include <set>

#include <gtest/gtest.h>

#include "support/graph_attack_driver.h"
#include "support/planted_graph_victim.h"
#include "support/sample_graphs.h"

namespace bora::attacks {
namespace {

using testing::graph_problem;
using testing::random_graph;

class RandomEditsTest : public ::testing::Test {
 protected:
  std::vector<int> edits(const std::string& option, int budget, int queries) {
    const auto problem = graph_problem(victim_, {.ratio = 0.05}, random_graph(14, 25, 1), budget);
    RandomEdits attack(problem, {.edits = option});
    std::vector<int> counts;
    for (int i = 0; i < queries; ++i) counts.push_back(problem.threat->edits(*attack.ask()));
    return counts;
  }
  testing::PlantedGraphVictim victim_{{.bias = -1}};
};

TEST_F(RandomEditsTest, SpendsTheWholeBudgetWithEveryQuery) {
  EXPECT_EQ(edits("budget", 40, 40), std::vector<int>(40, 10));
}

TEST_F(RandomEditsTest, SpendsOneMoreEditInEachStage) {
  std::vector<int> expected;
  for (int i = 0; i < 40; ++i) expected.push_back(1 + i / 4);
  EXPECT_EQ(edits("stages", 40, 40), expected);
}

TEST_F(RandomEditsTest, DrawsEachQueryIndependently) {
  RandomEdits attack(graph_problem(victim_, {}, random_graph(14, 25, 1), 40), {});
  std::set<std::vector<NodePair>> different;
  for (int i = 0; i < 30; ++i) different.insert(attack.ask()->edges);
  EXPECT_EQ(different.size(), 30U);
}

// If the edit budget exceeds the possible edits, all of these are made.
TEST_F(RandomEditsTest, RemovesAllEdgesIfTheBudgetAllows) {
  const auto problem =
      graph_problem(victim_, {.mode = EditMode::remove, .ratio = 1}, testing::path_graph(6), 4);
  EXPECT_TRUE(RandomEdits(problem, {}).ask()->edges.empty());
}

}  // namespace
}  // namespace bora::attacks
