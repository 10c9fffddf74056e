// Requirements on every graph attack in the factory, whatever its method.

#include <gtest/gtest.h>

#include "attacks/factory.h"
#include "support/graph_attack_driver.h"
#include "support/planted_graph_victim.h"
#include "support/sample_graphs.h"

namespace bora::attacks {
namespace {

using testing::attributed;
using testing::complete_graph;
using testing::graph_problem;
using testing::GraphAttackDriver;
using testing::labelled;
using testing::make_graph;
using testing::path_graph;
using testing::PlantedGraphVictim;
using testing::random_graph;
using testing::weighted;

// Returns the specification of an attack, with small settings if it is expensive.
std::string spec_of(const std::string& name) {
  if (name == "grabnel") return "grabnel:initial=3:batch=2:population=10:generations=2";
  if (name == "genetic") return "genetic:population=6:generations=4";
  if (name == "gradient") return "gradient:samples=40:pairs=5000";
  return name;
}

class GraphAttackConformance : public ::testing::TestWithParam<std::tuple<std::string, std::string>> {
 protected:
  const AttackRecipe<Graph> recipe_ = make_recipe<Graph>(spec_of(std::get<0>(GetParam())));
  const EditMode mode_ = parse_edit_mode(std::get<1>(GetParam()));
  PlantedGraphVictim victim_{
      {.bias = -300, .by_edge = 0.5, .by_triangle = 0.3, .by_square = 0.05, .by_label = 0.3}};

  GraphAttackDriver driver(const GraphAttackProblem& problem) {
    return {recipe_.make(problem), recipe_.summary.access, victim_, problem};
  }

  // Graphs of many kinds; reweighting needs weights.
  std::vector<Graph> graphs() const {
    std::vector<Graph> all = {make_graph(1, {}),      make_graph(2, {}),       path_graph(2),
                              make_graph(7, {}),      complete_graph(3),       complete_graph(9),
                              path_graph(10),         random_graph(13, 40, 1), random_graph(25, 30, 2),
                              random_graph(40, 75, 3)};
    all.push_back(labelled(random_graph(20, 35, 4), 3, 4));
    all.push_back(attributed(random_graph(20, 35, 5), 2, 5));
    all.push_back(weighted(random_graph(20, 35, 6), 6));
    all.push_back(attributed(labelled(weighted(random_graph(15, 30, 7), 7), 4, 7), 3, 7));
    if (mode_ == EditMode::reweight)
      for (Graph& graph : all)
        if (!graph.weighted()) graph = weighted(graph, 8);
    return all;
  }

