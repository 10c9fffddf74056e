// Tests of models that ONNX Runtime runs and OpenCV's DNN module does not.
#include <cstdint>

#include <gtest/gtest.h>

#include "models/victims/load_victim.h"
#include "models/victims/onnx/onnx_fixtures.h"
#include "models/victims/onnx/onnx_victim.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::models {
namespace {

constexpr int kHalf = 10, kDouble = 11, kWhole = 7, kTruth = 9;  // ONNX's numbers of types

class OnnxRuntimeNetwork : public ::testing::Test {
 protected:
  VictimOptions options(const testing::OnnxToy& toy) const {
    const auto path = folder_.path() / "model.onnx";
    write_onnx(path, toy);
    VictimOptions options;
    options.address = path.string();
    return options;
  }
  Batch images_ = Batch::Random(5, 8).cwiseAbs();
  testing::TemporaryFolder folder_;
};

TEST_F(OnnxRuntimeNetwork, IsNamed) {
  EXPECT_TRUE(onnx_library().starts_with("ONNX Runtime 1.")) << onnx_library();
}

TEST_F(OnnxRuntimeNetwork, RunsWhatOpenCvDoesNot) {
  const Batch scores = load_victim(options({.op = "Hardmax"}))->scores(images_).values;
  ASSERT_EQ(scores.cols(), 8);
  for (Eigen::Index row = 0; row < images_.rows(); ++row) {
    Eigen::Index best;
    images_.row(row).maxCoeff(&best);
    EXPECT_EQ(scores.row(row).sum(), 1);
    EXPECT_EQ(scores(row, best), 1);
  }
}

TEST_F(OnnxRuntimeNetwork, ScoresOfOtherPrecisionBecomeSingle) {
  const Batch expected = load_victim(options({}))->scores(images_).values;
  EXPECT_EQ(load_victim(options({.cast = kDouble}))->scores(images_).values, expected);
  const Batch half = load_victim(options({.cast = kHalf}))->scores(images_).values;
  EXPECT_EQ(half, Batch(expected.cast<Eigen::half>().cast<float>()));
  EXPECT_NE(half, expected);
}

TEST_F(OnnxRuntimeNetwork, WholeNumbersAreRead) {
  const Batch expected = load_victim(options({}))->scores(images_).values;
  const Batch whole = load_victim(options({.cast = kWhole}))->scores(images_).values;
  EXPECT_EQ(whole, Batch(expected.cast<std::int64_t>().cast<float>()));
}

TEST_F(OnnxRuntimeNetwork, TruthValuesAreNoScores) {
  VictimOptions truth = options({.two_outputs = true, .cast = kTruth});
  const std::string why = testing::input_error([&] { load_victim(truth); });
  EXPECT_NE(why.find("the output 'scores' is not a tensor of FLOAT, DOUBLE, FLOAT16, INT32 or INT64"),
            std::string::npos)
      << why;
  truth.output = "flat";
  EXPECT_EQ(load_victim(truth)->spec().classes, 8);
}

TEST_F(OnnxRuntimeNetwork, SaysWhyWithoutPlacesInItsSource) {
  // Images of two channels for a graph for one.
  VictimOptions small = options({.sides = {-1, -1, 2, 4}, .alone = true});
  small.data_shape = ImageShape{2, 2, 4};
  const std::string why = testing::input_error([&] { load_victim(small); });
  EXPECT_NE(why.find("cannot be reshaped to the requested shape"), std::string::npos) << why;
  EXPECT_EQ(why.find(".h:"), std::string::npos) << why;
  EXPECT_EQ(why.find("::"), std::string::npos) << why;
}

// Names in a file may have any length.
TEST_F(OnnxRuntimeNetwork, SaysWhyOfALongName) {
  const VictimOptions unknown = options({.op = "/" + std::string(200'000, 'a')});
  const std::string why = testing::input_error([&] { load_victim(unknown); });
  EXPECT_LT(why.size(), 1000U);
}

}  // namespace
}  // namespace bora::models
