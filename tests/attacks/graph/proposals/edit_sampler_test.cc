#include "attacks/graph/proposals/edit_sampler.h"

#include <map>

#include <gtest/gtest.h>
#include <boost/math/distributions/chi_squared.hpp>

#include "support/sample_graphs.h"

namespace bora::attacks {
namespace {

using testing::attributed;
using testing::complete_graph;
using testing::cycle_graph;
using testing::labelled;
using testing::make_graph;
using testing::path_graph;
using testing::random_graph;
using testing::weighted;

GraphAttackProblem problem_of(EditRules rules, const Graph& graph) {
  GraphAttackProblem problem;
  problem.threat = std::make_shared<const GraphThreat>(rules, std::make_shared<const Graph>(graph));
  return problem;
}

std::vector<EditMode> all_modes() {
  std::vector<EditMode> modes;
  for (const auto& name : edit_modes()) modes.push_back(parse_edit_mode(name));
  return modes;
}

// Edit mode with its constraints, on graphs with or without weights.
struct Case {
  EditMode mode;
  int hops;
  bool keep_connected, weights;
};

class EditSamplerOn : public ::testing::TestWithParam<Case> {
 protected:
  EditRules rules(int budget) const {
    return {.mode = GetParam().mode,
            .ratio = 1,
            .most_edits = budget,
            .hops = GetParam().hops,
            .keep_connected = GetParam().keep_connected,
            .most_injected = 2,
            .injected_degree = 3};
  }
  Graph graph(int nodes, int edges, std::uint64_t seed) const {
    Graph graph = attributed(labelled(random_graph(nodes, edges, seed), 3, seed), 2, seed);
    return GetParam().weights || GetParam().mode == EditMode::reweight ? weighted(graph, seed) : graph;
  }
};

// Random walk of draws, mutations and redrawn nodes inside the threat model, at and below its edit budget.
// Every graph is allowed, and every edit changes the graph and passes allows().
TEST_P(EditSamplerOn, StaysInsideTheThreatModel) {
  int made = 0, most = 0;
  for (int trial = 0; trial < 12; ++trial) {
    const auto problem = problem_of(rules(4 + trial), graph(12 + trial, 16 + 2 * trial, trial));
    const EditSampler sampler(problem);
    EditableGraph base(problem.original());
    Rng rng(trial);
    std::optional<Edit> last;
    for (int i = 0; i < 150; ++i) {
      auto edit = last && i % 3 == 0   ? sampler.mutate(*last, base, rng)
                  : last && i % 3 == 1 ? sampler.redraw_node(*last, base, {}, rng)
                                       : sampler.draw(base, rng);
      if (!edit) continue;
      ASSERT_TRUE(sampler.allows(*edit, base));
      const Graph before = base.graph();
      base.apply(*edit);
      const Graph after = base.graph();
      ASSERT_NE(before, after);
      ASSERT_EQ(problem.threat->violation(after), "") << "trial " << trial << ", edit " << i;
      ASSERT_FALSE(sampler.allows(*edit, base)) << "twice";
      most = std::max(most, problem.threat->edits(after));
      last = std::move(edit);
      ++made;
    }
  }
  EXPECT_GT(made, 500);
  EXPECT_GE(most, GetParam().mode == EditMode::inject ? 5 : 8);  // two nodes of up to 3 edges, one shared
}

// Edits drawn for one base are tried on others. Those that allows() accepts lead to allowed graphs.
TEST_P(EditSamplerOn, AcceptedEditsOfOtherBasesAreAllowed) {
  int allowed = 0, refused = 0;
  for (int trial = 0; trial < 30; ++trial) {
    const auto problem = problem_of(rules(6), graph(9, 12, trial));
    const EditSampler sampler(problem);
    Rng rng(trial);
    EditableGraph first(problem.original()), second(problem.original());
    for (int i = 0; i < 5; ++i) {
      const auto edit = sampler.draw(first, rng);
      const auto other = sampler.draw(second, rng);
      if (!edit || !other) break;
      for (const EditableGraph* base : {&first, &second}) {
        EditableGraph tried = *base;
        if (!sampler.allows(*edit, tried)) {
          ++refused;
          continue;
        }
        ++allowed;
        tried.apply(*edit);
        ASSERT_EQ(problem.threat->violation(tried.graph()), "");
        ASSERT_NE(tried.graph(), base->graph());
      }
      first.apply(*edit);
      second.apply(*other);
    }
  }
  EXPECT_GT(allowed, 100);
  EXPECT_GT(allowed, refused);
}

TEST_P(EditSamplerOn, SameSeedSameEdits) {
  const auto problem = problem_of(rules(9), graph(20, 40, 3));
  const EditSampler sampler(problem), again(problem);
  const EditableGraph base(problem.original());
  Rng first(7), second(7), other(8);
  int different = 0;
  for (int i = 0; i < 20; ++i) {
    const auto edit = sampler.draw(base, first);
    EXPECT_EQ(edit, again.draw(base, second));
    different += edit != sampler.draw(base, other) ? 1 : 0;
  }
  EXPECT_GT(different, 5);
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const EditMode mode : all_modes())
    for (const int hops : {0, 2})
      for (const bool connected : {false, true})
        for (const bool weights : {false, true}) all.push_back({mode, hops, connected, weights});
  return all;
}

std::string case_name(const ::testing::TestParamInfo<Case>& test) {
  std::string name = to_string(test.param.mode);
  if (test.param.hops > 0) name += "_hops";
  if (test.param.keep_connected) name += "_connected";
  if (test.param.weights) name += "_weighted";
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, EditSamplerOn, ::testing::ValuesIn(cases()), case_name);

// Checks that draws of single edits are uniform over `cells` edits (chi-squared test, p > 0.001, fixed seed).
void expect_uniform(const GraphAttackProblem& problem, const EditableGraph& base, int cells) {
  const EditSampler sampler(problem);
  Rng rng(42);
  std::map<std::vector<NodePair>, int> counts;
  const int draws = 200 * cells;
  for (int i = 0; i < draws; ++i) {
    const auto edit = sampler.draw(base, rng);
    ASSERT_TRUE(edit);
    std::vector<NodePair> pairs;
    for (const auto& change : edit->changes) pairs.push_back(change.pair);
    std::ranges::sort(pairs);
    ++counts[pairs];
  }
  ASSERT_EQ(static_cast<int>(counts.size()), cells);
  double chi_squared = 0;
  for (const auto& [pairs, count] : counts) chi_squared += (count - 200.0) * (count - 200.0) / 200.0;
  EXPECT_LT(chi_squared, boost::math::quantile(boost::math::chi_squared(cells - 1), 0.999));
}

TEST(EditSampler, FlipsAreUniformOverPairs) {
  const auto problem = problem_of({.ratio = 1}, random_graph(9, 14, 1));
  EditableGraph base(problem.original());
  expect_uniform(problem, base, 36);
  Rng rng(3);
  for (int i = 0; i < 6; ++i) base.apply(*EditSampler(problem).draw(base, rng));
  expect_uniform(problem, base, 36);
}

TEST(EditSampler, FlipsWithinHopsAreUniformOverPairsWithinHops) {
  // In a star with a tail, hop balls differ very much in size.
  const auto problem =
      problem_of({.ratio = 1, .hops = 2},
                 make_graph(9, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {4, 5}, {5, 6}, {6, 7}, {7, 8}}));
  int pairs = 0;
  for (int u = 0; u < 9; ++u)
    for (int v = u + 1; v < 9; ++v) pairs += problem.threat->within_hops(u, v) ? 1 : 0;
  expect_uniform(problem, EditableGraph(problem.original()), pairs);
}

