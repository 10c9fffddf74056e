#include "attacks/graph/methods/leap.h"

#include <gtest/gtest.h>

#include "support/sample_graphs.h"

namespace bora::attacks {
namespace {

using testing::random_graph;

GraphAttackProblem problem_on(const Graph& graph, int edits, EditMode mode = EditMode::flip) {
  EditRules rules;
  rules.mode = mode;
  rules.ratio = 1;
  rules.most_edits = edits;
  GraphAttackProblem problem;
  problem.threat = std::make_shared<const GraphThreat>(rules, std::make_shared<const Graph>(graph));
  problem.classes = 2;
  problem.budget = 10;
  return problem;
}

class LeapModes : public ::testing::TestWithParam<EditMode> {};
INSTANTIATE_TEST_SUITE_P(Modes, LeapModes,
                         ::testing::Values(EditMode::flip, EditMode::add, EditMode::remove, EditMode::rewire,
                                           EditMode::swap, EditMode::reweight),
                         [](const auto& mode) { return to_string(mode.param); });

TEST_P(LeapModes, SpendTheRemainingBudgetAndRestoreTheBase) {
  const auto problem = problem_on(testing::weighted(random_graph(20, 60, 1), 1), 6, GetParam());
  const EditSampler sampler(problem);
  EditableGraph base(problem.original());
  Rng rng(1);
  for (int made = 0; made < 4; ++made) {
    const Graph before = base.graph();
    for (int i = 0; i < 20; ++i) {
      const auto leap = draw_leap(base, *problem.threat, sampler, {}, rng);
      ASSERT_TRUE(leap);
      ASSERT_EQ(base.graph(), before);
      const Edit inverse = base.apply(leap->edit);
      EXPECT_EQ(problem.threat->violation(base.graph()), "");
      EXPECT_EQ(problem.threat->edits(base.graph()), 6);
      base.undo(inverse);
    }
    if (const auto edit = sampler.draw(base, rng)) base.apply(*edit);
  }
}

TEST(Leap, NeedsTwoRemainingEdits) {
  const auto problem = problem_on(random_graph(20, 60, 1), 1);
  const EditSampler sampler(problem);
  EditableGraph base(problem.original());
  Rng rng(1);
  EXPECT_FALSE(draw_leap(base, *problem.threat, sampler, {}, rng));
}

TEST(Leap, AppliesTheKeptEditsAndDrawsTheRestFromThePool) {
  const Graph graph = random_graph(30, 60, 2);
  const auto problem = problem_on(graph, 8);
  const EditSampler sampler(problem);
  EditableGraph base(problem.original());
  Rng rng(3);
  const auto flip = [&](int u, int v) {
    const NodePair pair{u, v};
    return Edit{{{pair, base.has_edge(pair) ? 0.0F : 1.0F}}, {}};
  };
  LeapRecipe recipe;
  for (int v = 1; v <= 3; ++v) recipe.kept.push_back(flip(0, v));
  for (int v = 11; v <= 25; ++v) recipe.pool.push_back(flip(10, v));
  recipe.random_share = 0;
  int of_pool = 0;
  for (int i = 0; i < 20; ++i) {
    const auto leap = draw_leap(base, *problem.threat, sampler, recipe, rng);
    ASSERT_TRUE(leap);
    ASSERT_EQ(leap->units.size(), 8U);
    for (int k = 0; k < 3; ++k) EXPECT_EQ(leap->units[k], recipe.kept[k]);
    for (const Edit& unit : leap->units)
      of_pool += std::ranges::find(recipe.pool, unit) != recipe.pool.end() ? 1 : 0;
  }
  // Five of eight edits are from the pool, unless a pair is drawn twice; then a random one replaces it.
  EXPECT_GE(of_pool, 80);
}

}  // namespace
}  // namespace bora::attacks
