#include "attacks/image/textures/texture_features.h"

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

#include "attacks/image/textures/textures.h"
#include "common/random.h"

namespace bora::attacks::texture_features_test {
namespace {

constexpr ImageShape kShape{3, 32, 32};

float at(const ImageShape& shape, const Eigen::RowVectorXf& image, int c, int y, int x) {
  return image[(c * shape.height + y) * shape.width + x];
}

Eigen::RowVectorXf random_perturbation(const ImageShape& shape, Rng& rng) {
  Eigen::RowVectorXf perturbation(shape.size());
  for (float& value : perturbation) value = static_cast<float>(rng.normal());
  return perturbation;
}

FramedImage framed(const ImageShape& shape, const Eigen::RowVectorXf& image, int margin) {
  FramedImage out(shape, margin);
  for (int c = 0; c < shape.channels; ++c)
    for (int y = 0; y < shape.height; ++y)
      for (int x = 0; x < shape.width; ++x) out.row(c, y)[x] = at(shape, image, c, y, x);
  return out;
}

Eigen::RowVectorXd features_of(const ImageShape& shape, const Eigen::RowVectorXf& perturbation) {
  const TextureFeatures features(shape);
  return features.features(features.sums(framed(shape, perturbation, features.margin())));
}

// Compares the features with sums over all pixels, at one, two and three scales.
TEST(TextureFeatures, AreCorrelationsOfNeighboursAndOfChannels) {
  for (const ImageShape shape : {ImageShape{2, 5, 7}, ImageShape{3, 70, 90}, ImageShape{2, 130, 141}}) {
    Rng rng(3);
    const Eigen::RowVectorXf row = random_perturbation(shape, rng);
    const Eigen::RowVectorXd features = features_of(shape, row);
    const double square = row.squaredNorm() / shape.size();
    int k = 0;
    for (const int scale : texture_scales(shape))
      for (const auto& [down, right] : {std::pair(0, 1), {1, 0}, {1, 1}, {1, -1}, {0, 2}, {2, 0}}) {
        double sum = 0;
        int pairs = 0;
        for (int c = 0; c < shape.channels; ++c)
          for (int y = 0; y + down * scale < shape.height; ++y)
            for (int x = std::max(0, -right * scale); x < std::min(shape.width, shape.width - right * scale);
                 ++x) {
              sum += at(shape, row, c, y, x) * at(shape, row, c, y + down * scale, x + right * scale);
              ++pairs;
            }
        EXPECT_NEAR(features[k], sum / pairs / square, 1e-5) << shape.height << ' ' << k;
        ++k;
      }
    const int pixels = shape.height * shape.width;
    for (int c = 0; c < shape.channels; ++c)
      for (int other = c + 1; other < shape.channels; ++other, ++k)
        EXPECT_NEAR(
            features[k],
            row.segment(c * pixels, pixels).dot(row.segment(other * pixels, pixels)) / pixels / square, 1e-5)
            << shape.height << ' ' << k;
    EXPECT_EQ(features.size(), k);
  }
}

// Three regions of an image change, one of them at its corner.
TEST(TextureFeatures, FollowAChangeOfRegions) {
  for (const ImageShape shape : {ImageShape{3, 70, 90}, ImageShape{1, 20, 24}}) {
    const TextureFeatures features(shape);
    EXPECT_EQ(features.size(), shape.channels == 3 ? 15 : 6);
    Rng rng(4);
    const Eigen::RowVectorXf before = random_perturbation(shape, rng);
    // The last two are side by side, so the change of one must not count in the other. The last channel does
    // not change, unless it is the only one.
    const Region regions[] = {{10, 3, 20, 24}, {0, 0, 7, 20}, {0, 20, 7, 24}};
    Eigen::RowVectorXf after = before;
    for (const Region& region : regions)
      for (int c = 0; c < std::max(shape.channels - 1, 1); ++c)
        for (int y = region.top; y < region.bottom; ++y)
          for (int x = region.left; x < region.right; ++x)
            after[(c * shape.height + y) * shape.width + x] = static_cast<float>(rng.normal());
    const FramedImage first = framed(shape, before, features.margin());
    const FramedImage second = framed(shape, after, features.margin());
    Eigen::VectorXd sums = features.sums(first);
    for (const Region& region : regions) features.add_change(first, second, region, sums);
    const Eigen::RowVectorXd expected = features_of(shape, after);
    EXPECT_LT((features.features(sums) - expected).cwiseAbs().maxCoeff(), 1e-5);
    EXPECT_GT((features_of(shape, before) - expected).cwiseAbs().maxCoeff(), 1e-3);
  }
}

TEST(TextureFeatures, OfNoPerturbationAreZero) {
  EXPECT_EQ(features_of(kShape, Eigen::RowVectorXf::Zero(kShape.size())).cwiseAbs().maxCoeff(), 0);
  EXPECT_EQ(TextureFeatures(kShape, false).size(), 0);
}

TEST(TextureFeatures, DistinguishHorizontalFromVerticalStripes) {
  Rng rng(5);
  const Eigen::RowVectorXd vertical =
      features_of(kShape, Texture(kShape, {TextureFamily::Kind::vertical, 1}, rng).signs());
  const Eigen::RowVectorXd horizontal =
      features_of(kShape, Texture(kShape, {TextureFamily::Kind::horizontal, 1}, rng).signs());
  EXPECT_NEAR(vertical[1], 1, 1e-6);    // the pixel below
  EXPECT_NEAR(horizontal[0], 1, 1e-6);  // the pixel to the right
  EXPECT_LT(vertical[0], 0.6);
  EXPECT_LT(horizontal[1], 0.6);
}

}  // namespace
}  // namespace bora::attacks::texture_features_test
