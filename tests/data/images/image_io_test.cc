#include "data/images/image_io.h"

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

#include "data/samples.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::expect_input_error;

TEST(Png, ReadsBackWhatWasWritten) {
  const testing::TemporaryFolder folder;
  for (const ImageShape shape : {ImageShape{1, 28, 28}, {3, 32, 32}, {1, 1, 1}, {3, 1, 7}, {3, 7, 1}}) {
    const auto pixels = testing::noise(shape.size(), 1);
    write_png(folder / "image.png", pixels, shape);
    const Image image = read_png(folder / "image.png");
    EXPECT_EQ(image.shape, shape);
    EXPECT_EQ(image.pixels, pixels);
    EXPECT_EQ(testing::read_bytes(folder / "image.png"), encode_png(pixels, shape));
  }
}

TEST(Png, IsRgbToOtherPrograms) {
  const testing::TemporaryFolder folder;
  // Two pixels: pure red, and (1, 2, 3).
  write_png(folder / "image.png", std::vector<std::uint8_t>{255, 1, 0, 2, 0, 3}, {3, 1, 2});
  const cv::Mat image = cv::imread((folder / "image.png").string(), cv::IMREAD_COLOR);
  ASSERT_EQ(image.size(), cv::Size(2, 1));
  EXPECT_EQ(image.at<cv::Vec3b>(0, 0), cv::Vec3b(0, 0, 255));
  EXPECT_EQ(image.at<cv::Vec3b>(0, 1), cv::Vec3b(3, 2, 1));
}

TEST(Png, RefusesShapesItCannotHold) {
  expect_input_error([] { encode_png(std::vector<std::uint8_t>(8), {2, 2, 2}); }, "2x2x2", "1 channel or 3");
  EXPECT_THROW(encode_png(std::vector<std::uint8_t>(5), {1, 2, 2}), std::invalid_argument);
  EXPECT_THROW(encode_png({}, {1, 0, 2}), std::invalid_argument);
}

TEST(Png, NamesTheFileThatCannotBeWritten) {
  const testing::TemporaryFolder folder;
  try {
    write_png(folder / "absent/image.png", std::vector<std::uint8_t>(4), {1, 2, 2});
    ADD_FAILURE() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("absent/image.png"), std::string::npos) << error.what();
  }
}

TEST(Png, LosesNothingWhenMetadataAreLeftOut) {
  const testing::TemporaryFolder folder;
  const auto pixels = testing::noise(12, 1);
  auto bytes = encode_png(pixels, {3, 2, 2});
  // A text chunk after the header (8 bytes of signature, 25 of IHDR): "a", NUL, "b".
  const testing::Bytes text = {0, 0, 0, 3, 't', 'E', 'X', 't', 'a', 0, 'b', 0xdc, 0x49, 0xa2, 0x3b};
  bytes.insert(bytes.begin() + 33, text.begin(), text.end());
  testing::write_bytes(folder / "image.png", bytes);
  EXPECT_EQ(read_png(folder / "image.png").pixels, pixels);
  // A wrong checksum is refused even in a chunk that does not determine pixels.
  bytes[33 + 14] ^= 1;
  testing::write_bytes(folder / "image.png", bytes);
  expect_input_error([&] { read_png(folder / "image.png"); }, "image.png", "checksum", "byte 33");
}

TEST(ReadImage, ReadsOtherFormats) {
  const testing::TemporaryFolder folder;
  const cv::Mat colour(4, 6, CV_8UC3, cv::Scalar(10, 20, 30));
  for (const std::string name : {"a.bmp", "a.ppm", "a.tiff", "a.jpg", "a.webp"}) {
    ASSERT_TRUE(cv::imwrite((folder / name).string(), colour)) << name;
    EXPECT_TRUE(has_image_extension(folder / name));
    const Image image = read_image(folder / name);
    EXPECT_EQ(image.shape, (ImageShape{3, 4, 6})) << name;
    EXPECT_NEAR(image.pixels[0], 30, 2) << name;
    EXPECT_NEAR(image.pixels[48], 10, 2) << name;
  }
  ASSERT_TRUE(cv::imwrite((folder / "g.pgm").string(), cv::Mat(4, 6, CV_8UC1, cv::Scalar(77))));
  EXPECT_EQ(read_image(folder / "g.pgm").shape, (ImageShape{1, 4, 6}));
  expect_input_error([&] { read_png(folder / "a.bmp"); }, "a.bmp", "not a PNG");
}

