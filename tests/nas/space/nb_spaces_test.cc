// Spaces of the three benchmarks, compared with cells that were worked out by hand.
#include <gtest/gtest.h>

#include "nas/space/darts_space.h"
#include "nas/space/nb101_space.h"
#include "nas/space/nb201_space.h"
#include "support/input_error.h"

namespace bora::nas {
namespace {

using Nb = Nb201Space;

TEST(Nb201Space, ReadsACell) {
  const Nb space;
  EXPECT_EQ(space.all()->size(), 15625u);
  const Architecture cell =
      space.parse("|nor_conv_3x3~0|+|none~0|skip_connect~1|+|skip_connect~0|none~1|avg_pool_3x3~2|");
  EXPECT_EQ(cell.code(), (std::vector<int>{3, 0, 1, 1, 0, 4}));
  // input, 3x3 (0-1), none (0-2), skip (1-2), skip (0-3), none (1-3), pool (2-3), output
  EXPECT_EQ(cell.cells()[0].whole.edges,
            (std::vector<std::pair<int, int>>{
                {0, 1}, {0, 2}, {0, 4}, {1, 3}, {1, 5}, {2, 6}, {3, 6}, {4, 7}, {5, 7}, {6, 7}}));
  EXPECT_EQ(cell.cells()[0].pruned,
            (LabelledDag{{Nb::kInput, Nb::kConv3, Nb::kSkip, Nb::kSkip, Nb::kPool, Nb::kOutput},
                         {{0, 1}, {0, 3}, {1, 2}, {2, 4}, {3, 5}, {4, 5}}}));
  EXPECT_EQ(cell.cells()[0].contracted, (LabelledDag{{Nb::kInput, Nb::kConv3, Nb::kPool, Nb::kOutput},
                                                     {{0, 1}, {0, 3}, {1, 2}, {2, 3}}}));
  // Numbers of conv1, conv3, skip and pool; longest path by convolutions and by 3x3 ones; shortest path; mean
  // (1 + 0) / 2.
  EXPECT_EQ(space.statistics(cell), (std::vector<double>{0, 1, 2, 1, 1, 1, 0, 0.5}));
}

TEST(Nb201Space, ACellWithoutAPathIsEmpty) {
  const Nb space;
  const Architecture cell = space.parse("|none~0|+|none~0|none~1|+|none~0|nor_conv_3x3~1|none~2|");
  EXPECT_EQ(cell.cells()[0].contracted, (LabelledDag{{Nb::kInput, Nb::kOutput}, {}}));
  EXPECT_EQ(space.statistics(cell), (std::vector<double>{0, 0, 0, 0, -1, -1, -1, -1}));
}

TEST(Nb201Space, ReadsNasLibsNumbers) {
  // Edges 01, 02, 03, 12, 13, 23; 0 skip, 1 none, 2 conv3, 3 conv1, 4 pool.
  const Nb space;
  EXPECT_EQ(space.parse("(0, 1, 2, 3, 4, 0)").text(),
            "|skip_connect~0|+|none~0|nor_conv_1x1~1|+|nor_conv_3x3~0|avg_pool_3x3~1|skip_connect~2|");
  testing::expect_input_error([&] { space.parse("(0, 1, 2, 3, 4, 5)"); }, "six numbers");
}

TEST(Nb201Space, SaysWhichEdgeIsWrong) {
  const Nb space;
  testing::expect_input_error([&] { space.parse("|conv~0|+|none~0|none~1|+|none~0|none~1|none~2|"); },
                              "'conv' is not an operation");
  testing::expect_input_error([&] { space.parse("|none~0|+|none~1|none~0|+|none~0|none~1|none~2|"); },
                              "part 2", "~0");
}

TEST(Nb101Space, ReadsACellAndPrunesIt) {
  // The path input - conv3x3 - output, and a pooling without successor.
  std::vector<int> numbers(56, 0);
  numbers[0 * 7 + 1] = numbers[1 * 7 + 6] = numbers[0 * 7 + 2] = 1;
  numbers[49] = 0;
  numbers[50] = Nb101Space::kConv3;
  for (int node = 51; node < 55; ++node) numbers[static_cast<std::size_t>(node)] = Nb101Space::kPool;
  numbers[55] = 1;
  const auto text = [](const std::vector<int>& of) {
    std::string out = "(";
    for (const int number : of) out += std::to_string(number) + ", ";
    return out.substr(0, out.size() - 2) + ")";
  };
  const Nb101Space space;
  const Architecture cell = space.parse(text(numbers));
  EXPECT_EQ(cell.text(), text(numbers));
  EXPECT_EQ(cell.cells()[0].pruned,
            (LabelledDag{{Nb101Space::kInput, Nb101Space::kConv3, Nb101Space::kOutput}, {{0, 1}, {1, 2}}}));
  numbers[1 * 7 + 6] = 0;
  testing::expect_input_error([&] { space.parse(text(numbers)); }, "no path");
  numbers[1 * 7 + 6] = 1;
  numbers[3 * 7 + 2] = 1;
  testing::expect_input_error([&] { space.parse(text(numbers)); }, "upper triangular");
  numbers[3 * 7 + 2] = 0;
  numbers[53] = 1;
  testing::expect_input_error([&] { space.parse(text(numbers)); }, "operation 5 is 1");
}

TEST(Nb101Space, HasAtMostNineEdges) {
  const Nb101Space space;
  Rng rng(3);
  for (int i = 0; i < 200; ++i) {
    const Architecture drawn = space.sample(rng);
    const auto edges = drawn.cells()[0].pruned.edges.size();
    EXPECT_GE(edges, 1u);
    EXPECT_LE(edges, 9u);
  }
}

TEST(DartsSpace, ReadsBothCellsInEitherOrderOfSources) {
  const DartsSpace space;
  const std::string normal = "[(0, 3), (1, 4), (0, 2), (2, 5), (1, 0), (3, 6), (2, 1), (4, 3)]";
  const std::string swapped = "[(1, 4), (0, 3), (2, 5), (0, 2), (3, 6), (1, 0), (4, 3), (2, 1)]";
  const Architecture cell = space.parse("[" + normal + ", " + normal + "]");
  EXPECT_EQ(cell.text(), "[" + normal + ", " + normal + "]");
  EXPECT_EQ(space.parse("[" + swapped + ", " + normal + "]"), cell);
  ASSERT_EQ(cell.cells().size(), 2u);
  // Three nodes (input and the two inputs of the cell), eight operations, output.
  EXPECT_EQ(cell.cells()[0].whole.nodes(), 12);
  // The operations of the first point (nodes 3 and 4) follow the inputs (1 and 2); the second operation of
  // the second point (node 6) follows both.
  const auto& edges = cell.cells()[0].whole.edges;
  for (const auto& edge : std::vector<std::pair<int, int>>{{1, 3}, {2, 4}, {1, 5}, {3, 6}, {4, 6}, {6, 11}})
    EXPECT_TRUE(std::find(edges.begin(), edges.end(), edge) != edges.end()) << edge.first << edge.second;
  EXPECT_NE(cell.cells()[0].whole.labels, cell.cells()[1].whole.labels);
  testing::expect_input_error(
      [&] {
        space.parse("[[(0, 3), (0, 4), (0, 2), (2, 5), (1, 0), (3, 6), (2, 1), (4, 3)], " + normal + "]");
      },
      "point 1", "two different");
}

}  // namespace
}  // namespace bora::nas
