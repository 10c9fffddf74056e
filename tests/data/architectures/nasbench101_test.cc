#include "data/architectures/nasbench101.h"

#include <cmath>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::expect_input_error;

const std::string kFolder = std::string(BORA_TEST_SOURCE_DIR) + "/golden/data/";

std::string bytes_of(const std::string& name) {
  std::ifstream in(kFolder + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class NasBench101 : public ::testing::Test {
 protected:
  void refuses(const std::string& bytes, const std::string& what, const std::string& also = "") {
    const auto path = folder_ / "cells.tfrecord";
    std::ofstream(path, std::ios::binary) << bytes;
    expect_input_error([&] { read_nasbench101(path); }, what, also);
  }
  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
};

// Written by tests/golden/data/nasbench101.py.
TEST_F(NasBench101, ReadsTheSmallFile) {
  const NasTable table = read_nas_table(kFolder + "nasbench101_only108.tfrecord");
  ASSERT_EQ(table.architectures.size(), 6u);
  EXPECT_EQ(table.columns,
            (std::vector<std::string>{"val_accuracy", "test_accuracy", "training_time", "params"}));
  EXPECT_EQ(
      table.architectures[0],
      "(0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, "
      "1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 2, 3, 4, 4, 1)");
  // A cell of three nodes, whose last one becomes the seventh.
  EXPECT_EQ(
      table.architectures[2],
      "(0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, "
      "0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 2, 2, 2, 2, 1)");
  EXPECT_NEAR(table.column("val_accuracy")[0], 93, 1e-9) << "the mean of 94, 93 and 92";
  EXPECT_NEAR(table.column("test_accuracy")[5], 89, 1e-9);
  EXPECT_NEAR(table.column("training_time")[1], 1081, 1e-9);
  EXPECT_EQ(table.column("params")[0], 8555530);
  expect_input_error([] { read_nas_table(kFolder + "nasbench101_only108.tfrecord", "cifar10"); },
                     "no data set 'cifar10' can be chosen");
}

TEST_F(NasBench101, ReadsTheFullFile) {
  const NasTable table = read_nas_table(kFolder + "nasbench101_full.tfrecord");
  ASSERT_EQ(table.architectures.size(), 6u);
  ASSERT_EQ(table.columns.size(), 7u);
  EXPECT_NEAR(table.column("val_accuracy")[0], 93, 1e-9);
  for (const int epochs : {4, 12, 36})
    EXPECT_NEAR(table.column("val_accuracy_" + std::to_string(epochs))[0],
                94 * std::pow(epochs / 108.0, 0.1) - 1, 1e-9);
}

TEST_F(NasBench101, RefusesDamagedFiles) {
  const std::string whole = bytes_of("nasbench101_only108.tfrecord");
  for (const std::size_t size : {std::size_t{5}, std::size_t{100}, whole.size() - 1})
    refuses(whole.substr(0, size), "record", "is cut short");
  // Changes single bytes all over the file.
  for (std::size_t at = 0; at < whole.size(); at += 37) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    refuses(damaged, "checksum");
  }
  EXPECT_FALSE(looks_like_tfrecord(kFolder + "nasbench101.py"));
  EXPECT_FALSE(looks_like_tfrecord(kFolder + "no such file"));
}

}  // namespace
}  // namespace bora::data