// OpenCV would try its decoders of other formats. The one of DICOM, whose mark is at byte 128, ends the
// program if the rest of the file is damaged.
TEST(ReadImage, RefusesOtherFormatsByTheirContent) {
  const testing::TemporaryFolder folder;
  testing::Bytes dicom(128, ':');
  for (const char byte : std::string("DICM\x08\xff\xff")) dicom.push_back(static_cast<std::uint8_t>(byte));
  const testing::Bytes png_start = {0x89, 'P', 'N', 'G', '\r'};
  const std::string vrt = "<VRTDataset rasterXSize=\"1\" rasterYSize=\"1\"></VRTDataset>";
  testing::Bytes begins_as_png = dicom;
  std::copy(png_start.begin(), png_start.end(), begins_as_png.begin());
  for (const testing::Bytes& file :
       {dicom, begins_as_png, testing::Bytes(vrt.begin(), vrt.end()), testing::Bytes{'P'}}) {
    testing::write_bytes(folder / "a.png", file);
    expect_input_error([&] { read_image(folder / "a.png"); }, "a.png", "cannot be decoded as an image",
                       "not a PNG, JPEG");
  }
}

TEST(ReadImage, RefusesAJpegThatWasCutShort) {
  const testing::TemporaryFolder folder;
  cv::Mat noisy(40, 60, CV_8UC3);
  cv::randu(noisy, 0, 255);
  std::vector<std::uint8_t> whole;
  for (const int progressive : {0, 1}) {
    ASSERT_TRUE(cv::imencode(".jpg", noisy, whole, {cv::IMWRITE_JPEG_PROGRESSIVE, progressive}));
    // Adds a thumbnail in a segment before the first scan, as cameras do. It has an end mark of its own.
    std::vector<std::uint8_t> with_small(whole.begin(), whole.begin() + 2);
    for (const int byte : {0xff, 0xff, 0xe1, 0x00, 0x08, 0xff, 0xda, 0x00, 0x00, 0xff, 0xd9})
      with_small.push_back(static_cast<std::uint8_t>(byte));
    with_small.insert(with_small.end(), whole.begin() + 2, whole.end());
    for (const auto& file : {whole, with_small}) {
      testing::write_bytes(folder / "a.jpg", file);
      EXPECT_EQ(read_image(folder / "a.jpg").shape, (ImageShape{3, 40, 60}));
      for (std::size_t size = 3; size + 1 < file.size(); size += 1 + size / 8) {
        testing::write_bytes(folder / "a.jpg",
                             {file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)});
        expect_input_error([&] { read_image(folder / "a.jpg"); }, "a.jpg", "truncated JPEG");
      }
    }
  }
}

TEST(ReadImage, DropsAnOpaqueAlphaChannel) {
  const testing::TemporaryFolder folder;
  cv::Mat image(2, 2, CV_8UC4, cv::Scalar(1, 2, 3, 255));
  cv::imwrite((folder / "a.png").string(), image);
  EXPECT_EQ(read_image(folder / "a.png").pixels, testing::Bytes({3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1}));
  image.at<cv::Vec4b>(1, 1)[3] = 254;
  cv::imwrite((folder / "a.png").string(), image);
  expect_input_error([&] { read_image(folder / "a.png"); }, "a.png", "transparent");
}

TEST(ReadImage, RefusesOtherDepths) {
  const testing::TemporaryFolder folder;
  cv::imwrite((folder / "a.png").string(), cv::Mat(2, 2, CV_16UC1, cv::Scalar(300)));
  expect_input_error([&] { read_image(folder / "a.png"); }, "a.png", "16 bits a channel",
                     "expected 8; convert the file");
  cv::imwrite((folder / "a.tiff").string(), cv::Mat(2, 2, CV_32FC1, cv::Scalar(0.5)));
  expect_input_error([&] { read_image(folder / "a.tiff"); }, "a.tiff", "32 floating-point bits");
}

// Pillow reads the same values.
TEST(ReadImage, ScalesTheValuesOfNetpbmFiles) {
  const testing::TemporaryFolder folder;
  const auto read = [&](const std::string& file) {
    testing::write_text(folder / "a.pnm", file);
    return read_image(folder / "a.pnm").pixels;
  };
  for (const int largest : {1, 15, 100, 127, 254, 255}) {
    testing::Bytes expected;
    std::string text, binary;
    for (int value = 0; value <= largest; value += largest == 1 ? 1 : largest / 3 + 1) {
      text += std::to_string(value) + " ";
      binary += static_cast<char>(value);
      expected.push_back(static_cast<std::uint8_t>(std::lround(value * 255.0 / largest)));
    }
    const std::string header = fmt::format("\n# 3 of 7\n{} 1\n{}\n", expected.size(), largest);
    EXPECT_EQ(read("P2" + header + text), expected) << largest;
    EXPECT_EQ(read("P5" + header + binary), expected) << largest;
  }
  EXPECT_EQ(read("P3 1 1 5 5 1 0\n"), testing::Bytes({255, 51, 0}));
  EXPECT_EQ(read(std::string("P6 1 1 5\n\5\1\0", 12)), testing::Bytes({255, 51, 0}));
  EXPECT_EQ(read("P1 2 1\n0 1\n"), testing::Bytes({255, 0}));
  expect_input_error([&] { read("P5 1 1 15\n\x10"); }, "a.pnm", "a pixel has the value 16", "at most 15");
  for (const std::string& deep : {std::string("P5 1 1 1023\n\3\3"), std::string("P2 1 1 256\n7\n")})
    expect_input_error([&] { read(deep); }, "a.pnm", "16 bits a channel, expected 8");
}

