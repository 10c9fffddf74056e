#include "attacks/image/proposals/pixel_pooling.h"

#include <gtest/gtest.h>

namespace bora::attacks {
namespace {

Batch ramp(const ImageShape& shape, int rows) {
  Batch images(rows, shape.size());
  for (Eigen::Index i = 0; i < images.size(); ++i) images.data()[i] = static_cast<float>(i % 97);
  return images;
}

TEST(PixelPooling, KeepsSmallImages) {
  const ImageShape shape{3, 64, 50};
  const PixelPooling pooling(shape);
  const Batch images = ramp(shape, 2);
  Batch buffer;
  EXPECT_EQ(pooling.factor(), 1);
  EXPECT_EQ(&pooling.pool(images, buffer), &images);
  EXPECT_EQ(pooling.expand(images.row(0)), images.row(0));
}

// The last blocks are cut off: 130 = 43 * 3 + 1.
TEST(PixelPooling, ComputesMeansOfBlocks) {
  const ImageShape shape{2, 130, 100};
  const PixelPooling pooling(shape);
  EXPECT_EQ(pooling.factor(), 3);
  const ImageShape pooled = pooling.pooled_shape();
  EXPECT_EQ(pooled.height, 44);
  EXPECT_EQ(pooled.width, 34);
  const Batch images = ramp(shape, 2);
  Batch buffer;
  const Batch& means = pooling.pool(images, buffer);
  for (int i = 0; i < 2; ++i)
    for (int c = 0; c < 2; ++c)
      for (int y = 0; y < 44; ++y)
        for (int x = 0; x < 34; ++x) {
          double sum = 0;
          int pixels = 0;
          for (int v = 3 * y; v < std::min(3 * y + 3, 130); ++v)
            for (int u = 3 * x; u < std::min(3 * x + 3, 100); ++u, ++pixels)
              sum += images(i, (c * 130 + v) * 100 + u);
          ASSERT_NEAR(means(i, (c * 44 + y) * 34 + x), sum / pixels, 1e-3) << c << ' ' << y << ' ' << x;
        }
}

TEST(PixelPooling, InvertsExpansion) {
  const ImageShape shape{1, 200, 130};
  const PixelPooling pooling(shape);
  const Batch small = ramp(pooling.pooled_shape(), 1);
  const Batch large = pooling.expand(small.row(0));
  Batch buffer;
  EXPECT_LT((pooling.pool(large, buffer) - small).cwiseAbs().maxCoeff(), 1e-4F);
}

}  // namespace
}  // namespace bora::attacks
