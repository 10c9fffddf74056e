// Graphs of operations, whose views and counts are found by hand.
#include "surrogates/kernels/graph/dag_counts.h"

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::surrogates {
namespace {

using testing::expect_input_error;

// 0 -> 1 -> 3, 0 -> 2 -> 3, 1 -> 2, with labels in, a, b, out.
LabelledDag diamond() {
  return {{0, 7, 8, 1}, {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}}};
}

std::multiset<double> values(const SparseRow& row) {
  std::multiset<double> out;
  for (const SparseEntry& entry : row) out.insert(entry.value);
  return out;
}

TEST(LabelledDag, RefusesWhatIsNoSuchGraph) {
  EXPECT_NO_THROW(diamond().check());
  expect_input_error([] { LabelledDag{{0}, {}}.check(); }, "1 nodes");
  expect_input_error([] { LabelledDag{{0, 1}, {{1, 0}}}.check(); }, "from 1 to 0");
  expect_input_error([] { LabelledDag{{0, 1}, {{0, 2}}}.check(); }, "from 0 to 2");
  expect_input_error([] { LabelledDag{{0, 1}, {{0, 1}, {0, 1}}}.check(); }, "twice");
}

TEST(LabelledDag, PruningLeavesWhatPathsGoThrough) {
  // 2 is reached and leads nowhere, 3 leads to the end and is not reached.
  const LabelledDag dangling{{0, 5, 6, 7, 1}, {{0, 1}, {0, 2}, {1, 4}, {3, 4}}};
  EXPECT_EQ(pruned(dangling), (LabelledDag{{0, 5, 1}, {{0, 1}, {1, 2}}}));
  const LabelledDag apart{{0, 5, 1}, {{0, 1}}};
  EXPECT_EQ(pruned(apart), (LabelledDag{{0, 1}, {}}));
}

TEST(LabelledDag, BridgingKeepsTheWaysThroughANode) {
  EXPECT_EQ(bridged(diamond(), 7), (LabelledDag{{0, 8, 1}, {{0, 1}, {0, 2}, {1, 2}}}));
  // Two of them in a row.
  const LabelledDag chain{{0, 7, 7, 8, 1}, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}};
  EXPECT_EQ(bridged(chain, 7), (LabelledDag{{0, 8, 1}, {{0, 1}, {1, 2}}}));
  EXPECT_EQ(without(chain, 7), (LabelledDag{{0, 8, 1}, {{1, 2}}}));
}

TEST(DagCounts, EdgesAndPathsByHand) {
  EdgeCounter edges;
  EXPECT_EQ(values(edges.counts(diamond())), (std::multiset<double>{1, 1, 1, 1, 1}));
  // Two edges between the same labels count twice.
  EXPECT_EQ(values(edges.counts({{0, 7, 7, 1}, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}})),
            (std::multiset<double>{2, 2}));
  // a, a b, b.
  PathCounter paths;
  EXPECT_EQ(values(paths.counts(diamond())), (std::multiset<double>{1, 1, 1}));
  EXPECT_EQ(values(paths.counts({{0, 7, 7, 1}, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}})),
            (std::multiset<double>{2}));
  EXPECT_TRUE(paths.counts({{0, 7, 1}, {{0, 1}}}).empty());
  PathCounter few(2);
  expect_input_error([&] { few.counts(diamond()); }, "more than 2");
}

TEST(DagCounts, ShortestPathsTakeTheShortest) {
  // in-a 1, in-b 1, in-out 2, a-b 1, a-out 1, b-out 1: all different.
  ShortestPathCounter counter;
  EXPECT_EQ(counter.counts(diamond()).size(), 6u);
  // Without the edge from `in` to b, their distance is 2, which is another feature.
  LabelledDag longer = diamond();
  longer.edges.erase(longer.edges.begin() + 1);
  const SparseRow both = sum(counter.counts(diamond()), counter.counts(longer));
  EXPECT_EQ(both.size(), 7u);
}