TEST(ReadImage, RefusesOtherFiles) {
  const testing::TemporaryFolder folder;
  testing::write_text(folder / "a.png", "");
  expect_input_error([&] { read_image(folder / "a.png"); }, "a.png", "empty");
  testing::write_text(folder / "a.png", "hello");
  expect_input_error([&] { read_image(folder / "a.png"); }, "a.png", "cannot be decoded");
  expect_input_error([&] { read_image(folder / "absent.png"); }, "absent.png");
}

TEST(ReadImage, RefusesAnImageThatWouldFillTheMemory) {
  const testing::TemporaryFolder folder;
  write_png(folder / "a.png", testing::noise(16, 1), {1, 4, 4});
  testing::Bytes png = testing::read_bytes(folder / "a.png");
  for (int i = 0; i < 8; ++i) png[static_cast<std::size_t>(16 + i)] = i % 4 == 2 ? 0x40 : 0;  // 16384 x 16384
  const auto sum = crc32(0, &png[12], 17);
  for (int i = 0; i < 4; ++i)
    png[static_cast<std::size_t>(29 + i)] = static_cast<std::uint8_t>(sum >> (24 - 8 * i));
  testing::write_bytes(folder / "a.png", png);
  expect_input_error([&] { read_image(folder / "a.png"); }, "a.png", "16384 x 16384 pixels");
  testing::write_bytes(folder / "a.jpg",
                       {0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0xff, 0xff, 0xff, 0xff, 1, 1, 0x11, 0, 0xff, 0xd9});
  expect_input_error([&] { read_image(folder / "a.jpg"); }, "a.jpg", "65535 x 65535 pixels");
}

// Writes `value` to `size` bytes, the lowest one first.
void put_number(testing::Bytes& file, std::size_t at, std::uint32_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) file.at(at + i) = static_cast<std::uint8_t>(value >> (8 * i));
}

testing::Bytes small_image(const std::string& extension, const std::vector<int>& settings = {}) {
  std::vector<std::uint8_t> bytes;
  cv::imencode(extension, cv::Mat(2, 2, CV_8UC3, cv::Scalar(10, 20, 30)), bytes, settings);
  return bytes;
}

// Returns the position of the value of an entry in the first directory of a TIFF file.
std::size_t tiff_entry(const testing::Bytes& file, std::uint32_t tag) {
  const auto number = [&](std::size_t at, std::size_t size) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value |= std::uint32_t{file.at(at + i)} << (8 * i);
    return value;
  };
  const std::size_t directory = number(4, 4);
  for (std::size_t at = directory + 2; at < directory + 2 + 12 * number(directory, 2); at += 12)
    if (number(at, 2) == tag) return at + 8;
  ADD_FAILURE() << "no entry " << tag;
  return 0;
}

TEST(ReadImage, RefusesALargeImageOfEachFormat) {
  const testing::TemporaryFolder folder;
  const auto expect_too_large = [&](const testing::Bytes& file, const std::string& size) {
    testing::write_bytes(folder / "a", file);
    expect_input_error([&] { read_image(folder / "a"); },
                       "a: an image of " + size + " pixels, expected at most");
  };
  testing::Bytes tiff = small_image(".tiff");
  put_number(tiff, tiff_entry(tiff, 256), 20000, 4);
  put_number(tiff, tiff_entry(tiff, 257), 9000, 4);
  expect_too_large(tiff, "9000 x 20000");
  testing::Bytes bmp = small_image(".bmp");
  put_number(bmp, 18, 20000, 4);
  put_number(bmp, 22, 9000, 4);
  expect_too_large(bmp, "9000 x 20000");
  put_number(bmp, 22, -9000U, 4);
  expect_too_large(bmp, "9000 x 20000");
  testing::write_text(folder / "text", "P6 # 1 1\n20000\n9000 255\n");
  expect_too_large(testing::read_bytes(folder / "text"), "9000 x 20000");
  testing::Bytes lossless = small_image(".webp");
  ASSERT_EQ(std::string(lossless.begin() + 12, lossless.begin() + 16), "VP8L");
  put_number(lossless, 21, 15999 | 8999 << 14, 4);
  expect_too_large(lossless, "9000 x 16000");
  testing::Bytes lossy = small_image(".webp", {cv::IMWRITE_WEBP_QUALITY, 80});
  ASSERT_EQ(std::string(lossy.begin() + 12, lossy.begin() + 16), "VP8 ");
  put_number(lossy, 26, 16000, 2);
  put_number(lossy, 28, 9000, 2);
  expect_too_large(lossy, "9000 x 16000");
  testing::write_text(folder / "text", "RIFF....WEBPVP8X........" + std::string("\x1f\x4e\0\x27\x23\0", 6));
  expect_too_large(testing::read_bytes(folder / "text"), "9000 x 20000");
}