  std::vector<EditRules> rules() const {
    std::vector<EditRules> all;
    for (const int hops : {0, 2})
      for (const bool connected : {false, true})
        all.push_back({.mode = mode_,
                       .ratio = 0.03,
                       .hops = hops,
                       .keep_connected = connected,
                       .most_injected = 2,
                       .injected_degree = 2});
    return all;
  }
};

TEST_P(GraphAttackConformance, AsksForAllowedGraphsAndEndsGracefully) {
  bool targeted = false;
  for (const Graph& graph : graphs())
    for (const EditRules& of : rules()) {
      targeted = !targeted;
      const auto problem = graph_problem(victim_, of, graph, 24, 1, targeted);
      auto run = driver(problem);
      run.run(24, false);
      EXPECT_LE(run.graphs().size(), 24U);
      for (const Graph& asked : run.graphs())
        ASSERT_EQ(problem.threat->violation(asked), "")
            << graph.nodes << " nodes, hops " << of.hops << ", connected " << of.keep_connected;
    }
}

TEST_P(GraphAttackConformance, IsDeterministicGivenItsSeed) {
  for (const Graph& graph : graphs()) {
    const auto problem = graph_problem(victim_, rules().back(), graph, 20, 3);
    auto first = driver(problem), again = driver(problem);
    first.run(20, false);
    again.run(20, false);
    EXPECT_EQ(first.graphs(), again.graphs());
  }
}

// The budgets suffice for every attack that uses answers, and for most that do not.
TEST_P(GraphAttackConformance, FoolsAVictimThatIsEasyToFool) {
  Graph graph = labelled(random_graph(20, 40, 4), 3, 4);
  if (mode_ == EditMode::reweight) graph = weighted(graph, 4);
  PlantedGraphVictim probe({.by_edge = 0.5, .by_triangle = 0.3, .by_square = 0.05, .by_label = 0.3});
  const double clean = probe.logit(graph);
  // The original is close to the decision boundary. Removals decrease the logit, so it must be positive then.
  const bool falls = mode_ == EditMode::remove;
  victim_ = PlantedGraphVictim({.bias = falls ? -clean + 0.5 : -clean - 0.05,
                                .by_edge = 0.5,
                                .by_triangle = 0.3,
                                .by_square = 0.05,
                                .by_label = 0.3});
  auto run = driver(graph_problem(victim_, {.mode = mode_, .ratio = 0.03}, graph, 80));
  EXPECT_GT(run.run(80), 0);
}

TEST_P(GraphAttackConformance, TakesAnyBudget) {
  Graph graph = random_graph(16, 30, 1);
  if (mode_ == EditMode::reweight) graph = weighted(graph, 1);
  for (const int budget : {1, 2, 7}) driver(graph_problem(victim_, rules()[0], graph, budget)).run(budget);
}

// Copies on the way may have more edits than allowed, but must be valid otherwise.
TEST_P(GraphAttackConformance, UsesLabelsIfOnlyLabelsAreVisible) {
  if (recipe_.summary.access == AccessLevel::gradients) return;
  const std::string labels = recipe_.summary.access == AccessLevel::scores ? ":repeats=3" : "";
  const auto recipe = make_recipe<Graph>(recipe_.label + labels, Visibility::label());
  Graph graph = random_graph(16, 30, 1);
  if (mode_ == EditMode::reweight) graph = weighted(graph, 1);
  auto problem = graph_problem(victim_, rules().back(), graph, 60);
  problem.clean_log_p.resize(0);
  const auto drive = [&] {
    GraphAttackDriver run(recipe.make(problem), recipe.summary.access, victim_, problem);
    run.run(60, false);
    for (const Graph& asked : run.graphs()) {
      const std::string wrong = problem.threat->violation(asked);
      EXPECT_TRUE(wrong.empty() || (recipe.summary.leaves_ball && wrong.find("edits, at most") != wrong.npos))
          << wrong;
    }
    return run.graphs();
  };
  const std::vector<Graph> asked = drive();
  EXPECT_FALSE(asked.empty());
  EXPECT_EQ(asked, drive());
}

TEST_P(GraphAttackConformance, AsksAgainWithoutATell) {
  Graph graph = random_graph(16, 30, 1);
  if (mode_ == EditMode::reweight) graph = weighted(graph, 1);
  const auto problem = graph_problem(victim_, rules()[0], graph, 30);
  auto run = driver(problem);
  for (int i = 0; i < 3; ++i) {
    if (const auto asked = run.attack().ask()) {
      EXPECT_EQ(problem.threat->violation(*asked), "");
    }
    run.query();
  }
}

TEST_P(GraphAttackConformance, LargeGraphs) {
  Graph graph = random_graph(2000, 8000, 1);
  if (mode_ == EditMode::reweight) graph = weighted(graph, 1);
  auto of = rules().back();
  of.most_edits = 10;
  const auto problem = graph_problem(victim_, of, graph, 6);
  auto run = driver(problem);
  run.run(6, false);
  // The attack `gradient` ends if no edit increases the loss to first order.
  EXPECT_GE(run.graphs().size(), recipe_.summary.access == AccessLevel::gradients ? 1U : 6U);
  for (const Graph& asked : run.graphs()) ASSERT_EQ(problem.threat->violation(asked), "");
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const auto& attack : attack_summaries<Graph>()) all.push_back(attack.name);
  return all;
}

std::string test_name(const ::testing::TestParamInfo<std::tuple<std::string, std::string>>& test) {
  return std::get<0>(test.param) + "_" + std::get<1>(test.param);
}
INSTANTIATE_TEST_SUITE_P(All, GraphAttackConformance,
                         ::testing::Combine(::testing::ValuesIn(names()), ::testing::ValuesIn(edit_modes())),
                         test_name);

}  // namespace
}  // namespace bora::attacks