TEST(EditSampler, AdditionsAndRemovalsAreUniform) {
  const Graph sparse = random_graph(9, 8, 1), dense = random_graph(9, 30, 2);
  expect_uniform(problem_of({.mode = EditMode::add, .ratio = 1}, sparse), EditableGraph(sparse), 28);
  expect_uniform(problem_of({.mode = EditMode::add, .ratio = 1}, dense), EditableGraph(dense), 6);
  expect_uniform(problem_of({.mode = EditMode::remove, .ratio = 1}, dense), EditableGraph(dense), 30);
}

TEST(EditSampler, RewiringsAndSwapsAreUniform) {
  // A cycle of 6 has 12 directed edges, each with 3 nodes that are not adjacent to its tail.
  expect_uniform(problem_of({.mode = EditMode::rewire, .ratio = 1}, cycle_graph(6)),
                 EditableGraph(cycle_graph(6)), 36);
  // Three disjoint edges have two swaps for each pair.
  const Graph apart = make_graph(6, {{0, 1}, {2, 3}, {4, 5}});
  expect_uniform(problem_of({.mode = EditMode::swap, .ratio = 1}, apart), EditableGraph(apart), 6);
}

TEST(EditSampler, ASpentBaseGetsNoMoreEdits) {
  const Graph graph = random_graph(10, 20, 1);
  for (const EditMode mode : {EditMode::flip, EditMode::add, EditMode::remove, EditMode::rewire}) {
    const auto problem = problem_of({.mode = mode, .ratio = 1, .most_edits = 3}, graph);
    const EditSampler sampler(problem);
    Rng rng(1);
    int spent = 0;
    EditableGraph base(graph);
    for (int i = 0; i < 200; ++i) {
      const int before = problem.threat->edits(base.graph());
      const auto edit = sampler.draw(base, rng);
      ASSERT_TRUE(edit);
      base.apply(*edit);
      if (before == 3) {
        ++spent;
        EXPECT_LE(problem.threat->edits(base.graph()), 3);
      }
    }
    EXPECT_GT(spent, 20) << to_string(mode);
  }
}

