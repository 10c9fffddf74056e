#include "nas/network/nb101_network.h"

#include <gtest/gtest.h>

#include "nas/network/trained_network.h"
#include "nas/space/nb101_space.h"
#include "support/input_error.h"

namespace bora::nas::nb101_network_test {
namespace {

using testing::random_images;
constexpr ImageShape kShape = testing::kOddShape;

Architecture cell(const std::string& text) {
  return Nb101Space().parse(text);
}
NetworkOptions options_of(const Architecture& architecture, int channels = 6) {
  return cell_network(Nb101Space(), architecture, {.channels = channels, .cells = 2, .stages = 3}, kShape, 3);
}

// The input precedes three nodes and the output, which has four more predecessors; the second node has no
// predecessor.
const char* const kBranches =
    "(0, 1, 0, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, "
    "1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3, 4, 3, 4, 2, 1)";
const char* const kStraight =
    "(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, "
    "1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 2, 4, 4, 2, 1)";
// Four nodes share the channels of the output, the first precedes two of them; the fifth has no successor.
const char* const kNarrowing =
    "(0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, "
    "0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3, 2, 2, 2, 2, 1)";

// Numbers of trainable parameters of NAS-Bench-101, with 128 channels and three cells per stack on CIFAR-10,
// from NASLib's table of 500 cells (Apache-2.0), which states them in millions.
TEST(Nb101Network, HasThePublishedNumbersOfWeights) {
  const std::vector<std::pair<const char*, std::int64_t>> published{
      {kNarrowing, 293130},
      {kStraight, 882570},
      {kBranches, 2251530},
      {"(0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, "
       "1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 3, 3, 1)",
       533262},
      {"(0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, "
       "0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 3, 1)",
       1290251},
      {"(0, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, "
       "1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 4, 3, 2, 2, 1)",
       1580170}};
  for (const auto& [text, weights] : published)
    EXPECT_EQ(Network(cell_network(Nb101Space(), cell(text), {.channels = 128, .cells = 3, .stages = 3},
                                   {3, 32, 32}, 10))
                  .weights(),
              weights)
        << text;
}

TEST(Nb101Network, PredecessorsOfTheOutputShareItsChannels) {
  const Architecture narrowing = cell(kNarrowing), straight = cell(kStraight), branches = cell(kBranches);
  EXPECT_EQ(nb101_channels(narrowing.cells().front().pruned, 8, 10), (std::vector{8, 3, 3, 2, 2, 10}));
  EXPECT_EQ(nb101_channels(straight.cells().front().pruned, 8, 16), (std::vector{8, 16}));
  EXPECT_EQ(nb101_channels(branches.cells().front().pruned, 4, 9), (std::vector{4, 3, 2, 2, 2, 9}));
}

TEST(Nb101Network, TrainsAndIsTheSameAsTorchScript) {
  EXPECT_GT(testing::learnt_the_same_everywhere(options_of(cell(kBranches)), 8), 0.6);
  testing::learnt_the_same_everywhere(options_of(cell(kNarrowing)), 1);
  testing::learnt_the_same_everywhere(options_of(cell(kStraight)), 1);
}

TEST(Nb101Network, RandomArchitecturesCanBeBuilt) {
  Rng rng(4);
  for (int i = 0; i < 20; ++i) {
    const Architecture drawn = Nb101Space().sample(rng);
    Network network(options_of(drawn, 4));
    EXPECT_TRUE(network.scores(random_images(2)).values.allFinite()) << drawn.text();
  }
}

TEST(Nb101Network, RefusesFewerChannelsThanNodesMayShare) {
  testing::expect_input_error([] { options_of(cell(kBranches), 3); }, "channels: 3");
}

}  // namespace
}  // namespace bora::nas::nb101_network_test
