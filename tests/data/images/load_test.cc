#include "data/images/load.h"

#include <gtest/gtest.h>

#include "data/images/image_io.h"
#include "data/samples.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::expect_input_error;

TEST(LoadDataset, ListsTheNamesForAnUnknownOne) {
  expect_input_error([] { load_dataset("fashon-mnist", Part::all); }, "'fashon-mnist'",
                     "did you mean fashion-mnist?", "digits", "path");
  const std::string message = testing::input_error([] { load_dataset("nonsense", Part::all); });
  EXPECT_EQ(message.find("did you mean"), std::string::npos) << message;
  expect_input_error([] { load_dataset("", Part::all); }, "''");
  expect_input_error([] { load_dataset("/nowhere/at/all", Part::all); }, "'/nowhere/at/all'");
  expect_input_error([] { load_dataset(std::string(5000, 'x'), Part::all); }, "File name too long");
}

TEST(LoadDataset, SaysWhatADirectoryShouldHold) {
  const testing::TemporaryFolder folder;
  expect_input_error([&] { load_dataset(folder.path().string(), Part::all); }, folder.path().string(), "IDX",
                     "CIFAR-10", "labels.csv", "sub-directory");
  testing::write_bytes(folder / "pictures.npy", {1});
  expect_input_error([&] { load_dataset(folder.path().string(), Part::all); }, "x_test.npy and y_test.npy",
                     "its NumPy arrays are pictures.npy");
}

TEST(LoadDataset, SaysThatAnotherImageFormatIsNotRead) {
  const testing::TemporaryFolder folder;
  testing::write_text(folder / "a.gif", "GIF89a");
  expect_input_error([&] { load_dataset((folder / "a.gif").string(), Part::all); },
                     "a.gif: GIF files are not read: convert it to PNG; of an animation, convert one frame");
}

TEST(LoadDataset, RequestsTheDirectoryOfABinaryFile) {
  const testing::TemporaryFolder folder;
  testing::write_bytes(folder / "test_batch.bin", {1});
  expect_input_error([&] { load_dataset((folder / "test_batch.bin").string(), Part::all); }, "test_batch.bin",
                     "give their directory");
}

TEST(LoadDataset, NamesTheReadableVersionOfCifar) {
  const testing::TemporaryFolder folder;
  const std::filesystem::path python = folder / "cifar-10-batches-py";
  std::filesystem::create_directory(python);
  testing::write_bytes(python / "data_batch_1", {1});
  for (const std::filesystem::path& given : {folder.path(), python})
    expect_input_error([&] { load_dataset(given.string(), Part::all); }, python.string() + ": holds",
                       "give the folder cifar-10-batches-bin of the binary version");
}

TEST(LoadDataset, RequestsTheFolderOfAList) {
  const testing::TemporaryFolder folder;
  testing::write_text(folder / "labels.csv", "file,label\n");
  expect_input_error([&] { load_dataset((folder / "labels.csv").string(), Part::all); },
                     "is the list of a data set; give its folder, " + folder.path().string());
}

TEST(LoadDataset, RecognisesTheSheetByColourAndSize) {
  const testing::TemporaryFolder folder;
  const auto size_of = [&](const std::string& name, const ImageShape& shape) {
    write_png(folder / name, std::vector<std::uint8_t>(shape.size()), shape);
    return load_dataset((folder / name).string(), Part::all).size();
  };
  EXPECT_EQ(size_of("a.png", {1, 1000, 2000}), 5000);
  EXPECT_EQ(size_of("b.png", {3, 1000, 2000}), 1);
  EXPECT_EQ(size_of("c.png", {1, 2000, 1000}), 1);
  EXPECT_EQ(size_of("d.jpg", {1, 1000, 2000}), 1);
}

}  // namespace
}  // namespace bora::data