TEST(EditSampler, MutationKeepsAnEndPointInHalfOfTheCases) {
  const auto problem = problem_of({.ratio = 1}, random_graph(200, 400, 1));
  const EditSampler sampler(problem);
  const EditableGraph base(problem.original());
  Rng rng(5);
  const Edit edit = *sampler.draw(base, rng);
  const NodePair pair = edit.changes.front().pair;
  int shared = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto [u, v] = sampler.mutate(edit, base, rng)->changes.front().pair;
    shared += u == pair.u || u == pair.v || v == pair.u || v == pair.v ? 1 : 0;
  }
  EXPECT_NEAR(shared / 2000.0, 0.51, 0.04);
}

TEST(EditSampler, RedrawnEdgesKeepOneEndWithUniformPartner) {
  const Graph graph = random_graph(12, 30, 1);
  const auto problem = problem_of({.ratio = 1}, graph);
  const EditSampler sampler(problem);
  const EditableGraph base(graph);
  Rng rng(5);
  const Edit edit = *sampler.draw(base, rng);
  const NodePair pair = edit.changes.front().pair;
  std::map<NodePair, int> counts;
  for (int i = 0; i < 22000; ++i) {
    const auto redrawn = sampler.redraw_node(edit, base, {}, rng);
    ASSERT_TRUE(redrawn);
    ++counts[redrawn->changes.front().pair];
  }
  // Each end is kept in half of the draws, with one of 11 partners; the same edge comes from either end.
  EXPECT_EQ(counts.size(), 21U);
  for (const auto& [drawn, count] : counts) {
    EXPECT_TRUE(drawn.u == pair.u || drawn.u == pair.v || drawn.v == pair.u || drawn.v == pair.v);
    EXPECT_NEAR(count, drawn == pair ? 2000 : 1000, 200);
  }
}

TEST(EditSampler, RedrawnEdgesAreNeitherTakenNorChanged) {
  const Graph graph = path_graph(4);
  const auto problem = problem_of({.ratio = 1}, graph);
  const EditSampler sampler(problem);
  EditableGraph base(graph);
  base.apply(Edit{{{{0, 2}, 1}}, {}});
  const Edit edit{{{{0, 1}, 0}}, {}};
  Rng rng(1);
  std::map<NodePair, int> counts;
  for (int i = 0; i < 500; ++i)
    ++counts[sampler.redraw_node(edit, base, {{0, 3}, {1, 3}}, rng)->changes.front().pair];
  EXPECT_EQ(counts.size(), 2U);
  EXPECT_TRUE(counts.contains({0, 1}) && counts.contains({1, 2}));
  EXPECT_FALSE(sampler.redraw_node(edit, base, {{0, 1}, {0, 3}, {1, 2}, {1, 3}}, rng));
}

// A rewiring moves edge (pivot, from) to (pivot, to). Each of the three nodes is redrawn in a third of the
// cases.
TEST(EditSampler, RedrawnRewiringsKeepTwoOfThreeNodes) {
  const Graph graph = random_graph(1000, 20000, 1);
  const auto problem = problem_of({.mode = EditMode::rewire, .ratio = 1}, graph);
  const EditSampler sampler(problem);
  const EditableGraph base(graph);
  Rng rng(5);
  const Edit edit = *sampler.draw(base, rng);
  const NodePair from = edit.changes[0].pair, to = edit.changes[1].pair;
  const auto shares_node = [](NodePair a, NodePair b) {
    return a.u == b.u || a.u == b.v || a.v == b.u || a.v == b.v;
  };
  int same_from = 0, same_to = 0, neither = 0;
  for (int i = 0; i < 6000; ++i) {
    const auto redrawn = sampler.redraw_node(edit, base, {}, rng);
    ASSERT_TRUE(redrawn);
    const NodePair now_from = redrawn->changes[0].pair, now_to = redrawn->changes[1].pair;
    EXPECT_TRUE(shares_node(now_from, from) && shares_node(now_to, to));
    if (*redrawn == edit) continue;
    same_from += now_from == from ? 1 : 0;
    same_to += now_to == to ? 1 : 0;
    neither += now_from != from && now_to != to ? 1 : 0;
  }
  for (const int count : {same_from, same_to, neither}) EXPECT_NEAR(count, 2000, 200);
}

