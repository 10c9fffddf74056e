#include "data/images/preparation.h"

#include <gtest/gtest.h>

#include "data/files/bundle.h"
#include "data/files/npy_array.h"
#include "data/images/load.h"
#include "data/images/resampling.h"
#include "data/samples.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::expect_input_error;

/// Returns an array of tests/golden/data/pillow_resize.npz, which is height x width x channels, as an image.
Image golden(const std::string& name) {
  const auto bundle =
      open_bundle(std::filesystem::path(BORA_TEST_SOURCE_DIR) / "golden/data/pillow_resize.npz");
  const std::string text = bundle->read(name + ".npy");
  const NpyArray array = parse_npy(text, name);
  Image image{{array.shape[2], array.shape[0], array.shape[1]}, {}};
  for (int c = 0; c < image.shape.channels; ++c)
    for (int i = 0; i < image.shape.height * image.shape.width; ++i)
      image.pixels.push_back(static_cast<std::uint8_t>(array.at(i * image.shape.channels + c)));
  return image;
}

TEST(Resampling, IsPillowsBitForBit) {
  const Image image = golden("image");
  for (const auto& [height, width] : {std::pair{7, 5}, {26, 34}, {13, 5}, {30, 17}, {1, 1}, {12, 18}}) {
    const Image expected = golden(fmt::format("resized_{}x{}", height, width));
    const Image found = resized(image, height, width);
    EXPECT_EQ(found.shape, expected.shape);
    EXPECT_EQ(found.pixels, expected.pixels) << height << " x " << width;
  }
  EXPECT_THROW(resized(image, 0, 5), std::invalid_argument);
}

Preparation with(const std::string& resize, const std::string& crop, int channels = 0) {
  Preparation preparation;
  if (!resize.empty()) preparation.resize = parse_sides(resize, "--resize");
  if (!crop.empty()) preparation.crop = parse_sides(crop, "--crop");
  preparation.channels = channels;
  return preparation;
}

TEST(Preparation, ReadsSides) {
  EXPECT_EQ(parse_sides("224", "--resize"), (ImageSides{224, 0}));
  EXPECT_EQ(parse_sides("224x160", "--resize"), (ImageSides{224, 160}));
  EXPECT_EQ(to_string(ImageSides{224, 160}), "224x160");
  for (const char* bad : {"", "x", "0", "-3", "12x", "x12", "12x0", "1e3", "40000", "12 "})
    expect_input_error([&] { parse_sides(bad, "--crop"); }, "--crop", "HEIGHTxWIDTH");
}

TEST(Preparation, ResizesTheShorterSide) {
  const Image wide{{1, 10, 33}, std::vector<std::uint8_t>(330, 7)};
  EXPECT_EQ(prepared(wide, with("5", ""), "a").shape, (ImageShape{1, 5, 16}));  // 16.5, rounded down
  const Image high{{1, 33, 10}, std::vector<std::uint8_t>(330, 7)};
  EXPECT_EQ(prepared(high, with("5", ""), "a").shape, (ImageShape{1, 16, 5}));
  EXPECT_EQ(prepared(high, with("5x7", ""), "a").shape, (ImageShape{1, 5, 7}));
  const Image thread{{1, 1, 30000}, std::vector<std::uint8_t>(30000, 7)};
  expect_input_error([&] { prepared(thread, with("224", ""), "thread.png"); }, "thread.png", "too narrow");
}

TEST(Preparation, CropsTheMiddle) {
  Image image{{2, 5, 4}, {}};
  for (int i = 0; i < 40; ++i) image.pixels.push_back(static_cast<std::uint8_t>(i));
  // Three rows are cut off. Python rounds half of them, 1.5, to the even number 2, which is cut off at the
  // top.
  const Image found = prepared(image, with("", "2"), "a");
  EXPECT_EQ(found.shape, (ImageShape{2, 2, 2}));
  EXPECT_EQ(found.pixels, (std::vector<std::uint8_t>{9, 10, 13, 14, 29, 30, 33, 34}));
  EXPECT_EQ(prepared(image, with("", "5x1"), "a").pixels,
            (std::vector<std::uint8_t>{2, 6, 10, 14, 18, 22, 26, 30, 34, 38}));
  expect_input_error([&] { prepared(image, with("", "5"), "cat.png"); }, "cat.png", "crop of 5x5");
}

TEST(Preparation, ChangesChannels) {
  const Image grey{{1, 1, 2}, {3, 250}};
  const Image colour = prepared(grey, with("", "", 3), "a");
  EXPECT_EQ(colour.shape, (ImageShape{3, 1, 2}));
  EXPECT_EQ(colour.pixels, (std::vector<std::uint8_t>{3, 250, 3, 250, 3, 250}));
  EXPECT_EQ(prepared(colour, with("", "", 1), "a").pixels, grey.pixels);
  EXPECT_EQ(prepared(colour, with("", "", 3), "a").pixels, colour.pixels);
  EXPECT_EQ(prepared(golden("image"), with("", "", 1), "a").pixels, golden("luma").pixels);
  const Image four{{4, 1, 1}, {1, 2, 3, 4}};
  expect_input_error([&] { prepared(four, with("", "", 3), "a.png"); }, "a.png", "4 channels");
}

TEST(Preparation, DescribesItself) {
  EXPECT_EQ(Preparation{}.text(), "");
  EXPECT_TRUE(Preparation{}.keeps_images());
  Preparation all = with("256", "224x200", 3);
  all.class_map = "map.csv";
  EXPECT_EQ(all.text(), "resized to 256, cropped to 224x200, in three channels, classes by map.csv");
  EXPECT_EQ(with("", "", 1).text(), "in grey");
  EXPECT_FALSE(with("", "", 1).keeps_images());
}

/// load_dataset() prepares image files, of two sizes here, and all other sources.
TEST(Preparation, IsAppliedByLoadDataset) {
  const testing::TemporaryFolder folder;
  for (const auto& [name, side] : {std::pair{"cat", 6}, {"dog", 9}}) {
    std::filesystem::create_directory(folder / name);
    write_png(folder / name / "1.png", testing::noise(static_cast<std::size_t>(side * side), 1),
              {1, side, side});
  }
  expect_input_error([&] { load_dataset(folder.path().string(), Part::all); }, "1.png", "resize");
  const ImageDataset loaded = load_dataset(folder.path().string(), Part::all, {}, with("5", "4", 3));
  EXPECT_EQ(loaded.shape, (ImageShape{3, 4, 4}));
  EXPECT_EQ(loaded.size(), 2);
}

class PreparedReader : public ::testing::TestWithParam<testing::Sample> {};
INSTANTIATE_TEST_SUITE_P(Formats, PreparedReader, ::testing::ValuesIn(testing::samples()), testing::name_of);

TEST_P(PreparedReader, ReturnsPreparedImages) {
  const testing::TemporaryFolder folder;
  const std::string spec = GetParam().write(folder.path());
  const Preparation preparation = with("3x4", "2", 3);
  const ImageDataset plain = load_dataset(spec, Part::all);
  const ImageDataset found = load_dataset(spec, Part::all, {}, preparation);
  EXPECT_EQ(found.shape, (ImageShape{3, 2, 2}));
  EXPECT_EQ(found.labels, plain.labels);
  EXPECT_EQ(found.source, plain.source);
  EXPECT_NO_THROW(check(found));
  EXPECT_TRUE(found.pixels == prepared(plain, preparation).pixels);
}

}  // namespace
}  // namespace bora::data
