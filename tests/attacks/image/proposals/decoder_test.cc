#include "attacks/image/proposals/decoder.h"

#include <gtest/gtest.h>

#include "common/error.h"

namespace bora::attacks {
namespace {

class EveryDecoder : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryDecoder, KeepsConstantsAndTheIdentity) {
  const auto decoder = make_decoder(GetParam(), {3, 28, 28}, 14);
  EXPECT_EQ(decoder->dimensions(), 588);
  const auto image = decoder->decode(Eigen::VectorXd::Constant(588, 0.25));
  EXPECT_LT((image.array() - 0.25F).abs().maxCoeff(), 1e-6F);

  const auto same = make_decoder(GetParam(), {1, 6, 6}, 6);
  const Eigen::VectorXd z = Eigen::VectorXd::LinSpaced(36, -1, 1);
  EXPECT_TRUE(same->decode(z).transpose().isApprox(z.cast<float>()));
}

TEST_P(EveryDecoder, KeepsChannelsApartAndOrientation) {
  const auto decoder = make_decoder(GetParam(), {2, 8, 8}, 2);
  Eigen::VectorXd z = Eigen::VectorXd::Zero(8);
  z[4 + 1] = 1;  // second channel, top right
  const auto image = decoder->decode(z);
  EXPECT_TRUE((image.head(64).array() == 0).all());
  EXPECT_FLOAT_EQ(image[64 + 7], 1);
  EXPECT_NEAR(image[64 + 56], 0, 0.02);
}

TEST_P(EveryDecoder, StaysWithinTheRangeOfItsInput) {
  const auto decoder = make_decoder(GetParam(), {1, 17, 23}, 5);
  Eigen::VectorXd z(25);
  for (int i = 0; i < 25; ++i) z[i] = i % 2 == 0 ? 1 : -1;
  const auto image = decoder->decode(z);
  EXPECT_LE(image.maxCoeff(), 1);
  EXPECT_GE(image.minCoeff(), -1);
}

TEST_P(EveryDecoder, EncodeUndoesDecode) {
  for (const int side : {1, 5, 6, 12}) {
    const auto decoder = make_decoder(GetParam(), {2, 12, 13}, side);
    Eigen::VectorXd z = Eigen::VectorXd::LinSpaced(2 * side * side, -0.5, 0.5);
    if (GetParam() == "bicubic")
      z.setConstant(0.25);  // other values are clipped, so they cannot be recovered
    EXPECT_LT((Encoder(*decoder).encode(decoder->decode(z)) - z).cwiseAbs().maxCoeff(), 1e-4) << side;
  }
}

TEST_P(EveryDecoder, RefusesASideThatDoesNotFit) {
  EXPECT_THROW(make_decoder(GetParam(), {1, 28, 20}, 21), InputError);
  EXPECT_THROW(make_decoder(GetParam(), {1, 28, 28}, 0), InputError);
}

INSTANTIATE_TEST_SUITE_P(All, EveryDecoder, ::testing::ValuesIn(decoder_names()));

TEST(Decoder, NearestAndBlockAgreeWhereTheSideDivides) {
  const Eigen::VectorXd z = Eigen::VectorXd::LinSpaced(49, -1, 1);
  const auto block = make_decoder("block", {1, 28, 28}, 7);
  const auto image = block->decode(z);
  EXPECT_EQ(image, make_decoder("nearest", {1, 28, 28}, 7)->decode(z));
  EXPECT_LT((Encoder(*block).encode(image) - z).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(Decoder, TheHierarchyEnlargesTwice) {
  const Eigen::VectorXd z = Eigen::VectorXd::LinSpaced(16, -1, 1);
  const auto first = make_decoder("bilinear", {1, 10, 10}, 4)->decode(z);
  const auto second = make_decoder("bilinear", {1, 25, 25}, 10)->decode(first.transpose().cast<double>());
  const auto both = make_decoder("bilinear", {1, 25, 25}, 4, 10)->decode(z);
  EXPECT_LT((both - second).cwiseAbs().maxCoeff(), 1e-6F);
  EXPECT_THROW(make_decoder("bilinear", {1, 25, 25}, 4, 3), InputError);
  EXPECT_THROW(make_decoder("block", {1, 25, 25}, 4, 10), InputError);
}

TEST(Decoder, UnknownNamesAreRefused) {
  EXPECT_THROW(make_decoder("biline", {1, 9, 9}, 3), InputError);
}

}  // namespace
}  // namespace bora::attacks
