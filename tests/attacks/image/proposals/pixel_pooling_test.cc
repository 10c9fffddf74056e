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

// The blocks at the right and lower edges are cut off: 130 = 43 * 3 + 1.
TEST(PixelPooling, ComputesMeansOfBlocks) {
  for (const int k : {3, 4}) {
    const ImageShape shape{2, 130 * k / 3, k == 3 ? 100 : 254};
    const PixelPooling pooling(shape);
    EXPECT_EQ(pooling.factor(), k);
    const ImageShape pooled = pooling.pooled_shape();
    EXPECT_EQ(pooled.height, (shape.height + k - 1) / k);
    EXPECT_EQ(pooled.width, (shape.width + k - 1) / k);
    EXPECT_NE(shape.width % k, 0);
    const Batch images = ramp(shape, 2);
    Batch buffer;
    const Batch& means = pooling.pool(images, buffer);
    for (int i = 0; i < 2; ++i)
      for (int c = 0; c < 2; ++c)
        for (int y = 0; y < pooled.height; ++y)
          for (int x = 0; x < pooled.width; ++x) {
            double sum = 0;
            int pixels = 0;
            for (int v = k * y; v < std::min(k * y + k, shape.height); ++v)
              for (int u = k * x; u < std::min(k * x + k, shape.width); ++u, ++pixels)
                sum += images(i, (c * shape.height + v) * shape.width + u);
            const float mean = means(i, (c * pooled.height + y) * pooled.width + x);
            ASSERT_NEAR(mean, sum / pixels, 1e-3) << k << ' ' << c << ' ' << y << ' ' << x;
          }
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
