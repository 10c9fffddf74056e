#include "models/victims/input_format.h"

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::models {
namespace {

TEST(InputFormat, NormalisesEachChannel) {
  InputFormat format;
  format.shape = {2, 1, 2};
  format.range = {0, 255};
  format.mean = {10, 20};
  format.deviation = {2};
  complete(format, "m");
  Batch images(2, 4);
  images << 0, 1, 0, 1, 0.2F, 0.4F, 0.6F, 0.8F;
  Batch expected(1, 4);
  expected << (51 - 10) / 2.0F, (102 - 10) / 2.0F, (153 - 20) / 2.0F, (204 - 20) / 2.0F;
  EXPECT_LT((formatted(images, 1, 1, format) - expected).cwiseAbs().maxCoeff(), 1e-4F);
  format.layout = Layout::nhwc;
  Batch turned(1, 4);
  turned << expected(0), expected(2), expected(1), expected(3);
  EXPECT_LT((formatted(images, 1, 1, format) - turned).cwiseAbs().maxCoeff(), 1e-4F);
}

TEST(InputFormat, RefusesInvalidFormats) {
  const auto refusal = [](InputFormat format) {
    return testing::input_error([&] { complete(format, "m"); });
  };
  EXPECT_EQ(refusal({.shape = {3, 2, 2}, .mean = {1, 2}}),
            "m: mean has 2 values, expected 1 or one for each of the 3 channels");
  EXPECT_EQ(refusal({.shape = {1, 2, 2}, .deviation = {1, 2}}), "m: std has 2 values, expected 1");
  EXPECT_EQ(refusal({.shape = {1, 2, 2}, .deviation = {0}}), "m: std is 0, expected more than 0");
  EXPECT_EQ(refusal({.shape = {1, 0, 2}}), "m: input shape 1x0x2 has an empty side");
  EXPECT_EQ(refusal({.shape = {3, 32768, 32768}}),
            "m: input shape 3x32768x32768 has more than 1073741824 values");
}

}  // namespace
}  // namespace bora::models
