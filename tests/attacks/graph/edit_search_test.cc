#include "attacks/graph/edit_search.h"

#include <gtest/gtest.h>

#include "support/sample_graphs.h"

namespace bora::attacks {
namespace {

GraphAttackProblem problem_on(const Graph& graph) {
  GraphAttackProblem problem;
  problem.threat = std::make_shared<const GraphThreat>(EditRules{}, std::make_shared<const Graph>(graph));
  problem.classes = 2;
  problem.budget = 10;
  return problem;
}

// Returns a value for each edit, the largest for the pair (7, 31).
std::vector<double> nearness(const std::vector<Edit>& edits) {
  std::vector<double> values;
  for (const Edit& edit : edits) {
    const auto [u, v] = edit.changes.front().pair;
    values.push_back(-std::abs(u - 7) - std::abs(v - 31));
  }
  return values;
}

TEST(EditSearch, FindsTheBestEditsBestFirstAndNoneThatAreKnown) {
  const auto problem = problem_on(testing::random_graph(60, 100, 1));
  const EditSampler sampler(problem);
  const EditableGraph base(problem.original());
  Rng rng(1);
  EditSet known;
  for (int round = 0; round < 3; ++round) {
    const std::vector<Edit> best = best_edits(sampler, base, {}, known, 5, {}, nearness, rng);
    ASSERT_EQ(best.size(), 5U);
    const std::vector<double> values = nearness(best);
    EXPECT_TRUE(std::ranges::is_sorted(values, std::greater<>()));
    // With at most 1,100 evaluations of 1,770 pairs, the best edit is at most 3 steps from the pair (7, 31).
    EXPECT_GE(values.front(), -3);
    for (const Edit& edit : best) EXPECT_TRUE(known.insert(edit)) << "found twice";
  }
}

TEST(EditSearch, IsDeterministicGivenItsSeed) {
  const auto problem = problem_on(testing::random_graph(40, 60, 2));
  const EditSampler sampler(problem);
  const EditableGraph base(problem.original());
  Rng a(9), b(9);
  EXPECT_EQ(best_edits(sampler, base, {}, {}, 7, {}, nearness, a),
            best_edits(sampler, base, {}, {}, 7, {}, nearness, b));
}

TEST(EditSearch, ReturnsFewerEditsIfThereAreFewer) {
  const auto problem = problem_on(testing::path_graph(3));
  const EditSampler sampler(problem);
  const EditableGraph base(problem.original());
  Rng rng(1);
  EditSet known;
  EXPECT_EQ(best_edits(sampler, base, {}, known, 10, {}, nearness, rng).size(), 3U);
  known.insert({{{{0, 1}, 0.0F}}, {}});
  EXPECT_EQ(best_edits(sampler, base, {}, known, 10, {}, nearness, rng).size(), 2U);
}

TEST(EditSet, IgnoresTheOrderOfChanges) {
  EditSet set;
  EXPECT_TRUE(set.insert({{{{0, 1}, 0.0F}, {{0, 2}, 1.0F}}, {}}));
  EXPECT_FALSE(set.insert({{{{0, 2}, 1.0F}, {{0, 1}, 0.0F}}, {}}));
  EXPECT_TRUE(set.insert({{{{0, 2}, 0.5F}, {{0, 1}, 0.0F}}, {}}));
  EXPECT_TRUE(set.insert({{{{0, 2}, 0.5F}, {{0, 1}, 0.0F}}, NewNode{1, {}}}));
  EXPECT_EQ(set.size(), 3U);
}

// 2^24 + 1 is no float.
TEST(EditSet, DistinguishesLargeNodeIndices) {
  EditSet set;
  EXPECT_TRUE(set.insert({{{{0, 1 << 24}, 1.0F}}, {}}));
  EXPECT_TRUE(set.insert({{{{0, (1 << 24) + 1}, 1.0F}}, {}}));
}

}  // namespace
}  // namespace bora::attacks
