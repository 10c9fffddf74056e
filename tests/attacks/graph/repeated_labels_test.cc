#include "attacks/repeated_labels.h"

#include <gtest/gtest.h>

#include "support/sample_graphs.h"

namespace bora::attacks {
namespace {

// Attack that always queries the original and records the observations.
class Notes final : public Attack<Graph> {
 public:
  Notes(const Graph& graph, std::vector<Observation>& told) : graph_(graph), told_(told) {}
  std::optional<Graph> ask() override { return graph_; }
  void tell(const Graph&, const Observation& seen) override { told_.push_back(seen); }

 private:
  Graph graph_;
  std::vector<Observation>& told_;
};

struct Driven {
  std::vector<Observation> told;
  std::vector<int> edits;  // number of edits of each queried graph
  int extra = 0;           // extra_edits() at the end
};

// Runs the attack on a victim whose label changes at `turns_at` edits from the original.
Driven drive(int queries, int turns_at) {
  const Graph graph = testing::random_graph(20, 40, 1);
  EditRules rules;
  rules.most_edits = 4;
  GraphAttackProblem problem;
  problem.threat = std::make_shared<const GraphThreat>(rules, std::make_shared<const Graph>(graph));
  problem.classes = 2;
  problem.budget = queries;
  Driven driven;
  RepeatedGraphLabelsOptions options;
  options.repeats = 3;
  RepeatedGraphLabels attack(problem, options, std::make_unique<Notes>(graph, driven.told));
  for (int i = 0; i < queries; ++i) {
    const Graph asked = *attack.ask();
    driven.edits.push_back(problem.threat->edits(asked));
    Observation seen;
    seen.predicted = driven.edits.back() >= turns_at ? 1 : 0;
    seen.adversarial = seen.predicted == 1;
    attack.tell(asked, seen);
  }
  driven.extra = attack.extra_edits();
  return driven;
}

TEST(RepeatedGraphLabels, ReportsLabelFrequenciesOfCopies) {
  const Driven driven = drive(4, 2);  // Delta is 4, so copies have 2 edits at first, which change the label
  ASSERT_EQ(driven.told.size(), 1U);
  EXPECT_EQ(driven.edits, (std::vector<int>{0, 2, 2, 2}));
  const auto& seen = driven.told.front();
  EXPECT_EQ(seen.predicted, 0) << "of the graph itself";
  EXPECT_NEAR(std::exp(seen.log_p[0]), 1.5 / 5, 1e-12);
  EXPECT_NEAR(std::exp(seen.log_p[1]), 3.5 / 5, 1e-12);
  EXPECT_NEAR(seen.objective, seen.log_p[1] - seen.log_p[0], 1e-12);
}

TEST(RepeatedGraphLabels, CopiesGetMoreEditsWhileNoneReachesTheGoal) {
  const Driven driven = drive(4 * 12, 30);
  EXPECT_EQ(driven.told.size(), 12U);
  EXPECT_GT(driven.extra, 10);
  EXPECT_GT(*std::ranges::max_element(driven.edits), 4) << "beyond the budget";
}

TEST(RepeatedGraphLabels, CopiesGetFewerEditsWhileMostReachTheGoal) {
  EXPECT_EQ(drive(4 * 6, 1).extra, 1);
}

}  // namespace
}  // namespace bora::attacks
