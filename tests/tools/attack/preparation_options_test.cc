#include <gtest/gtest.h>

#include "support/input_error.h"
#include "tools/attack/attack_setup.h"

namespace bora {
namespace {

using testing::expect_input_error;

class PreparationOptions : public ::testing::Test {
 protected:
  PreparationOptions() {
    declare_options(line_, text_);
    const char* arguments[] = {"bo-attack", "--model", "m.pt"};
    line_.parse(3, arguments);
  }
  CommandLine line_{"bo-attack", "tests", ""};
  AttackOptionsText text_;
};

TEST_F(PreparationOptions, LeaveImagesAloneUnlessGiven) {
  EXPECT_TRUE(preparation(text_).keeps_images());
  EXPECT_EQ(preparation(text_).text(), "");
}

TEST_F(PreparationOptions, AreWhatIsDone) {
  text_.resize = "256";
  text_.crop = "224x200";
  text_.channels = "3";
  text_.class_map = "map.csv";
  text_.data = "photos";
  const Preparation found = data_source(text_, {}, "image").preparation;
  EXPECT_EQ(found.resize, (ImageSides{256, 0}));
  EXPECT_EQ(found.crop, (ImageSides{224, 200}));
  EXPECT_EQ(found.channels, 3);
  EXPECT_EQ(found.class_map, "map.csv");
}

TEST_F(PreparationOptions, AreRefusedBeforeAnythingIsLoaded) {
  text_.crop = "0";
  expect_input_error([&] { image_setup(text_); }, "--crop", "got '0'");
  expect_input_error([&] { semantic_setup(text_); }, "--crop");
  text_.crop = "";
  text_.channels = "2";
  expect_input_error([&] { image_setup(text_); }, "--channels", "'2'");
}

}  // namespace
}  // namespace bora
