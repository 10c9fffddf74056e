// Every strategy with two conflicting objectives. New strategies are tested automatically, by their names.
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "nas/strategy/invented_values.h"
#include "nas/strategy/strategy.h"
#include "support/parameter_name.h"
#include "surrogates/search/pareto_optimiser.h"
#include "surrogates/search/scalarised_search.h"

namespace bora::nas {
namespace {

using testing::invented_value;
using testing::nb201_task;

using Search = ScalarisedSearch<SharedSpace>;

// Returns a search; makers are cached, since they compute features of all cells.
Search searched(const std::string& name, std::uint64_t seed) {
  static std::map<std::string, std::unique_ptr<StrategyMaker>> made;
  auto& found = made[name];
  StrategyTask task = nb201_task(1);
  task.pending = "believer";
  // With defaults these take seconds for each ask.
  const std::string text = name == "bananas"    ? "bananas:epochs=8"
                           : name == "sreedhar" ? "sreedhar:candidates=200"
                                                : name;
  if (!found) found = std::make_unique<StrategyMaker>(text, task);
  return Search(found->make(seed), 2, seed, winsorised);
}

// Returns two objectives to be maximised: the invented value, and minus the size.
Eigen::Vector2d values(const Architecture& architecture) {
  const auto numbers = nb201_task(1).space->statistics(architecture);
  return {invented_value(architecture), -numbers[0] - 0.3 * numbers[1]};
}

struct Course {
  std::vector<std::string> texts;
  Eigen::MatrixXd values;
};

Course course(const std::string& name, std::uint64_t seed, int trials) {
  Search search = searched(name, seed);
  Course course{{}, Eigen::MatrixXd(trials, 2)};
  for (int i = 0; i < trials; ++i) {
    const auto trial = search.ask();
    course.texts.push_back(trial.point.text());
    course.values.row(i) = values(trial.point).transpose();
    search.tell(trial.number, values(trial.point));
  }
  return course;
}

class ScalarisedStrategy : public ::testing::TestWithParam<std::string> {};

TEST_P(ScalarisedStrategy, SameSeedSameSearch) {
  const auto first = course(GetParam(), 7, 24);
  EXPECT_EQ(std::set<std::string>(first.texts.begin(), first.texts.end()).size(), 24u);
  EXPECT_EQ(first.texts, course(GetParam(), 7, 24).texts);
  EXPECT_NE(first.texts, course(GetParam(), 8, 24).texts);
}

TEST_P(ScalarisedStrategy, AcceptsFailedAbandonedAndLateTrials) {
  Search search = searched(GetParam(), 3);
  std::vector<Trial<Architecture>> waiting;
  for (int round = 0; round < 8; ++round) {
    std::vector<Trial<Architecture>> trials;
    for (int i = 0; i < 4; ++i) trials.push_back(search.ask());
    search.fail(trials[0].number);
    search.abandon(trials[1].number);
    search.tell(trials[2].number, values(trials[2].point));
    waiting.push_back(trials[3]);
    if (round % 2 == 1) {
      search.tell(waiting.front().number, values(waiting.front().point));
      waiting.erase(waiting.begin());
    }
  }
  EXPECT_EQ(search.observations(), 12);
  EXPECT_EQ(search.pending(), 4);
}

TEST_P(ScalarisedStrategy, CoversTheFrontBetterThanRandomSearch) {
  if (testing::learns_nothing(GetParam())) return;
  constexpr int kSeeds = 2, kTrials = 40;
  const auto covered = [&](const std::string& name) {
    double sum = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed)
      sum += hypervolume(course(name, seed, kTrials).values, Eigen::Vector2d(-1, -8));
    return sum / kSeeds;
  };
  EXPECT_GT(covered(GetParam()), covered("random"));
}

INSTANTIATE_TEST_SUITE_P(All, ScalarisedStrategy, ::testing::ValuesIn(testing::strategies_for_cells()),
                         testing::parameter_name);

}  // namespace
}  // namespace bora::nas