TEST(DagCounts, WalksSumUpToTheRandomWalkKernel) {
  // Walks of 0, 1, 2, 3 edges: 4, 5, 4 and 1, all of different labels.
  constexpr double kDecay = 0.25;
  WalkCounter counter(8, kDecay);
  const SparseRow row = counter.counts(diamond());
  EXPECT_EQ(row.size(), 14u);
  double product = 0;
  for (const SparseEntry& entry : row) product += entry.value * entry.value;
  EXPECT_NEAR(product, 4 + 5 * kDecay + 4 * kDecay * kDecay + kDecay * kDecay * kDecay, 1e-12);
  EXPECT_EQ(WalkCounter(1, kDecay).counts(diamond()).size(), 9u);
}

TEST(DagCounts, WeisfeilerLehmanLooksWhereItIsTold) {
  // a has the predecessor `in` in both graphs, and the successor b or out, so only successors tell the graphs
  // apart.
  const LabelledDag first{{0, 7, 1}, {{0, 1}, {1, 2}}};
  const LabelledDag second{{0, 7, 8, 1}, {{0, 1}, {1, 2}, {2, 3}}};
  const auto shared = [&](WlDirection direction) {
    WlCounter counter(1, direction);
    const SparseRow a = counter.counts(first), b = counter.counts(second);
    int common = 0;
    for (const SparseEntry& x : a)
      for (const SparseEntry& y : b) common += x.column == y.column ? 1 : 0;
    return common;
  };
  // Iteration 0 shares in, a, out. Iteration 1: in has nothing before it, a has in.
  EXPECT_EQ(shared(WlDirection::in), 3 + 2);
  EXPECT_EQ(shared(WlDirection::out), 3 + 2);   // in (before a) and out (with nothing behind)
  EXPECT_EQ(shared(WlDirection::both), 3 + 1);  // in alone
  EXPECT_EQ(shared(WlDirection::undirected), 3 + 1);
  expect_input_error([] { WlCounter(-1, WlDirection::in); }, "-1");
}

TEST(DagCounts, LevelsAddUp) {
  WlCounter counter(3, WlDirection::both);
  const auto levels = counter.levels(diamond());
  ASSERT_EQ(levels.size(), 4u);
  for (std::size_t h = 0; h < levels.size(); ++h) {
    double total = 0;
    for (const SparseEntry& entry : levels[h]) total += entry.value;
    EXPECT_EQ(total, 4.0 * static_cast<double>(h + 1));
  }
  EXPECT_EQ(levels.back(), counter.counts(diamond()));
}

TEST(DagCounts, DoNotDependOnTheOrderOfNodes) {
  // The same graph with two unconnected nodes swapped.
  const LabelledDag first{{0, 7, 8, 9, 1}, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {2, 4}, {3, 4}}};
  const LabelledDag second{{0, 8, 7, 9, 1}, {{0, 1}, {0, 2}, {1, 3}, {1, 4}, {2, 3}, {3, 4}}};
  std::vector<std::unique_ptr<DagCounter>> counters;
  for (const WlDirection direction :
       {WlDirection::in, WlDirection::out, WlDirection::both, WlDirection::undirected})
    counters.push_back(std::make_unique<WlCounter>(3, direction));
  counters.push_back(std::make_unique<EdgeCounter>());
  counters.push_back(std::make_unique<PathCounter>());
  counters.push_back(std::make_unique<ShortestPathCounter>());
  counters.push_back(std::make_unique<WalkCounter>(5, 0.5));
  for (const auto& counter : counters) EXPECT_EQ(counter->counts(first), counter->counts(second));
}

TEST(DagCounts, UnaryProductsAreIntersections) {
  const SparseRow a{{1, 3}, {2, 1}}, b{{1, 2}, {3, 5}, {2, 4}};
  SparseRow sorted = b;
  tidy(sorted);
  const SparseRow first = unary(a), second = unary(sorted);
  double product = 0;
  for (const SparseEntry& x : first)
    for (const SparseEntry& y : second) product += x.column == y.column ? x.value * y.value : 0;
  EXPECT_EQ(product, 2 + 1);
  expect_input_error([] { unary({{0, 0.5}}); }, "0.5");
  expect_input_error([] { unary({{0, 9}}, 9); }, "below 9");
  expect_input_error([] { unary({{1 << 21, 1}}); }, "column 2097152");
  const SparseRow one = normalised(a);
  EXPECT_NEAR(one[0].value, 3 / std::sqrt(10.0), 1e-15);
  EXPECT_TRUE(normalised({}).empty());
}

}  // namespace
}  // namespace bora::surrogates
