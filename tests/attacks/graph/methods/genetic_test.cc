#include "attacks/graph/methods/genetic.h"

#include <gtest/gtest.h>

#include "attacks/graph/methods/random.h"
#include "support/graph_attack_driver.h"
#include "support/planted_graph_victim.h"
#include "support/sample_graphs.h"

namespace bora::attacks {
namespace {

using testing::graph_problem;
using testing::GraphAttackDriver;
using testing::PlantedGraphVictim;
using testing::random_graph;

TEST(GeneticOptions, ThePopulationShrinksWithTheQueryBudget) {
  const GeneticOptions options;
  EXPECT_EQ(options.population_for(1840, 30), 100);
  EXPECT_EQ(options.population_for(200, 30), 20);
  EXPECT_EQ(options.population_for(5, 30), 2);
  EXPECT_EQ(options.population_for(20000, 100000), 50) << "as many edits as memory bears";
  EXPECT_EQ(options.population_for(20000, 3000000), 2);
}

TEST(Genetic, MembersSpendTheWholeBudget) {
  PlantedGraphVictim victim({.bias = -100, .by_triangle = 1});
  const auto problem = graph_problem(victim, {.ratio = 0.02}, random_graph(20, 40, 1), 200);
  GraphAttackDriver driver(std::make_unique<Genetic>(problem, GeneticOptions()), AccessLevel::scores, victim,
                           problem);
  driver.run(200);
  ASSERT_EQ(driver.graphs().size(), 200U);
  int full = 0;
  for (const Graph& graph : driver.graphs()) full += problem.threat->edits(graph) == 8 ? 1 : 0;
  EXPECT_GT(full, 190);
}

// The mean fitness increases from generation to generation, and the best graph is better than random ones.
TEST(Genetic, Evolves) {
  PlantedGraphVictim victim({.bias = -100, .by_triangle = 1});
  int better = 0;
  for (int seed = 0; seed < 5; ++seed) {
    const auto problem = graph_problem(victim, {.ratio = 0.02}, random_graph(20, 40, seed), 400, seed);
    auto attack = std::make_unique<Genetic>(problem, GeneticOptions());
    const Genetic& genetic = *attack;
    GraphAttackDriver evolved(std::move(attack), AccessLevel::scores, victim, problem);
    GraphAttackDriver drawn(std::make_unique<RandomEdits>(problem, RandomEditsOptions()), AccessLevel::scores,
                            victim, problem);
    const auto highest = [](const GraphAttackDriver& driver) {
      double best = -1e9;
      for (const Observation& seen : driver.seen()) best = std::max(best, seen.objective);
      return best;
    };
    evolved.run(400, false);
    drawn.run(400, false);
    EXPECT_GE(genetic.generation(), 10);
    const auto mean = [&](int first, int last) {
      double sum = 0;
      for (int i = first; i < last; ++i) sum += evolved.seen()[i].objective;
      return sum / (last - first);
    };
    EXPECT_GT(mean(360, 400), mean(0, 40) + 3);
    better += highest(evolved) > highest(drawn) ? 1 : 0;
  }
  EXPECT_EQ(better, 5);
}

// Both parents are selected members (Dai et al. 2018, 3.4). With two members, of which one is far better,
// only that one is selected, so that without mutation all children are equal to it.
TEST(Genetic, BothParentsAreSelected) {
  PlantedGraphVictim victim({.bias = -100, .by_triangle = 1});
  const auto problem = graph_problem(victim, {.ratio = 0.02}, random_graph(20, 40, 1), 200);
  GeneticOptions options;
  options.population = 2;
  options.crossover = 1;
  options.mutation = 0;
  Genetic attack(problem, options);
  for (const double loss : {-1.0, -60.0}) {
    const auto graph = attack.ask();
    ASSERT_TRUE(graph.has_value());
    Observation seen;
    seen.log_p = Eigen::RowVector2d::Zero();
    seen.log_p[1 - problem.goal.label] = loss;
    attack.tell(*graph, seen);
  }
  EXPECT_FALSE(attack.ask().has_value());
}

// With one pair there is one graph, from which no other can be bred.
TEST(Genetic, EndsIfThereIsNoOtherGraph) {
  PlantedGraphVictim victim({.bias = -1});
  const auto problem = graph_problem(victim, {}, testing::path_graph(2), 50);
  GraphAttackDriver driver(std::make_unique<Genetic>(problem, GeneticOptions()), AccessLevel::scores, victim,
                           problem);
  driver.run(50);
  EXPECT_LE(driver.graphs().size(), 5U);  // the first generation
  EXPECT_FALSE(driver.attack().ask().has_value());
}

}  // namespace
}  // namespace bora::attacks
