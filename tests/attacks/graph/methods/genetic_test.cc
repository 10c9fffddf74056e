#include "attacks/graph/methods/genetic.h"

#include <algorithm>
#include <cmath>

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

// The settings of the public codes of Dai et al. (2018) and, except the crossover, of Wan et al. (2021).
TEST(GeneticOptions, DefaultsAreThoseOfThePublicCode) {
  const GeneticOptions options;
  EXPECT_EQ(options.population, 100);
  EXPECT_EQ(options.generations, 10);
  EXPECT_EQ(options.crossover, 0.1);
  EXPECT_EQ(options.mutation, 0.2);
}

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

// Returns an observation with the fitness `fitness`.
Observation observation_of(const GraphAttackProblem& problem, double fitness) {
  Observation seen;
  seen.log_p = Eigen::RowVector2d::Zero();
  seen.log_p[1 - problem.goal.label] = fitness;
  return seen;
}

// Returns the pairs whose edge differs from the original's.
std::vector<NodePair> changed_pairs(const GraphAttackProblem& problem, const Graph& graph) {
  std::vector<NodePair> pairs;
  const EditableGraph edited(graph, problem.original());
  for (const auto& [pair, weight] : edited.changes()) pairs.push_back(pair);
  return pairs;
}

bool touches(NodePair pair, const std::vector<NodePair>& others) {
  return std::ranges::any_of(others, [&](NodePair other) {
    return pair.u == other.u || pair.u == other.v || pair.v == other.u || pair.v == other.v;
  });
}

// As in the public codes, an edge is mutated with probability 0.2, and one of its ends stays. With two
// members, of which one is far better, all children are from that one.
TEST(Genetic, MutationsKeepOneEnd) {
  PlantedGraphVictim victim({.bias = -100});
  int edits = 0, mutated = 0;
  for (int seed = 0; seed < 100; ++seed) {
    const auto problem =
        graph_problem(victim, {.ratio = 1, .most_edits = 6}, random_graph(300, 600, 1), 20, seed);
    Genetic attack(problem, GeneticOptions());
    std::vector<NodePair> parent;
    for (const double fitness : {0.0, -60.0}) {
      const Graph graph = attack.ask().value();
      if (fitness == 0) parent = changed_pairs(problem, graph);
      attack.tell(graph, observation_of(problem, fitness));
    }
    const auto pairs = changed_pairs(problem, attack.ask().value());
    EXPECT_EQ(pairs.size(), 6U);
    for (const NodePair pair : pairs) {
      EXPECT_TRUE(touches(pair, parent));
      mutated += std::ranges::count(parent, pair) == 0 ? 1 : 0;
      ++edits;
    }
  }
  // A child that equals its parent is not queried, so the share of mutations of the others is larger than
  // 0.2.
  const double share = 0.2 / (1 - std::pow(0.8, 6));
  EXPECT_NEAR(mutated, edits * share, 4 * std::sqrt(edits * share * (1 - share)));
}

// The parents are the better half of the members, best first, and as many drawn by exp(fitness). If one
// member is far better, all of the second half are from it.
TEST(Genetic, ParentsAreTheBetterHalfAndDrawnByFitness) {
  PlantedGraphVictim victim({.bias = -100});
  const auto problem =
      graph_problem(victim, {.ratio = 1, .most_edits = 1}, random_graph(2000, 4000, 1), 1000);
  GeneticOptions options;
  options.crossover = 0;
  options.mutation = 1;
  Genetic attack(problem, options);
  std::vector<std::vector<NodePair>> members;
  for (int i = 0; i < 100; ++i) {
    const Graph graph = attack.ask().value();
    members.push_back(changed_pairs(problem, graph));
    attack.tell(graph, observation_of(problem, i == 99 ? 0 : -50 - i));
  }
  for (int i = 0; i < 100; ++i) {
    const Graph graph = attack.ask().value();
    ASSERT_EQ(attack.generation(), 2);
    const auto& parent = i == 0 || i >= 50 ? members[99] : members[i - 1];
    EXPECT_TRUE(touches(changed_pairs(problem, graph).front(), parent)) << "child " << i;
    attack.tell(graph, observation_of(problem, 0));
  }
}

// A child has two parents with probability 0.1, and gets half of its edits from each. Without mutation, other
// children equal their parents and are not queried.
TEST(Genetic, ATenthOfTheChildrenIsCrossed) {
  PlantedGraphVictim victim({.bias = -100});
  GeneticOptions options;
  options.mutation = 0;
  int crossed = 0, from_first = 0, generations = 0;
  for (int seed = 0; seed < 20; ++seed) {
    const auto problem =
        graph_problem(victim, {.ratio = 1, .most_edits = 10}, random_graph(300, 600, 1), 1000, seed);
    Genetic attack(problem, options);
    std::vector<std::vector<NodePair>> members;
    while (true) {
      const Graph graph = attack.ask().value();
      if (attack.generation() == 3) break;
      if (attack.generation() == 1) {
        members.push_back(changed_pairs(problem, graph));
      } else {
        ++crossed;
        int most = 0;
        for (const auto& member : members) {
          int shared = 0;
          for (const NodePair pair : changed_pairs(problem, graph))
            shared += static_cast<int>(std::ranges::count(member, pair));
          most = std::max(most, shared);
        }
        EXPECT_LT(most, 10);
        from_first += most;
      }
      attack.tell(graph, observation_of(problem, 0));
    }
    ++generations;
  }
  EXPECT_NEAR(crossed, 10 * generations, 4 * std::sqrt(9.0 * generations));
  EXPECT_NEAR(from_first / static_cast<double>(crossed), 6.23, 0.3) << "mean of the larger part of 10 edits";
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
    attack.tell(*graph, observation_of(problem, loss));
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
