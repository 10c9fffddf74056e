#include "nas/network/cell_network.h"

#include <gtest/gtest.h>

#include "nas/network/trained_network.h"
#include "nas/space/nb201_space.h"
#include "support/input_error.h"

namespace bora::nas::cell_network_test {
namespace {

using testing::random_images;
constexpr ImageShape kShape = testing::kOddShape;
const SpacePtr& space() {
  static const SpacePtr cells = make_space("nb201");
  return cells;
}
CellNetworkOptions small() {
  return {.channels = 4, .cells = 1, .stages = 3};
}
NetworkOptions options_of(const std::string& cell) {
  return cell_network(*space(), space()->parse(cell), small(), kShape, 3);
}

const char* const kConvolutions =
    "|nor_conv_3x3~0|+|nor_conv_1x1~0|nor_conv_3x3~1|+|nor_conv_1x1~0|skip_connect~1|avg_pool_3x3~2|";
const char* const kNothing = "|nor_conv_3x3~0|+|none~0|none~1|+|none~0|none~1|nor_conv_3x3~2|";
const char* const kSkips = "|skip_connect~0|+|none~0|skip_connect~1|+|skip_connect~0|none~1|skip_connect~2|";

TEST(CellNetwork, HasTheWeightsOfItsUsedOperations) {
  // Stem 9 C and batch normalisation 2 C; in each stage of C channels two 3x3 and two 1x1 convolutions with
  // batch normalisation; two halvings; a last batch normalisation and a linear layer.
  const auto layer = [](int in, int out, int side) { return in * out * side * side + 2 * out; };
  const auto common = [&] {
    int sum = 4 * 9 + 8;
    for (const int c : {4, 8}) sum += layer(c, 2 * c, 3) + layer(2 * c, 2 * c, 3) + c * 2 * c;
    return sum + 2 * 16 + 16 * 3 + 3;
  }();
  int cells = 0;
  for (const int c : {4, 8, 16}) cells += 2 * layer(c, c, 3) + 2 * layer(c, c, 1);
  EXPECT_EQ(Network(options_of(kConvolutions)).weights(), common + cells);
  EXPECT_EQ(Network(options_of(kSkips)).weights(), common);
  // Convolutions that are on no path from input to output are not built.
  EXPECT_EQ(Network(options_of(kNothing)).weights(), common);
}

TEST(CellNetwork, SkipsAddUp) {
  // The paths of skip connections add up multiples of the input. In evaluation mode the last batch
  // normalisation does not remove this scale, so that scores differ from those of a single skip connection.
  Network two(options_of(kSkips)), one(options_of("|none~0|+|none~0|none~1|+|skip_connect~0|none~1|none~2|"));
  EXPECT_GT((two.scores(random_images(2)).values - one.scores(random_images(2)).values).cwiseAbs().maxCoeff(),
            1e-4F);
}

TEST(CellNetwork, ACellWithoutAPathGivesConstantScores) {
  Network network(options_of(kNothing));
  const auto scores = network.scores(random_images(3)).values;
  EXPECT_EQ(scores.row(0), scores.row(1));
}

TEST(CellNetwork, TrainsAndIsTheSameAsTorchScript) {
  EXPECT_GT(testing::learnt_the_same_everywhere(options_of(kConvolutions), 6), 0.8);
  EXPECT_GT(testing::learnt_the_same_everywhere(options_of(kSkips), 6), 0.8) << "stem and halvings learn";
  EXPECT_NEAR(testing::learnt_the_same_everywhere(options_of(kNothing), 6), 1.0 / 3, 1e-9)
      << "constant scores are right for one of three classes";
}

TEST(WiredCell, HasALayerForEachNodeAndAWeightForEachOfSeveralSources) {
  const SpacePtr graphs = make_space("random-graph");
  for (const char* text : {"ba-2#0", "ws-4-0.25#3"}) {
    const Architecture wired = graphs->parse(text);
    const LabelledDag& graph = wired.cells().front().whole;
    const DagNeighbours around(graph);
    const auto layer = [](int in, int out, int side) { return in * out * side * side + 2 * out; };
    int expected = 4 * 9 + 8 + 2 * 16 + 16 * 3 + 3;
    for (const int c : {4, 8}) expected += layer(c, 2 * c, 3) + layer(2 * c, 2 * c, 3) + c * 2 * c;
    for (const int c : {4, 8, 16})
      for (int v = 1; v + 1 < graph.nodes(); ++v) {
        const auto sources = static_cast<int>(around.before[static_cast<std::size_t>(v)].size());
        expected += layer(c, c, 3) + (sources > 1 ? sources : 0);
      }
    EXPECT_EQ(Network(cell_network(*graphs, wired, small(), kShape, 3)).weights(), expected) << text;
  }
}

TEST(WiredCell, TrainsAndIsTheSameAsTorchScript) {
  const SpacePtr graphs = make_space("random-graph");
  const NetworkOptions options = cell_network(*graphs, graphs->parse("er-0.2#1"), small(), kShape, 3);
  EXPECT_GT(testing::learnt_the_same_everywhere(options, 6), 0.6);
}

TEST(CellNetwork, RefusesWhatItCannotBuild) {
  Rng rng(1);
  const SpacePtr graphs = make_space("graph-network");
  testing::expect_input_error([&] { cell_network(*graphs, graphs->sample(rng), small(), kShape, 3); },
                              "graph-network");
  CellNetworkOptions wrong = small();
  wrong.channels = 0;
  testing::expect_input_error([&] { cell_network(*space(), space()->sample(rng), wrong, kShape, 3); },
                              "channels: got 0, expected 1 to");
}

}  // namespace
}  // namespace bora::nas::cell_network_test
