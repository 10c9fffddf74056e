#include "nas/network/darts_network.h"

#include <gtest/gtest.h>

#include "nas/network/trained_network.h"
#include "nas/space/darts_space.h"
#include "nas/space/numbers_in_text.h"
#include "support/input_error.h"

namespace bora::nas::darts_network_test {
namespace {

using testing::random_images;
constexpr ImageShape kShape = testing::kOddShape;

NetworkOptions options_of(const std::string& text, CellNetworkOptions options = {.channels = 4, .cells = 4}) {
  return cell_network(DartsSpace(), DartsSpace().parse(text), options, kShape, 3);
}

const char* const kAll =
    "[[(0, 0), (1, 5), (0, 1), (1, 1), (0, 3), (1, 3), (1, 3), (3, 2)], [(0, 2), (1, 0), (0, 3), (1, 3), (0, "
    "1), (3, 0), (2, 0), (3, 6)]]";

// Returns the number of scales and shifts of batch normalisation in operations. NASLib's table of
// NAS-Bench-301 (Apache-2.0) counts the parameters of networks of 32 channels and eight cells on CIFAR-10
// without these, as in the search of DARTS; all of its 725 counts agree with these networks after the
// subtraction.
std::int64_t scales_and_shifts(const std::string& text, int channels, int cells) {
  const auto numbers = *numbers_in(text);
  std::int64_t sum = 0;
  for (int cell = 0; cell < cells; ++cell) {
    const bool reduces = cell == cells / 3 || cell == 2 * cells / 3;
    if (reduces) channels *= 2;
    for (std::size_t step = 0; step < 8; ++step) {
      const std::size_t at = 2 * (step + (reduces ? 8 : 0));
      const int source = numbers[at], operation = numbers[at + 1];
      const int norms = operation == 3 || operation == 4          ? 2
                        : operation > 4                           ? 1
                        : operation == 2 && reduces && source < 2 ? 1
                                                                  : 0;
      sum += 2 * norms * channels;
    }
  }
  return sum;
}

TEST(DartsNetwork, HasThePublishedNumbersOfWeights) {
  const std::vector<std::pair<const char*, std::int64_t>> published{
      {"[[(0, 0), (1, 5), (1, 1), (0, 1), (1, 3), (0, 3), (1, 3), (3, 2)], [(1, 0), (0, 2), (1, 3), (0, 3), "
       "(3, 0), (0, 1), (2, 0), (3, 6)]]",
       856298},
      {"[[(0, 2), (1, 2), (2, 2), (1, 1), (1, 2), (2, 5), (0, 0), (3, 0)], [(1, 0), (0, 4), (1, 5), (0, 2), "
       "(1, 2), (2, 0), (3, 5), (2, 1)]]",
       575402},
      {"[[(1, 4), (0, 4), (1, 4), (0, 3), (1, 3), (2, 1), (2, 4), (3, 4)], [(1, 3), (0, 4), (2, 1), (1, 4), "
       "(3, 6), (1, 0), (0, 0), (2, 1)]]",
       1293482}};
  for (const auto& [text, weights] : published) {
    constexpr int kChannels = 32, kCells = 8;
    const Network network(cell_network(DartsSpace(), DartsSpace().parse(text),
                                       {.channels = kChannels, .cells = kCells}, {3, 32, 32}, 10));
    EXPECT_EQ(network.weights() - scales_and_shifts(text, kChannels, kCells), weights) << text;
  }
}

TEST(DartsNetwork, TrainsAndIsTheSameAsTorchScript) {
  EXPECT_GT(testing::learnt_the_same_everywhere(options_of(kAll), 8), 0.6);
}

TEST(DartsNetwork, RandomArchitecturesCanBeBuilt) {
  Rng rng(4);
  for (int cells = 3; cells < 9; ++cells) {
    const std::string drawn = DartsSpace().sample(rng).text();
    Network network(options_of(drawn, {.channels = 2, .cells = cells}));
    EXPECT_TRUE(network.scores(random_images(2)).values.allFinite()) << drawn;
  }
}

TEST(DartsNetwork, RefusesOddChannels) {
  testing::expect_input_error([] { options_of(kAll, {.channels = 3, .cells = 4}); }, "channels: 3");
  testing::expect_input_error([] { options_of(kAll, {.channels = 4, .cells = 2}); }, "cells: 2");
}

}  // namespace
}  // namespace bora::nas::darts_network_test
