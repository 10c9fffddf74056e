#include "nas/space/architecture.h"

#include <algorithm>
#include <map>
#include <utility>

#include <gtest/gtest.h>

#include "nas/space/darts_space.h"
#include "nas/space/nb201_space.h"

namespace bora::nas {
namespace {

TEST(Architecture, CopiesShareDataAndEqualityIsByText) {
  const Nb201Space space;
  const Architecture first = space.all()->front(), copy = first;
  EXPECT_EQ(first.record(), copy.record());
  EXPECT_EQ(first, Architecture(*first.record()));
  EXPECT_FALSE(first == space.all()->back());
}

TEST(ComputationHash, IsEqualForCellsOfTheSameFunction) {
  const Nb201Space space;
  const auto hash = [&](const std::string& text) { return computation_hash(space.parse(text)); };
  // The paths over point 1 and over point 2 are exchanged.
  EXPECT_EQ(hash("|nor_conv_3x3~0|+|nor_conv_1x1~0|none~1|+|none~0|avg_pool_3x3~1|skip_connect~2|"),
            hash("|nor_conv_1x1~0|+|nor_conv_3x3~0|none~1|+|none~0|skip_connect~1|avg_pool_3x3~2|"));
  // Operations on no path from input to output have no influence.
  EXPECT_EQ(hash("|none~0|+|none~0|none~1|+|nor_conv_3x3~0|none~1|none~2|"),
            hash("|none~0|+|none~0|nor_conv_1x1~1|+|nor_conv_3x3~0|none~1|nor_conv_1x1~2|"));
  EXPECT_NE(hash("|none~0|+|none~0|none~1|+|nor_conv_3x3~0|none~1|none~2|"),
            hash("|none~0|+|none~0|none~1|+|nor_conv_1x1~0|none~1|none~2|"));
}

// The cells compute 2x + conv(x) and x + conv(x).
TEST(ComputationHash, CountsParallelSkipConnections) {
  const Nb201Space space;
  const auto twice = space.decode({1, 3, 0, 1, 1, 1}), once = space.decode({0, 3, 0, 1, 0, 1});
  EXPECT_NE(computation_hash(*twice), computation_hash(*once));
  const auto hash = [&](const std::string& text) { return computation_hash(space.parse(text)); };
  EXPECT_EQ(hash("|skip_connect~0|+|none~0|skip_connect~1|+|none~0|none~1|skip_connect~2|"),
            hash("|none~0|+|none~0|none~1|+|skip_connect~0|none~1|none~2|"))
      << "one path, of three skip connections or of one";
}

// A cell concatenates its four points, each the sum of two operations. Points 3 and 4 are equal in all cells.
TEST(ComputationHash, DistinguishesTheSumsOfADartsCell) {
  const DartsSpace space;
  const std::string rest = "(0, 5), (1, 5), (0, 5), (1, 5)]";
  const auto hash = [&](const std::string& points) {
    const std::string cell = "[" + points + ", " + rest;
    return std::pair(
        computation_hash(space.parse("[" + cell + ", [(0, 0), (1, 0), (0, 0), (1, 0), " + rest + "]")),
        computation_hash(space.parse("[[(0, 0), (1, 0), (0, 0), (1, 0), " + rest + ", " + cell + "]")));
  };
  const auto expect = [&](bool equal, const std::string& some, const std::string& others) {
    EXPECT_EQ(hash(some).first == hash(others).first, equal) << "normal cells " << some << ", " << others;
    EXPECT_EQ(hash(some).second == hash(others).second, equal)
        << "reduction cells " << some << ", " << others;
  };
  expect(true, "(0, 3), (1, 0), (0, 4), (1, 1)", "(1, 0), (0, 3), (0, 4), (1, 1)");
  expect(true, "(0, 3), (1, 0), (0, 4), (1, 1)", "(0, 4), (1, 1), (0, 3), (1, 0)");
  expect(false, "(0, 3), (1, 0), (0, 4), (1, 1)", "(0, 3), (1, 1), (0, 4), (1, 0)");
  expect(false, "(0, 2), (1, 0), (0, 4), (1, 1)", "(0, 2), (1, 1), (0, 4), (1, 0)");
  expect(false, "(0, 3), (1, 0), (0, 4), (2, 2)", "(0, 4), (1, 0), (0, 3), (2, 2)");
  expect(false, "(0, 3), (1, 0), (0, 4), (1, 1)", "(1, 3), (0, 0), (0, 4), (1, 1)");
}

TEST(ComputationHash, DependsOnTheTargetsOfNodes) {
  // Two nodes of equal label precede three others: the first one precedes two equal ones, or only one of
  // them.
  const auto hash = [](std::vector<std::pair<int, int>> edges) {
    std::sort(edges.begin(), edges.end());
    const LabelledDag graph{{0, 7, 7, 8, 8, 9, 1}, edges};
    graph.check();
    return computation_hash(Architecture({"a", {}, {{graph, graph, graph}}, {}}));
  };
  EXPECT_NE(hash({{0, 1}, {0, 2}, {1, 3}, {1, 4}, {2, 5}, {3, 6}, {4, 6}, {5, 6}}),
            hash({{0, 1}, {0, 2}, {1, 3}, {2, 4}, {2, 5}, {3, 6}, {4, 6}, {5, 6}}));
}

TEST(ComputationHash, FindsAsManyDifferentCellsAsPairwiseComparisonWould) {
  // All cells with only none, one convolution and pooling are compared under all orders of their nodes.
  const Nb201Space space;
  const auto least_form = [](const LabelledDag& graph) {
    std::vector<int> order(static_cast<std::size_t>(graph.nodes()));
    for (int i = 0; i < graph.nodes(); ++i) order[static_cast<std::size_t>(i)] = i;
    std::string least;
    do {
      std::string form;
      for (const int v : order) form += std::to_string(graph.labels[static_cast<std::size_t>(v)]) + ",";
      for (const int v : order)
        for (const int w : order)
          form += std::find(graph.edges.begin(), graph.edges.end(), std::pair(v, w)) != graph.edges.end()
                      ? '1'
                      : '0';
      if (least.empty() || form < least) least = form;
    } while (graph.nodes() > 2 && std::next_permutation(order.begin() + 1, order.end() - 1));
    return least;
  };
  std::map<std::string, std::string> by_form, by_hash;
  for (const Architecture& cell : *space.all()) {
    bool small = true;
    int operations = 0;
    for (const int choice : cell.code()) {
      small = small && choice != 1 && choice != 2;
      operations += choice == 0 ? 0 : 1;
    }
    if (!small || operations > 4) continue;
    const std::string form = least_form(cell.cells()[0].contracted), hash = computation_hash(cell);
    EXPECT_EQ(by_form.emplace(form, hash).first->second, hash) << cell.text();
    EXPECT_EQ(by_hash.emplace(hash, form).first->second, form) << cell.text();
  }
  EXPECT_GT(by_form.size(), 20u);
}

}  // namespace
}  // namespace bora::nas
