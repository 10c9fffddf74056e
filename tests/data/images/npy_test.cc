#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

#include "data/files/npy_array.h"
#include "data/images/image_io.h"
#include "data/samples.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::Bytes;
using testing::expect_input_error;

const std::vector<float> kValues = {0.0F, -0.0F, 1.0F / 3, 1e-40F, 3.4e38F, -1};

Bytes file_of(const std::string& header, std::size_t bytes_of_values, char version = 1) {
  std::string text = "\x93NUMPY";
  text += {version, 0, static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  if (version > 1) text += {0, 0};
  text += header + std::string(bytes_of_values, '\0');
  return Bytes(text.begin(), text.end());
}

TEST(Npy, ReadsBackEveryBit) {
  const testing::TemporaryFolder folder;
  write_npy(folder / "a.npy", kValues, {1, 2, 3});
  const FloatImage image = read_npy(folder / "a.npy");
  EXPECT_EQ(image.shape, (ImageShape{1, 2, 3}));
  ASSERT_EQ(image.values, kValues);
  EXPECT_TRUE(std::signbit(image.values[1]));
}

TEST(Npy, WritesTheSameBytesAsNumpy) {
  const testing::TemporaryFolder folder;
  write_npy(folder / "a.npy", std::vector<float>{0, 1, 2, 3, 4, 5}, {1, 2, 3});
  EXPECT_EQ(testing::read_bytes(folder / "a.npy"),
            testing::read_bytes(std::filesystem::path(BORA_TEST_SOURCE_DIR) / "golden/data/arange.npy"));
}

TEST(Npy, ReadsLaterVersions) {
  const testing::TemporaryFolder folder;
  const std::string header = "{'shape': (1, 1, 2), 'fortran_order': False, 'descr': '<f4'}\n";
  for (const char version : {1, 2, 3}) {
    testing::write_bytes(folder / "a.npy", file_of(header, 8, version));
    EXPECT_EQ(read_npy(folder / "a.npy").shape, (ImageShape{1, 1, 2}));
  }
  testing::write_bytes(folder / "a.npy", file_of(header, 8, 4));
  expect_input_error([&] { read_npy(folder / "a.npy"); }, "a.npy", "version 4");
}

// numpy.save writes transposed arrays in Fortran order.
TEST(Npy, ReadsFortranOrder) {
  const testing::TemporaryFolder folder;
  const std::string header = npy_header("<f4", {1, 2, 3});
  std::string text = header;
  text.replace(text.find("False"), 5, "True ");
  for (const float value : {0.0F, 3.0F, 1.0F, 4.0F, 2.0F, 5.0F})
    text.append(reinterpret_cast<const char*>(&value), sizeof(value));
  testing::write_bytes(folder / "a.npy", Bytes(text.begin(), text.end()));
  EXPECT_EQ(read_npy(folder / "a.npy").values, (std::vector<float>{0, 1, 2, 3, 4, 5}));
}

TEST(Npy, RefusesOtherArrays) {
  const testing::TemporaryFolder folder;
  const auto expect_refused = [&](const std::string& header, std::size_t values, const std::string& word) {
    testing::write_bytes(folder / "a.npy", file_of(header, values));
    expect_input_error([&] { read_npy(folder / "a.npy"); }, "a.npy", word);
  };
  const std::string start = "{'descr': '<f4', 'fortran_order': False, 'shape': ";
  expect_refused("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1, 2), }", 16, "<f8");
  expect_refused("{'fortran_order': False, 'shape': (1, 1, 2), }", 8, "missing");
  expect_refused("{'descr': '<f4', 'fortran_order': Maybe, 'shape': (1, 1, 2), }", 8, "fortran_order");
  expect_refused(start + "(2,), }", 8, "three dimensions");
  expect_refused(start + "(1, 1, 1, 2), }", 8, "three dimensions");
  expect_refused(start + "(1, 0, 2), }", 0, "is empty: its shape is (1, 0, 2)");
  expect_refused(start + "(1, 99999999999, 2), }", 0, "dimension: got '99999999999'");
  expect_refused(start + "(30000, 30000, 30000), }", 0, "too large");
  expect_refused(start + "(1048576, 1048576, 16777216), }", 0, "too large");  // 2^64 numbers
  expect_refused(start + "(1, 1, 2), }", 7, "79 found");
  expect_refused(start + "(1, 1, 2), }", 9, "81 found");
}

TEST(Npy, ReadsOrRefusesDamage) {
  const testing::TemporaryFolder folder;
  write_npy(folder / "a.npy", kValues, {1, 2, 3});
  const Bytes whole = testing::read_bytes(folder / "a.npy");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    testing::write_bytes(folder / "a.npy", Bytes(whole.begin(), whole.begin() + static_cast<long>(size)));
    expect_input_error([&] { read_npy(folder / "a.npy"); }, "a.npy");
  }
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const int mask : {1, 0x80, 0xff}) {
      Bytes damaged = whole;
      damaged[at] ^= static_cast<std::uint8_t>(mask);
      testing::write_bytes(folder / "a.npy", damaged);
      try {
        EXPECT_EQ(read_npy(folder / "a.npy").values.size(), 6u);
      } catch (const InputError&) {
      }
    }
}

TEST(Npy, RefusesValuesThatDoNotFitTheShape) {
  const testing::TemporaryFolder folder;
  EXPECT_THROW(write_npy(folder / "a.npy", kValues, {1, 2, 2}), std::invalid_argument);
  EXPECT_THROW(write_npy(folder / "absent/a.npy", kValues, {1, 2, 3}), std::runtime_error);
}

}  // namespace
}  // namespace bora::data
