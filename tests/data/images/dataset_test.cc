#include "data/images/dataset.h"

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::data {
namespace {

ImageDataset three_images() {
  ImageDataset dataset;
  dataset.shape = {1, 1, 2};
  dataset.pixels = {0, 1, 10, 11, 20, 21};
  dataset.labels = {1, 0, -1};
  dataset.class_names = {"cat", "dog"};
  dataset.classes = 2;
  dataset.names = {"a", "b", "c"};
  dataset.records = {5, 6, 7};
  dataset.source = "here";
  return dataset;
}

TEST(ImageShape, HasASizeAndAText) {
  const ImageShape shape = {3, 32, 31};
  EXPECT_EQ(shape.size(), 2976);
  EXPECT_EQ(to_string(shape), "3x32x31");
}

TEST(ImageDataset, NamesItsClasses) {
  ImageDataset dataset = three_images();
  EXPECT_EQ(dataset.class_name(1), "dog");
  EXPECT_EQ(dataset.class_name(2), "class 2");
  EXPECT_EQ(dataset.class_name(-1), "unknown");
  dataset.class_names.clear();
  EXPECT_EQ(dataset.class_name(1), "class 1");
}

TEST(Select, TakesRowsInTheirOrder) {
  const std::vector<int> rows = {2, 0};
  const ImageDataset chosen = select(three_images(), rows);
  EXPECT_EQ(chosen.pixels, std::vector<std::uint8_t>({20, 21, 0, 1}));
  EXPECT_EQ(chosen.labels, std::vector<int>({-1, 1}));
  EXPECT_EQ(chosen.names, std::vector<std::string>({"c", "a"}));
  EXPECT_EQ(chosen.records, std::vector<int>({7, 5}));
  EXPECT_EQ(chosen.class_names, three_images().class_names);
  EXPECT_EQ(chosen.classes, 2);
  EXPECT_EQ(chosen.source, "here");
  EXPECT_NO_THROW(check(chosen));
}

TEST(ImageDataset, WarnsOfDarkImages) {
  ImageDataset dataset;
  dataset.source = "here";
  dataset.labels.assign(10, 0);
  dataset.pixels.assign(20, 16);
  const std::string text = describe_dark_images(dataset);
  EXPECT_TRUE(text.starts_with("here: no value of the images exceeds 16, where white is 255")) << text;
  dataset.pixels.back() = 64;
  EXPECT_EQ(describe_dark_images(dataset), "");
  dataset.pixels.assign(18, 16);
  dataset.labels.pop_back();
  EXPECT_EQ(describe_dark_images(dataset), "") << "a few photographs may be dark";
}

TEST(ImageDataset, WarnsOfGreyImagesInThreeChannels) {
  ImageDataset dataset;
  dataset.source = "here";
  dataset.shape = {3, 1, 2};
  dataset.labels.assign(10, 0);
  for (int i = 0; i < 10; ++i)
    for (int channel = 0; channel < 3; ++channel)
      for (const int value : {i, 200}) dataset.pixels.push_back(static_cast<std::uint8_t>(value));
  EXPECT_TRUE(
      describe_grey_images(dataset).starts_with("here: all 10 images are grey, in three equal channels"))
      << describe_grey_images(dataset);
  for (const std::size_t last : {1, 3}) {
    ImageDataset coloured = dataset;
    coloured.pixels.end()[-static_cast<std::ptrdiff_t>(last)] = 100;
    EXPECT_EQ(describe_grey_images(coloured), "");
  }
  ImageDataset few = dataset;
  few.labels.pop_back();
  EXPECT_EQ(describe_grey_images(few), "");
  dataset.shape = {1, 3, 2};
  EXPECT_EQ(describe_grey_images(dataset), "") << "one channel";
}

TEST(Check, RefusesInconsistentDataSets) {
  EXPECT_NO_THROW(check(three_images()));
  const auto expect_refused = [](auto spoil, const std::string& word) {
    ImageDataset dataset = three_images();
    spoil(dataset);
    testing::expect_input_error([&] { check(dataset); }, "here", word);
  };
  expect_refused([](auto& d) { d.labels.clear(); }, "no images");
  expect_refused([](auto& d) { d.shape.height = 0; }, "1x0x2");
  expect_refused([](auto& d) { d.pixels.pop_back(); }, "5 pixel values");
  expect_refused([](auto& d) { d.records.pop_back(); }, "2 record numbers");
  expect_refused([](auto& d) { d.names.pop_back(); }, "2 names");
  expect_refused([](auto& d) { d.class_names.pop_back(); }, "1 class name for");
  expect_refused([](auto& d) { d.labels[1] = 2; }, "label 2 of record 6");
  expect_refused([](auto& d) { d.labels[1] = -2; }, "label -2");
}

}  // namespace
}  // namespace bora::data
