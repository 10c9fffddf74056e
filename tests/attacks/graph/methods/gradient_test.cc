#include "attacks/graph/methods/gradient.h"

#include <set>

#include <gtest/gtest.h>

#include "attacks/threat/graph_difference.h"
#include "support/graph_attack_driver.h"
#include "support/planted_graph_victim.h"
#include "support/sample_graphs.h"

namespace bora::attacks {
namespace {

using testing::graph_problem;
using testing::GraphAttackDriver;
using testing::PlantedGraphVictim;
using testing::random_graph;

GraphAttackDriver driver_of(GraphVictim& victim, const GraphAttackProblem& problem,
                            const GradientEditsOptions& options = {}) {
  return {std::make_unique<GradientEdits>(problem, options), AccessLevel::gradients, victim, problem};
}

// The loss increases with triangles. Each flip must be the best one to first order.
TEST(GradientEdits, FlipsThePairOfTheLargestGradient) {
  PlantedGraphVictim victim({.bias = -50, .by_triangle = 1, .by_square = 0.01});
  const auto problem = graph_problem(victim, {.ratio = 0.03}, random_graph(15, 30, 1), 20);
  auto driver = driver_of(victim, problem);
  driver.run(100, false);
  ASSERT_EQ(driver.graphs().size(), 8U);  // the original, then one edit per query
  EXPECT_EQ(driver.graphs().front(), problem.original());
  std::set<NodePair> edited;
  for (std::size_t i = 1; i < driver.graphs().size(); ++i) {
    const Graph& before = driver.graphs()[i - 1];
    const auto made = edge_differences(before, driver.graphs()[i]);
    ASSERT_EQ(made.size(), 1U);
    EXPECT_TRUE(edited.insert(made.front().pair).second);
    double best = -1e9;
    const auto rise = [&](NodePair pair) {
      const bool there = before.find(pair) >= 0;
      // The derivative is nearly the difference: the logit is linear in one edge except for its squared
      // weight.
      return (there ? -1 : 1) * victim.edge_gradients(before, std::vector{pair}, Eigen::RowVector2f(0, 1))[0];
    };
    for (int u = 0; u < 15; ++u)
      for (int v = u + 1; v < 15; ++v)
        if (!edited.contains({u, v})) best = std::max<double>(best, rise({u, v}));
    EXPECT_GE(rise(made.front().pair), best);
  }
  EXPECT_FALSE(driver.attack().ask().has_value());
}

// Other tests rely on the gradient of this victim.
TEST(PlantedGraphVictim, GradientAgreesWithDifferences) {
  PlantedGraphVictim victim({.by_edge = 0.3, .by_triangle = 1, .by_square = 0.1, .by_label = 0.2});
  const Graph graph = testing::labelled(testing::weighted(random_graph(9, 18, 1), 2), 3, 3);
  for (const NodePair pair : graph.edges) {
    const float step = 1e-3F;
    const float weight = graph.weight(graph.find(pair));
    const double slope = (victim.logit(testing::with_edge(graph, pair, weight + step)) -
                          victim.logit(testing::with_edge(graph, pair, weight - step))) /
                         (2 * step);
    EXPECT_NEAR(victim.edge_gradients(graph, std::vector{pair}, Eigen::RowVector2f(0, 1))[0], slope, 1e-2);
  }
}

TEST(GradientEdits, TakesOnlyWhatTheModeAllows) {
  // Fewer edges are better, but edges may only be added: no edit increases the loss.
  PlantedGraphVictim fewer({.bias = -50, .by_edge = -1});
  const Graph graph = random_graph(10, 20, 1);
  auto stuck = driver_of(fewer, graph_problem(fewer, {.mode = EditMode::add, .ratio = 1}, graph, 20));
  stuck.run(20, false);
  EXPECT_EQ(stuck.graphs().size(), 1U);
  auto free = driver_of(fewer, graph_problem(fewer, {.mode = EditMode::remove, .ratio = 1}, graph, 50));
  free.run(50, false);
  EXPECT_EQ(free.graphs().size(), 21U);
  EXPECT_TRUE(free.graphs().back().edges.empty());
  auto connected =
      driver_of(fewer, graph_problem(fewer, {.mode = EditMode::remove, .ratio = 1, .keep_connected = true},
                                     testing::cycle_graph(8), 50));
  connected.run(50, false);
  EXPECT_EQ(connected.graphs().size(), 2U);  // a cycle can lose one edge
}

TEST(GradientEdits, RewiringsIncreaseTheLoss) {
  PlantedGraphVictim victim({.bias = -60, .by_square = 0.1});
  const auto problem =
      graph_problem(victim, {.mode = EditMode::rewire, .most_edits = 6}, random_graph(15, 30, 1), 20);
  auto driver = driver_of(victim, problem);
  driver.run(20, false);
  ASSERT_EQ(driver.seen().size(), 7U);
  for (std::size_t i = 1; i < driver.seen().size(); ++i)
    EXPECT_GT(driver.seen()[i].objective, driver.seen()[i - 1].objective);
}

TEST(GradientEdits, LargeGraphsAreSampled) {
  PlantedGraphVictim victim({.bias = -60, .by_triangle = 1});
  const auto problem = graph_problem(victim, {.most_edits = 3}, random_graph(100, 200, 1), 20);
  GradientEdits attack(problem, {.pairs = 1000});
  attack.ask();
  const std::vector<NodePair> pairs = attack.gradient_wanted()->pairs;
  EXPECT_LE(pairs.size(), 1000U);
  EXPECT_GT(pairs.size(), 800U);
  EXPECT_TRUE(std::ranges::is_sorted(pairs));
}

TEST(GradientEdits, InjectsAndThenFollowsTheGradient) {
  PlantedGraphVictim victim({.bias = -100, .by_square = 0.1});
  const auto problem = graph_problem(
      victim, {.mode = EditMode::inject, .most_edits = 4, .most_injected = 1, .injected_degree = 4},
      random_graph(12, 20, 1), 20);
  auto driver = driver_of(victim, problem);
  driver.run(20, false);
  ASSERT_EQ(driver.graphs().size(), 5U);
  EXPECT_EQ(driver.graphs()[1].nodes, 13);
  EXPECT_EQ(problem.threat->edits(driver.graphs().back()), 4);
}

}  // namespace
}  // namespace bora::attacks
