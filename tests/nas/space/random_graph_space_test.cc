#include "nas/space/random_graph_space.h"

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::nas {
namespace {

const RandomGraphSpace& space() {
  static const RandomGraphSpace all;
  return all;
}

double edges(const std::string& text) {
  const Architecture architecture = space().parse(text);
  double inner = 0;
  for (const auto& [from, to] : architecture.cells().front().whole.edges)
    inner += from > 0 && to <= RandomGraphSpace::kNodes ? 1 : 0;
  return inner;
}

TEST(RandomGraphSpace, GraphsHaveTheEdgesOfTheirGenerators) {
  EXPECT_EQ(space().all()->size(), 488u);
  constexpr double kPairs = 32 * 31 / 2.0;
  double er = 0;
  for (int wiring = 0; wiring < 8; ++wiring) {
    const std::string end = "#" + std::to_string(wiring);
    er += edges("er-0.3" + end) / 8;
    EXPECT_EQ(edges("ba-3" + end), 3 * (32 - 3));
    EXPECT_EQ(edges("ws-6-0.5" + end), 32 * 3);
  }
  // Within three standard deviations of the mean of a binomial distribution.
  EXPECT_NEAR(er, 0.3 * kPairs, 3 * std::sqrt(0.3 * 0.7 * kPairs / 8));
}

TEST(RandomGraphSpace, AnUnrewiredRingIsTheSameInAllWirings) {
  const auto graph = [](const char* text) {
    const Architecture architecture = space().parse(text);
    return architecture.cells().front().whole;
  };
  EXPECT_EQ(graph("ws-4-0#0"), graph("ws-4-0#5"));
  EXPECT_NE(graph("ws-4-0.5#0"), graph("ws-4-0.5#5"));
  // In a Barabasi-Albert graph, early nodes have larger degrees than late ones.
  const LabelledDag grown = graph("ba-2#1");
  const DagNeighbours around(grown);
  EXPECT_GT(around.after[1].size(), around.after[31].size());
}

TEST(RandomGraphSpace, EveryNodeIsOnAPathFromInputToOutput) {
  for (const Architecture& architecture : *space().all()) {
    const LabelledDag& whole = architecture.cells().front().whole;
    EXPECT_EQ(pruned(whole), whole) << architecture.text();
  }
}

TEST(RandomGraphSpace, NamesTheNearestSetting) {
  testing::expect_input_error([] { space().parse("er-0,2#1"); }, "er-0,2#1", "did you mean er-0.2");
  testing::expect_input_error([] { space().parse("ba-2#8"); }, "ba-2#8");
  testing::expect_input_error([] { space().parse("ba-2"); }, "ba-2");
}

}  // namespace
}  // namespace bora::nas
