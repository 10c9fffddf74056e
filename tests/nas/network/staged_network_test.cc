#include "nas/network/staged_network.h"

#include <gtest/gtest.h>

#include "nas/network/cell_network.h"
#include "nas/network/trained_network.h"

namespace bora::nas::staged_network_test {
namespace {

NetworkOptions options_of(const std::string& name, const std::string& text, int channels) {
  const SpacePtr space = make_space(name);
  return cell_network(*space, space->parse(text), {.channels = channels}, testing::kOddShape, 3);
}

// Returns the number of weights of a convolution and its batch normalisation.
int layer(int in, int out, int side, int groups = 1) {
  return in * out * side * side / groups + 2 * out;
}

TEST(StagedNetwork, HasTheWeightsOfItsBlocks) {
  const int plain =
      layer(1, 16, 3) + 4 * layer(16, 16, 3)                    // stem and two blocks
      + layer(16, 28, 3) + layer(28, 28, 3) + layer(16, 28, 1)  // block with a shortcut, of stride 2
      + layer(28, 28, 3) + layer(28, 28, 3) + layer(28, 28, 1)  // the same with as many channels
      + 28 * 3 + 3;
  EXPECT_EQ(Network(options_of("resnet", "d2w16 d1w28 d1w28", 16)).weights(), plain);
  const auto bottleneck = [](int in, int out, int inner, int groups) {
    return layer(in, inner, 1) + layer(inner, inner, 3, groups) + layer(inner, out, 1) + layer(in, out, 1);
  };
  const int grouped = layer(1, 16, 3) + bottleneck(16, 32, 16, 2) + bottleneck(32, 64, 16, 4) +
                      bottleneck(64, 16, 16, 1) + 16 * 3 + 3;
  EXPECT_EQ(Network(options_of("resnext-a", "d1w32r2g2 d1w64r4g4 d1w16r1g1", 16)).weights(), grouped);
}

TEST(StagedNetwork, ChannelsScaleAllWidths) {
  // Widths 64 and 16 become 8 and 2; a bottleneck of ratio 4 then has at least one channel.
  const int narrow = layer(1, 2, 3) + layer(2, 2, 1) + layer(2, 2, 3, 2) + layer(2, 8, 1) + layer(2, 8, 1)  //
                     + layer(8, 1, 1) + layer(1, 1, 3) + layer(1, 2, 1) + layer(8, 2, 1)                    //
                     + layer(2, 1, 1) + layer(1, 1, 3) + layer(1, 2, 1) + layer(2, 2, 1)                    //
                     + 2 * 3 + 3;
  EXPECT_EQ(Network(options_of("resnext-a", "d1w64r4g4 d1w16r4g4 d1w16r2g2", 2)).weights(), narrow);
}

TEST(StagedNetwork, TrainsAndIsTheSameAsTorchScript) {
  EXPECT_GT(testing::learnt_the_same_everywhere(options_of("resnet", "d1w16 d2w28 d1w28", 4), 6), 0.8);
  EXPECT_GT(
      testing::learnt_the_same_everywhere(options_of("resnext-a", "d1w32r2g2 d1w64r4g4 d1w64r1g1", 8), 6),
      0.8);
}

}  // namespace
}  // namespace bora::nas::staged_network_test
