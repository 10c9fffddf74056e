#include "attacks/image/proposals/pixel_pooling.h"

#include <gtest/gtest.h>

namespace bora::attacks::pixel_windows_test {
namespace {

constexpr ImageShape kShape{2, 20, 30};

TEST(PixelWindows, OfTheCentreFallAsANormalDensity) {
  const Eigen::RowVectorXf weights = centre_window(kShape, 0.25);
  const auto at = [&](int c, int y, int x) { return weights[(c * 20 + y) * 30 + x]; };
  EXPECT_GT(at(0, 10, 15), 0.99F);
  EXPECT_NEAR(at(0, 0, 15), std::exp(-(0.475 * 0.475 + (0.5 / 30) * (0.5 / 30)) / (2 * 0.0625)), 1e-5);
  EXPECT_FLOAT_EQ(at(0, 3, 4), at(1, 16, 25));  // symmetric around the centre, and equal in all channels
}

TEST(PixelWindows, OfContrastAreLargeAtEdges) {
  Eigen::RowVectorXf image = Eigen::RowVectorXf::Zero(kShape.size());
  for (int y = 2; y < 7; ++y)
    for (int x = 22; x < 27; ++x) image[y * 30 + x] = 1;
  const Eigen::RowVectorXf weights = contrast_window(kShape, image);
  const auto at = [&](int c, int y, int x) { return weights[(c * 20 + y) * 30 + x]; };
  EXPECT_GT(at(0, 4, 24), 0.8F);
  EXPECT_GT(at(1, 4, 24), 0.8F);  // the other channel has the same weights
  EXPECT_LT(at(0, 16, 4), 0.05F);
  EXPECT_GT(weights.minCoeff(), 0);
  EXPECT_LE(weights.maxCoeff(), 1);
}

TEST(PixelWindows, OfContrastAreFlatWithoutContrast) {
  EXPECT_EQ(contrast_window(kShape, Eigen::RowVectorXf::Constant(kShape.size(), 0.3F)),
            Eigen::RowVectorXf::Ones(kShape.size()));
}

}  // namespace
}  // namespace bora::attacks::pixel_windows_test
