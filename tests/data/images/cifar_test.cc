#include "data/images/cifar.h"

#include <gtest/gtest.h>

#include "data/samples.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::Bytes;
using testing::expect_input_error;
using testing::write_bytes;

// Returns records with these labels and black pixels.
Bytes batch(const Bytes& labels) {
  Bytes bytes(labels.size() * 3073, 0);
  for (std::size_t i = 0; i < labels.size(); ++i) bytes[i * 3073] = labels[i];
  return bytes;
}

TEST(Cifar, RefusesALabelAbove9) {
  const testing::TemporaryFolder folder;
  write_bytes(folder / "test_batch.bin", batch({0, 9, 10}));
  expect_input_error([&] { load_cifar(folder.path(), Part::test); }, "test_batch.bin",
                     "label 10 of record 2, expected 0 to 9");
}

TEST(Cifar, RefusesPartsOfRecords) {
  const testing::TemporaryFolder folder;
  Bytes bytes = batch({1, 2});
  bytes.pop_back();
  write_bytes(folder / "test_batch.bin", bytes);
  expect_input_error([&] { load_cifar(folder.path(), Part::test); }, "test_batch.bin", "6145 bytes", "3073");
  write_bytes(folder / "test_batch.bin", {});
  expect_input_error([&] { load_cifar(folder.path(), Part::test); }, "test_batch.bin", "0 bytes");
}

TEST(Cifar, NamesWhatIsMissing) {
  const testing::TemporaryFolder folder;
  EXPECT_FALSE(is_cifar_directory(folder.path()));
  write_bytes(folder / "test_batch.bin", batch({1}));
  EXPECT_TRUE(is_cifar_directory(folder.path()));
  expect_input_error([&] { load_cifar(folder.path(), Part::train); }, "data_batch_*.bin", "missing");
  std::filesystem::rename(folder / "test_batch.bin", folder / "data_batch_3.bin");
  EXPECT_TRUE(is_cifar_directory(folder.path()));
  expect_input_error([&] { load_cifar(folder.path(), Part::test); }, "test_batch.bin", "missing");
  EXPECT_EQ(load_cifar(folder.path(), Part::train).size(), 1);
  write_bytes(folder / "data_batch_x.bin", batch({1}));
  expect_input_error([&] { load_cifar(folder.path(), Part::train); }, "data_batch_x.bin", "number");
}

TEST(Cifar, RequiresTenClassNames) {
  const testing::TemporaryFolder folder;
  write_bytes(folder / "test_batch.bin", batch({1}));
  const ImageDataset unnamed = load_cifar(folder.path(), Part::test);
  EXPECT_TRUE(unnamed.class_names.empty());
  EXPECT_EQ(unnamed.classes, 10);
  testing::write_text(folder / "batches.meta.txt", "a\r\nb\r\nc\r\nd\r\ne\r\nf\r\ng\r\nh\r\ni\r\nj\r\n\r\n");
  EXPECT_EQ(load_cifar(folder.path(), Part::test).class_names[9], "j");
  testing::write_text(folder / "batches.meta.txt", "\357\273\277a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n");
  EXPECT_EQ(load_cifar(folder.path(), Part::test).class_names[0], "a");
  testing::write_text(folder / "batches.meta.txt", "a\nb\n");
  expect_input_error([&] { load_cifar(folder.path(), Part::test); }, "batches.meta.txt",
                     "2 class names, expected 10");
}

}  // namespace
}  // namespace bora::data