TEST(EditSampler, WeightsComeFromTheOriginal) {
  Graph graph = path_graph(6);
  graph.weights = {0.5F, 0.5F, 2, 2, 3};
  const auto problem = problem_of({.mode = EditMode::add, .ratio = 1}, graph);
  const EditSampler sampler(problem);
  Rng rng(1);
  std::map<float, int> counts;
  for (int i = 0; i < 3000; ++i) ++counts[sampler.draw(EditableGraph(graph), rng)->changes.front().weight];
  ASSERT_EQ(counts.size(), 3U);
  EXPECT_NEAR(counts[0.5F], 1200, 120);
  EXPECT_NEAR(counts[3], 600, 90);
}

// A removed edge is added again with its original weight.
TEST(EditSampler, RestoresWeights) {
  Graph graph = path_graph(3);
  graph.weights = {0.5F, 2};
  const auto problem = problem_of({.mode = EditMode::remove, .ratio = 1}, graph);
  const EditSampler sampler(problem);
  Rng rng(1);
  EditableGraph base(graph);
  for (int i = 0; i < 50; ++i) base.apply(*sampler.draw(base, rng));
  for (const auto& [pair, before] : std::map(base.changes())) base.apply({{{pair, before}}, {}});
  EXPECT_EQ(base.graph(), graph);
}

TEST(EditSampler, InjectedNodesComeFromThePoolWithinTheLabelsOfTheOriginal) {
  Graph graph = attributed(path_graph(4), 1, 1);
  graph.node_labels = {1, 2, 1, 2};
  auto problem = problem_of({.mode = EditMode::inject, .ratio = 1}, graph);
  problem.pool = std::make_shared<const NodePool>(NodePool{{0, 1, 2, 3}, {10, 11, 12, 13}, 1, 4});
  const EditSampler sampler(problem);
  Rng rng(1);
  std::map<int, int> labels;
  for (int i = 0; i < 400; ++i) {
    const auto edit = sampler.draw(EditableGraph(graph), rng);
    ASSERT_TRUE(edit && edit->node);
    ++labels[edit->node->label];
    EXPECT_EQ(edit->node->attributes.front(), static_cast<float>(10 + edit->node->label));
  }
  ASSERT_EQ(labels.size(), 2U);
  EXPECT_NEAR(labels[1], 200, 50);
}

TEST(EditSampler, DrawsNothingIfNoEditIsPossible) {
  Rng rng(1);
  const auto nothing = [&](EditRules rules, const Graph& graph) {
    return !EditSampler(problem_of(rules, graph)).draw(EditableGraph(graph), rng);
  };
  for (const EditMode mode : all_modes()) {
    if (mode != EditMode::inject) {
      EXPECT_TRUE(nothing({.mode = mode}, make_graph(1, {}))) << to_string(mode);
    }
  }
  EXPECT_TRUE(nothing({.mode = EditMode::add}, complete_graph(8)));
  EXPECT_TRUE(nothing({.mode = EditMode::rewire}, complete_graph(8)));
  EXPECT_TRUE(nothing({.mode = EditMode::swap}, complete_graph(8)));
  EXPECT_TRUE(nothing({.mode = EditMode::remove}, make_graph(8, {})));
  EXPECT_TRUE(nothing({.mode = EditMode::remove, .keep_connected = true}, path_graph(8)));
  EXPECT_TRUE(nothing({.hops = 3}, make_graph(8, {})));
  Graph equal = path_graph(4);
  equal.weights = {1, 1, 1};
  EXPECT_TRUE(nothing({.mode = EditMode::reweight}, equal));
}

TEST(EditSampler, FindsTheOnlyPossibleEdit) {
  // All 20,001 edges except the three of a triangle are bridges: every edge must be inspected, since random
  // draws do not suffice.
  Graph graph = path_graph(20001);
  graph.edges.push_back({0, 2});
  std::ranges::sort(graph.edges);
  const EditRules rules{.mode = EditMode::remove, .ratio = 1, .keep_connected = true};
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Rng rng(seed);
    ASSERT_TRUE(EditSampler(problem_of(rules, graph)).any(rng)) << seed;
  }
  Rng rng(1);
  EXPECT_FALSE(EditSampler(problem_of(rules, path_graph(302))).any(rng));
  // A complete graph without one edge can only gain this edge.
  Graph nearly = complete_graph(40);
  nearly.edges.pop_back();
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Rng of(seed);
    EXPECT_TRUE(EditSampler(problem_of({.mode = EditMode::add, .ratio = 1}, nearly)).any(of)) << seed;
  }
  EXPECT_FALSE(EditSampler(problem_of({.mode = EditMode::add, .ratio = 1}, complete_graph(8))).any(rng));
  // About one attempt in some hundreds moves an edge to the missing one's place.
  int found = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng of(seed);
    found += EditSampler(problem_of({.mode = EditMode::rewire, .ratio = 1}, nearly)).any(of) ? 1 : 0;
  }
  EXPECT_GE(found, 18);
}

}  // namespace
}  // namespace bora::attacks
