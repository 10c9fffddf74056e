#include "attacks/image/textures/textures.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "attacks/image/proposals/square_proposals.h"
#include "support/attack_driver.h"

namespace bora::attacks::textures_test {
namespace {

using Kind = TextureFamily::Kind;

constexpr ImageShape kShape{3, 32, 32};

float at(const ImageShape& shape, const Eigen::RowVectorXf& signs, int c, int y, int x) {
  return signs[(c * shape.height + y) * shape.width + x];
}

TEST(Textures, StripesAndBlocksHaveTheirWidth) {
  for (const TextureFamily& family : texture_families()) {
    if (family.kind == Kind::wave) continue;
    Rng rng(1);
    const Eigen::RowVectorXf signs = Texture(kShape, family, rng).signs();
    const int width = static_cast<int>(family.low);
    int changes = 0;
    for (int c = 0; c < 3; ++c)
      for (int y = 0; y < 32; ++y)
        for (int x = 0; x < 32; ++x) {
          const int top = family.kind == Kind::vertical ? 0 : y - y % width;
          const int left = family.kind == Kind::horizontal ? 0 : x - x % width;
          EXPECT_EQ(at(kShape, signs, c, y, x), at(kShape, signs, c, top, left));
          changes += x > 0 && at(kShape, signs, c, y, x) != at(kShape, signs, c, y, x - 1) ? 1 : 0;
          changes += y > 0 && at(kShape, signs, c, y, x) != at(kShape, signs, c, y - 1, x) ? 1 : 0;
        }
    EXPECT_GT(changes, 100) << "one sign all over";
  }
}

TEST(Textures, StripesAndBlocksHaveTheSignsThatAreDrawn) {
  for (const TextureFamily& family : texture_families()) {
    if (family.kind == Kind::wave) continue;
    Rng rng(1), same(1);
    const Texture texture(kShape, family, rng);
    const int width = family.kind == Kind::horizontal ? 32 : static_cast<int>(family.low);
    for (int x = 0; x < 32; x += width) EXPECT_EQ(texture.sign(0, 0, x), same.sign()) << x;
  }
}

TEST(Textures, HaveTheSameSignsByPixelByRowAndAsAWhole) {
  const ImageShape shape{2, 70, 67};
  for (const TextureFamily& family : texture_families()) {
    Rng rng(1);
    const Texture texture(shape, family, rng);
    const Eigen::RowVectorXf signs = texture.signs();
    for (int c = 0; c < shape.channels; ++c)
      for (int y = 0; y < shape.height; ++y) {
        Eigen::RowVectorXf row(shape.width);
        texture.write_row(c, y, row.data());
        for (int x = 0; x < shape.width; ++x) {
          EXPECT_EQ(texture.sign(c, y, x), at(shape, signs, c, y, x));
          EXPECT_EQ(row[x], at(shape, signs, c, y, x));
          EXPECT_EQ(std::abs(row[x]), 1);
        }
      }
  }
}

TEST(Textures, FlatTexturesHaveOneColour) {
  for (const ImageShape& shape : {kShape, ImageShape{3, 40, 100}}) {
    bool coloured = false;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      Rng rng(seed);
      const Eigen::RowVectorXf signs = Texture(shape, {Kind::flat}, rng).signs();
      for (int c = 0; c < 3; ++c)
        EXPECT_TRUE((signs.segment(c * shape.height * shape.width, shape.height * shape.width).array() ==
                     at(shape, signs, c, 0, 0))
                        .all());
      coloured |= at(shape, signs, 0, 0, 0) != at(shape, signs, 1, 0, 0);
    }
    EXPECT_TRUE(coloured);
  }
}

// Along any line, a wave of f periods over the image changes its sign at most about 2 f times.
TEST(Textures, WavesHaveTheirPeriods) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    const Eigen::RowVectorXf signs = Texture(kShape, {Kind::wave, 5, 8}, rng).signs();
    int across = 0, down = 0;
    for (int i = 1; i < 32; ++i) {
      across += at(kShape, signs, 0, 16, i) != at(kShape, signs, 0, 16, i - 1) ? 1 : 0;
      down += at(kShape, signs, 0, i, 16) != at(kShape, signs, 0, i - 1, 16) ? 1 : 0;
    }
    EXPECT_LE(std::max(across, down), 17) << seed;
    EXPECT_GE(std::hypot(across, down), 8) << seed;
  }
}

TEST(Textures, WavesHaveTheRequestedDirections) {
  Rng rng(4);
  const Eigen::RowVectorXf down = Texture(kShape, {Kind::wave, 5, 5, true, 90, 90}, rng).signs();
  const Eigen::RowVectorXf right = Texture(kShape, {Kind::wave, 5, 5, true, 0, 0}, rng).signs();
  for (int i = 1; i < 32; ++i) {
    EXPECT_EQ(at(kShape, down, 1, 7, i), at(kShape, down, 1, 7, 0));
    EXPECT_EQ(at(kShape, right, 1, i, 7), at(kShape, right, 1, 0, 7));
  }
}

TEST(Textures, DifferFromChannelToChannelUnlessTheyAreGrey) {
  for (const TextureFamily& family : texture_families()) {
    int alike = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      Rng rng(seed);
      const Eigen::RowVectorXf signs = Texture(kShape, family, rng).signs();
      alike += signs.head(1024) == signs.segment(1024, 1024) ? 1 : 0;
    }
    if (family.grey) {
      EXPECT_EQ(alike, 10);
    } else {
      EXPECT_LE(alike, 1);
    }
  }
}

TEST(Textures, CoverLargeImagesAtSeveralScales) {
  const ImageShape large{1, 224, 200};
  EXPECT_EQ(texture_scales(kShape), std::vector<int>{1});
  EXPECT_EQ(texture_scales(large), (std::vector<int>{1, 2, 4}));
  Rng rng(1);
  std::vector<int> widths;
  for (int i = 0; i < 60; ++i) {
    const Eigen::RowVectorXf signs = Texture(large, {Kind::vertical, 2}, rng).signs();
    int shortest = 224;
    for (int x = 1, start = 0; x < 200; ++x)
      if (at(large, signs, 0, 0, x) != at(large, signs, 0, 0, x - 1)) {
        shortest = std::min(shortest, x - start);
        start = x;
      }
    widths.push_back(shortest);
  }
  for (const int width : {2, 4, 8}) EXPECT_GT(std::count(widths.begin(), widths.end(), width), 5) << width;
}

TEST(Textures, StayInsideTheBall) {
  testing::LinearVictim victim(kShape, 5, 1);
  const auto problem = testing::random_problem(victim, false, LinfBall(8.0 / 255, false), 10);
  Rng rng(1);
  for (const TextureFamily& family : texture_families()) {
    const Eigen::RowVectorXf image =
        SquareProposals(problem, 0.3).at_bound(Texture(kShape, family, rng).signs());
    EXPECT_TRUE(problem.ball.contains(problem.original.data(), image.data(), kShape.size()));
    EXPECT_NEAR((image - problem.original).cwiseAbs().maxCoeff(), 8.0 / 255, 1e-6);
  }
}

}  // namespace
}  // namespace bora::attacks::textures_test
