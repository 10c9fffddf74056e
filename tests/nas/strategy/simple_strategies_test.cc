#include "nas/strategy/simple_strategies.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "nas/strategy/invented_values.h"
#include "support/input_error.h"

namespace bora::nas {
namespace {

using testing::invented_value;
using testing::nb201_task;

SharedSpace space() {
  return SharedSpace(nb201_task(1).space);
}

int different(const Architecture& a, const Architecture& b) {
  int count = 0;
  for (std::size_t i = 0; i < a.code().size(); ++i) count += a.code()[i] != b.code()[i] ? 1 : 0;
  return count;
}

TEST(RegularisedEvolution, ChildrenAreNeighboursOfTheBestOfTheYoungest) {
  EvolutionOptions options;
  options.population = 6;
  options.tournament = 6;  // the whole population: the parent is the best of the youngest six
  options.initial = 3;     // then the population grows
  RegularisedEvolution search(space(), options, 1);
  std::vector<std::pair<double, Architecture>> told;
  for (int i = 0; i < 60; ++i) {
    const auto trial = search.ask().front();
    if (i >= 3) {
      const auto parent = std::max_element(told.end() - std::min(i, 6), told.end(),
                                           [](const auto& a, const auto& b) { return a.first < b.first; });
      // The child is a neighbour of the parent, or, if that is known already, a neighbour of a neighbour.
      EXPECT_LE(different(parent->second, trial.point), 2);
    }
    const double value = invented_value(trial.point) + 1e-9 * i;  // without ties
    told.emplace_back(value, trial.point);
    search.tell(trial.number, value);
  }
  EvolutionOptions wrong;
  wrong.tournament = 0;
  testing::expect_input_error([&] { RegularisedEvolution(space(), wrong, 1); }, "tournament");
  wrong = {};
  wrong.initial = 0;
  testing::expect_input_error([&] { RegularisedEvolution(space(), wrong, 1); }, "initial: 0");
  wrong.initial = wrong.population + 1;
  testing::expect_input_error([&] { RegularisedEvolution(space(), wrong, 1); }, "initial: 31");
}

TEST(LocalSearch, MovesFromTheBestToItsNeighboursUntilNoneIsBetter) {
  LocalSearch search(space(), 2);
  Architecture current;
  double best = -std::numeric_limits<double>::infinity();
  int climbed = 0, restarts = 0;
  bool restarted = false;
  for (int i = 0; i < 150; ++i) {
    const auto trial = search.ask().front();
    const double value = invented_value(trial.point);
    const bool near = i >= LocalSearch::kInitial && different(current, trial.point) == 1;
    if (i >= LocalSearch::kInitial && !near) {
      ++restarts;
      restarted = true;
    }
    if (restarted || value > best) {
      climbed += near ? 1 : 0;
      current = trial.point;
      best = value;
      restarted = false;
    }
    search.tell(trial.number, value);
  }
  EXPECT_GE(climbed, 3);
  EXPECT_GE(restarts, 1);
  EXPECT_LE(restarts, 6);  // 24 neighbours must fail before each
}

// Strategies draw new random architectures instead of neighbours of known ones, which differ in one
// operation.
TEST(SimpleStrategies, DrawAgainWhatASearchWithTheSameSeedHasAsked) {
  const EvolutionOptions options;
  const auto draw_again = [](auto earlier, auto search) {
    std::vector<Architecture> known;
    for (int i = 0; i < 5; ++i) {
      const auto trial = earlier.ask().front();
      known.push_back(trial.point);
      earlier.tell(trial.number, 0);
    }
    for (const Architecture& architecture : known) search.observe(architecture, 0);
    for (const Architecture& before : known) EXPECT_GT(different(before, search.ask().front().point), 1);
  };
  draw_again(RegularisedEvolution(space(), options, 4), RegularisedEvolution(space(), options, 4));
  draw_again(LocalSearch(space(), 4), LocalSearch(space(), 4));
}

// If the last neighbours are told together with the architecture of the restart, the search continues from
// the better one.
TEST(LocalSearch, AnImprovementFoundLateIsNotLostToARestart) {
  LocalSearch search(space(), 4);
  std::vector<Architecture> known;
  Architecture best;
  for (int i = 0; i < LocalSearch::kInitial; ++i) {
    const auto trial = search.ask().front();
    search.tell(trial.number, i == 0 ? 1 : 0);
    if (i == 0) best = trial.point;
  }
  const auto around = search.ask(25);  // up to 24 unknown neighbours, then the restart
  const auto last_near = [&] {
    std::size_t last = 0;
    for (std::size_t i = 0; i < around.size(); ++i)
      if (different(best, around[i].point) == 1) last = i;
    return last;
  }();
  ASSERT_LT(last_near + 1, around.size());
  for (std::size_t i = 0; i < around.size(); ++i) search.tell(around[i].number, i == last_near ? 2 : 0);
  EXPECT_EQ(different(search.ask().front().point, around[last_near].point), 1);
}

TEST(ListedOrder, IsTheList) {
  auto order = std::make_shared<std::vector<Architecture>>();
  for (const int place : {9, 3, 7})
    order->push_back((*nb201_task(1).space->all())[static_cast<std::size_t>(place)]);
  ListedOrder search(space(), order, 1);
  search.observe((*order)[1], 0.5);
  EXPECT_EQ(search.ask().front().point, (*order)[0]);
  EXPECT_EQ(search.ask().front().point, (*order)[2]);
  EXPECT_NO_THROW(search.ask(3));  // the list is used up
}

// The list has an architecture twice; after the list, architectures of the whole space are proposed.
TEST(ListedOrder, AsksForNoneTwice) {
  const Architecture listed = nb201_task(1).space->all()->front();
  ListedOrder search(space(), std::make_shared<const std::vector<Architecture>>(2, listed), 1);
  std::set<std::string> asked;
  constexpr int kBatches = 40, kBatch = 25;
  for (int batch = 0; batch < kBatches; ++batch)
    for (const auto& trial : search.ask(kBatch))
      EXPECT_TRUE(asked.insert(trial.point.text()).second) << batch;
}

TEST(ListedOrder, ByParametersTheLargestComeFirst) {
  const StrategyTask task = nb201_task(5);
  const auto search = StrategyMaker("parameters", task).make(1);
  std::vector<double> all;
  for (const Architecture& a : *task.space->all()) all.push_back(task.parameters(a));
  std::sort(all.rbegin(), all.rend());
  std::size_t rank = 0;
  for (const auto& trial : search->ask(30)) EXPECT_EQ(task.parameters(trial.point), all[rank++]);
  EXPECT_LT(all[29], all[0]);
}

}  // namespace
}  // namespace bora::nas