// OpenCV would decode them to levels that differ from those of other programs.
TEST(ReadImage, RefusesColoursThatAreDecodedInexactly) {
  const testing::TemporaryFolder folder;
  testing::Bytes tiff = small_image(".tiff");
  const std::size_t colours = tiff_entry(tiff, 262);
  for (const std::uint32_t lab : {8, 9, 10}) {
    put_number(tiff, colours, lab, 2);
    testing::write_bytes(folder / "a.tiff", tiff);
    expect_input_error([&] { read_image(folder / "a.tiff"); },
                       "a.tiff: a TIFF with L*a*b* colours, expected grey or RGB; convert the file");
  }
  // 2 x 1 pixels: white and black, and 2 bytes that fill up a row of 4.
  testing::Bytes bmp(58);
  bmp[0] = 'B', bmp[1] = 'M', bmp[54] = 0xff, bmp[55] = 0x7f;
  for (const auto& [at, value] : {std::pair{2, 58}, {10, 54}, {14, 40}, {18, 2}, {22, 1}, {26, 1}})
    put_number(bmp, static_cast<std::size_t>(at), static_cast<std::uint32_t>(value), 4);
  put_number(bmp, 28, 16, 2);
  testing::write_bytes(folder / "a.bmp", bmp);
  expect_input_error([&] { read_image(folder / "a.bmp"); },
                     "a.bmp: a BMP of 16 bits a pixel, expected 8 bits a channel; convert the file");
}

TEST(ReadImage, SaysThatAnAnimationIsNotRead) {
  const testing::TemporaryFolder folder;
  // The frame of a WebP file, in a file with the flag of an animation.
  const testing::Bytes plain = small_image(".webp");
  testing::Bytes file{'R', 'I', 'F', 'F', 0, 0, 0, 0, 'W', 'E', 'B', 'P', 'V', 'P', '8', 'X', 10,
                      0,   0,   0,   2,   0, 0, 0, 1, 0,   0,   1,   0,   0,   'A', 'N', 'I', 'M',
                      6,   0,   0,   0,   0, 0, 0, 0, 0,   0,   'A', 'N', 'M', 'F', 0,   0,   0,
                      0,   0,   0,   0,   0, 0, 0, 1, 0,   0,   1,   0,   0,   50,  0,   0,   0};
  put_number(file, 48, static_cast<std::uint32_t>(plain.size() - 12 + 16), 4);
  file.insert(file.end(), plain.begin() + 12, plain.end());
  put_number(file, 4, static_cast<std::uint32_t>(file.size() - 8), 4);
  testing::write_bytes(folder / "a.webp", file);
  expect_input_error([&] { read_image(folder / "a.webp"); }, "a.webp",
                     "it is an animated WebP file; convert one frame", "'IN[0]'");
  testing::write_text(folder / "a.png", "GIF89a\1");
  expect_input_error([&] { read_image(folder / "a.png"); }, "a.png", "it is a GIF file; convert one frame");
}

TEST(ThroughJpeg, IsWhatOpenCvStoresAtThatQuality) {
  std::vector<std::uint8_t> grey(256), bytes;
  for (int i = 0; i < 256; ++i) grey[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(i * 37 % 256);
  for (const int quality : {30, 75}) {
    const cv::Mat image(16, 16, CV_8UC1, grey.data());
    ASSERT_TRUE(cv::imencode(".jpg", image, bytes, {cv::IMWRITE_JPEG_QUALITY, quality}));
    const cv::Mat stored = cv::imdecode(bytes, cv::IMREAD_GRAYSCALE);
    const Image found = through_jpeg(grey, {1, 16, 16}, quality);
    ASSERT_EQ(found.pixels.size(), 256u);
    for (int i = 0; i < 256; ++i) EXPECT_EQ(found.pixels[static_cast<std::size_t>(i)], stored.data[i]) << i;
  }
}

TEST(HasImageExtension, IgnoresCase) {
  EXPECT_TRUE(has_image_extension("x/a.JPeG"));
  EXPECT_TRUE(has_image_extension("a.jfif"));
  EXPECT_FALSE(has_image_extension("x.png/a"));
  EXPECT_FALSE(has_image_extension("a.txt"));
  EXPECT_FALSE(has_image_extension("png"));
}

}  // namespace
}  // namespace bora::data
