#include "nas/space/canonical_form.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace bora::nas::canonical_form_test {
namespace {

using Edges = std::vector<std::pair<int, int>>;

// Returns a graph in which four nodes of label 7 follow the input and four nodes of label 8 precede the
// output. between: edges from the former to the latter. order: numbering of the nodes of each label.
LabelledDag layers(const Edges& between, const std::vector<int>& order = {0, 1, 2, 3}) {
  LabelledDag graph{{0, 7, 7, 7, 7, 8, 8, 8, 8, 1}, {}};
  for (int i = 0; i < 4; ++i) {
    graph.edges.emplace_back(0, 1 + i);
    graph.edges.emplace_back(5 + i, 9);
  }
  for (const auto& [from, to] : between)
    graph.edges.emplace_back(1 + order[static_cast<std::size_t>(from)],
                             5 + order[static_cast<std::size_t>(to)]);
  std::ranges::sort(graph.edges);
  graph.check();
  return graph;
}

// A ring of eight nodes, and two rings of four nodes. In both, each node has two neighbours of the other
// label.
const Edges kOneRing{{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 2}, {2, 3}, {3, 3}, {3, 0}};
const Edges kTwoRings{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 2}, {2, 3}, {3, 2}, {3, 3}};

TEST(CanonicalForm, DistinguishesGraphsThatWeisfeilerLehmanLabelsDoNot) {
  EXPECT_NE(canonical_form(layers(kOneRing)), canonical_form(layers(kTwoRings)));
}

TEST(CanonicalForm, IsTheSameForEveryNumbering) {
  for (const Edges& edges : {kOneRing, kTwoRings}) {
    const std::string form = canonical_form(layers(edges));
    std::vector<int> order{0, 1, 2, 3};
    do EXPECT_EQ(canonical_form(layers(edges, order)), form);
    while (std::ranges::next_permutation(order).found);
  }
}

TEST(CanonicalForm, CountsParallelEdges) {
  const LabelledDag once{{0, 7, 1}, {{0, 1}, {0, 2}, {1, 2}}};
  const LabelledDag twice{{0, 7, 1}, {{0, 1}, {0, 2}, {0, 2}, {1, 2}}};
  EXPECT_NE(canonical_form(once), canonical_form(twice));
}

// Graphs of twenty parallel equal nodes, or paths of two nodes. The latter would have too many forms.
TEST(CanonicalForm, IsFastForVerySymmetricGraphs) {
  const auto beside = [](int ways, int length) {
    LabelledDag graph;
    graph.labels.assign(static_cast<std::size_t>(ways * length + 2), 7);
    graph.labels.front() = 0;
    graph.labels.back() = 1;
    for (int way = 0; way < ways; ++way) {
      int before = 0;
      for (int step = 0; step < length; ++step) {
        const int node = 1 + way * length + step;
        graph.edges.emplace_back(before, node);
        before = node;
      }
      graph.edges.emplace_back(before, ways * length + 1);
    }
    std::ranges::sort(graph.edges);
    graph.check();
    return canonical_form(graph);
  };
  EXPECT_NE(beside(20, 1), beside(19, 1));
  EXPECT_NE(beside(20, 2), beside(19, 2));
  EXPECT_EQ(beside(20, 2), beside(20, 2));
}

}  // namespace
}  // namespace bora::nas::canonical_form_test
