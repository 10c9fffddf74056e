#include "models/training/augmentation.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace bora::models {
namespace {

constexpr ImageShape kShape{2, 3, 4};

std::vector<std::uint8_t> counting_image() {
  std::vector<std::uint8_t> image(kShape.size());
  for (int i = 0; i < kShape.size(); ++i) image[i] = static_cast<std::uint8_t>(i + 1);
  return image;
}

std::vector<float> augmented(const AugmentationOptions& options, Rng& rng) {
  std::vector<float> out(kShape.size(), -1.0f);
  augment(counting_image(), kShape, options, rng, out.data());
  return out;
}

TEST(Augmentation, SwitchedOffIsTheImageItself) {
  Rng rng(1);
  const auto out = augmented({.shift = 0, .flip = false}, rng);
  for (int i = 0; i < kShape.size(); ++i) EXPECT_EQ(out[i], static_cast<float>(i + 1) / 255.0f);
}

TEST(Augmentation, ShiftsByEveryAmountAndFillsWithBlack) {
  Rng rng(2);
  const auto image = counting_image();
  std::set<std::pair<int, int>> shifts;
  for (int trial = 0; trial < 200; ++trial) {
    const auto out = augmented({.shift = 1, .flip = false}, rng);
    int matches = 0;
    for (int down = -1; down <= 1; ++down)
      for (int right = -1; right <= 1; ++right) {
        bool same = true;
        for (int c = 0; c < kShape.channels; ++c)
          for (int row = 0; row < kShape.height; ++row)
            for (int column = 0; column < kShape.width; ++column) {
              const int from_row = row - down;
              const int from_column = column - right;
              const bool inside =
                  from_row >= 0 && from_row < kShape.height && from_column >= 0 && from_column < kShape.width;
              const float expected =
                  inside ? static_cast<float>(
                               image[(c * kShape.height + from_row) * kShape.width + from_column]) /
                               255.0f
                         : 0.0f;
              same = same && out[(c * kShape.height + row) * kShape.width + column] == expected;
            }
        if (same) {
          ++matches;
          shifts.insert({down, right});
        }
      }
    EXPECT_EQ(matches, 1);
  }
  EXPECT_EQ(shifts.size(), 9u);
}

TEST(Augmentation, FlipsRowsHalfTheTime) {
  Rng rng(3);
  int flipped = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const auto out = augmented({.shift = 0, .flip = true}, rng);
    ASSERT_TRUE(out[0] == 1 / 255.0f || out[0] == 4 / 255.0f);
    flipped += out[0] == 4 / 255.0f ? 1 : 0;
  }
  EXPECT_NEAR(flipped, 200, 50);  // five standard deviations
}

TEST(Augmentation, TakesAsManyRandomNumbersWhateverTheOptions) {
  Rng plain(4);
  Rng full(4);
  augmented({.shift = 0, .flip = false}, plain);
  augmented({.shift = 2, .flip = true}, full);
  EXPECT_EQ(plain.bits(), full.bits());
}

}  // namespace
}  // namespace bora::models
