#include "data/images/idx.h"

#include <gtest/gtest.h>

#include "data/samples.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::Bytes;
using testing::expect_input_error;
using testing::idx_file;
using testing::write_bytes;

class Idx : public ::testing::Test {
 protected:
  IdxArray read(const Bytes& bytes, int dimensions, const std::string& name = "file") const {
    write_bytes(folder_ / name, bytes);
    return read_idx(folder_ / name, dimensions);
  }
  // Writes two 3x2 images and their labels.
  void write_test_part(const Bytes& labels = {1, 2}) const {
    write_bytes(folder_ / "t10k-images-idx3-ubyte", idx_file({2, 3, 2}, testing::noise(12, 1)));
    write_bytes(folder_ / "t10k-labels-idx1-ubyte",
                idx_file({static_cast<std::uint32_t>(labels.size())}, labels));
  }
  testing::TemporaryFolder folder_;
};

TEST_F(Idx, ReadsDimensionsAndValues) {
  const IdxArray array = read(idx_file({2, 1, 3}, {1, 2, 3, 4, 5, 255}), 3);
  EXPECT_EQ(array.dimensions, std::vector<int>({2, 1, 3}));
  EXPECT_EQ(array.values, Bytes({1, 2, 3, 4, 5, 255}));
}

TEST_F(Idx, RefusesAnotherMagic) {
  expect_input_error([&] { read(idx_file({2}, {1, 2}), 3); }, "file", "0x00000801", "0x00000803");
  Bytes floats = idx_file({1}, {1, 2, 3, 4});
  floats[2] = 0x0d;
  expect_input_error([&] { read(floats, 1); }, "0x00000d01", "0x00000801", "unsigned bytes");
}

TEST_F(Idx, ReportsExpectedAndFoundBytes) {
  expect_input_error([&] { read({}, 1); }, "truncated", "8 bytes expected", "0 found");
  expect_input_error([&] { read({0, 0, 8, 3, 0}, 3); }, "truncated", "16 bytes expected", "5 found");
  expect_input_error(
      [&] {
        read(idx_file({2, 1, 3}, {1, 2, 3, 4, 5}), 3);
      },
      "truncated", "22 bytes expected", "2x1x3", "21 found");
  expect_input_error(
      [&] {
        read(idx_file({2}, {1, 2, 3}), 1);
      },
      "left over", "10 bytes expected", "11 found");
}

TEST_F(Idx, ReportsExpectedAndFoundBytesOfGzipFiles) {
  const Bytes packed = testing::gzip(idx_file({4000}, testing::noise(4000, 1)));
  EXPECT_EQ(read(packed, 1, "whole.gz").values, testing::noise(4000, 1));
  expect_input_error([&] { read(Bytes(packed.begin(), packed.end() - 1000), 1, "cut.gz"); }, "cut.gz",
                     "truncated", "4008 bytes expected");
  // All values are present, but the checksum is incomplete.
  expect_input_error([&] { read(Bytes(packed.begin(), packed.end() - 1), 1, "cut.gz"); },
                     "truncated: the gzip stream");
  Bytes flipped = packed;
  flipped[packed.size() - 6] ^= 1;
  expect_input_error([&] { read(flipped, 1, "flipped.gz"); }, "flipped.gz", "damaged gzip");
  expect_input_error([&] { read(idx_file({1}, {1}), 1, "plain.gz"); }, "plain.gz", "not a gzip file");
}

TEST_F(Idx, RefusesImpossibleDimensions) {
  expect_input_error([&] { read(idx_file({0, 2, 2}, {}), 3); }, "dimension 1 is 0");
  expect_input_error([&] { read(idx_file({1, 2, 0}, {}), 3); }, "dimension 3 is 0");
  expect_input_error([&] { read(idx_file({1, 40000, 1}, {}), 3); }, "dimension 2 is 40000", "32768");
  expect_input_error([&] { read(idx_file({0xffffffff}, {}), 1); }, "dimension 1 is 4294967295");
  expect_input_error([&] { read(idx_file({0x7fffffff, 32768, 32768}, {}), 3); }, "truncated", "16 found");
}

TEST_F(Idx, NamesTheMissingFile) {
  write_test_part();
  EXPECT_TRUE(is_idx_directory(folder_.path()));
  EXPECT_EQ(load_idx(folder_.path(), Part::test).size(), 2);
  expect_input_error([&] { load_idx(folder_.path(), Part::train); }, "train-images-idx3-ubyte", "missing");
  expect_input_error([&] { load_idx(folder_.path(), Part::all); }, "train-images-idx3-ubyte", "missing");
  std::filesystem::remove(folder_ / "t10k-labels-idx1-ubyte");
  EXPECT_TRUE(is_idx_directory(folder_.path()));
  expect_input_error([&] { load_idx(folder_.path(), Part::test); }, "t10k-labels-idx1-ubyte", "missing");
  std::filesystem::remove(folder_ / "t10k-images-idx3-ubyte");
  EXPECT_FALSE(is_idx_directory(folder_.path()));
}

TEST_F(Idx, RefusesLabelsThatDoNotFit) {
  write_test_part({1, 2, 3});
  expect_input_error([&] { load_idx(folder_.path(), Part::test); }, "t10k-labels", "3 labels", "2 images");
}

TEST_F(Idx, HasTenClassesUnlessLabelsShowMore) {
  write_test_part({0, 9});
  EXPECT_EQ(load_idx(folder_.path(), Part::test).classes, 10);
  write_test_part({9, 46});
  const ImageDataset letters = load_idx(folder_.path(), Part::test);
  EXPECT_EQ(letters.labels, (std::vector<int>{9, 46}));
  EXPECT_EQ(letters.classes, 0) << "as many as the model or the labels show";
}

TEST_F(Idx, RefusesPartsOfDifferentShapes) {
  write_test_part();
  write_bytes(folder_ / "train-images-idx3-ubyte", idx_file({1, 2, 3}, testing::noise(6, 1)));
  write_bytes(folder_ / "train-labels-idx1-ubyte", idx_file({1}, {0}));
  expect_input_error([&] { load_idx(folder_.path(), Part::all); }, "t10k-images", "1x3x2", "1x2x3");
}

}  // namespace
}  // namespace bora::data
