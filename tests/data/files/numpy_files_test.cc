#include "data/files/numpy_files.h"

#include <cstring>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "data/files/npy_array.h"
#include "data/images/load.h"
#include "data/samples.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::expect_input_error;
using testing::npy_text;

class NumpyFolder : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const {
    testing::write_text(folder_ / name, text);
  }
  ImageDataset load(Part part = Part::all) const {
    return load_numpy_files(*find_numpy_files(folder_.path()), part);
  }
  void expect_refused(const std::string& where, const std::string& what) const {
    expect_input_error([&] { load(); }, where, what);
  }
  testing::TemporaryFolder folder_;
};

TEST_F(NumpyFolder, FindsPartsNamedBeforeAndAfter) {
  const std::string image = npy_text<std::uint8_t>("|u1", {1, 1, 1}, {7}),
                    label = npy_text<std::int64_t>("<i8", {1}, {3});
  EXPECT_FALSE(find_numpy_files(folder_.path()));
  write("train_images.npy", image);
  EXPECT_FALSE(find_numpy_files(folder_.path())) << "images alone";
  write("train_labels.npy", label);
  write("val_images.npy", image);
  write("val_labels.npy", label);
  EXPECT_EQ(find_numpy_files(folder_.path())->test->images, "val_images.npy");
  write("X_test.npy", image);
  write("y_test.npy", label);
  EXPECT_EQ(find_numpy_files(folder_.path())->test->images, "X_test.npy");
  EXPECT_EQ(load().records, (std::vector<int>{0, 1, 2})) << "train, test and val";
  EXPECT_EQ(load(Part::train).labels, std::vector<int>{3});
  EXPECT_EQ(load(Part::test).size(), 1);
}

TEST_F(NumpyFolder, NamesTheArraysThatItReadsOfSeveralPairs) {
  const auto write_pair = [&](const std::string& images, const std::string& labels, std::int64_t label) {
    write(images + ".npy", npy_text<std::uint8_t>("|u1", {1, 1, 1}, {7}));
    write(labels + ".npy", npy_text<std::int64_t>("<i8", {1}, {label}));
  };
  write_pair("images", "labels", 1);
  EXPECT_TRUE(load().notes.empty());
  write_pair("x", "y", 2);
  EXPECT_EQ(load().labels, std::vector<int>{2});
  EXPECT_EQ(load().notes, std::vector<std::string>{"x and y are read, not images and labels"});
  write_pair("x_train", "y_train", 3);
  write_pair("x_test", "y_test", 4);
  EXPECT_EQ(load(Part::test).labels, std::vector<int>{4}) << "the names say so";
  EXPECT_EQ(load(Part::test).notes,
            std::vector<std::string>{"x_test and y_test are read, not x and y, images and labels"});
  write_pair("test_images", "test_labels", 5);
  EXPECT_EQ(load().labels, (std::vector<int>{3, 4}));
  EXPECT_EQ(load().notes,
            std::vector<std::string>{"x_train and y_train, x_test and y_test are read, not "
                                     "test_images and test_labels, x and y, images and labels"});
}

TEST_F(NumpyFolder, FindsTheUsualNames) {
  const auto write_pair = [&](const std::string& images, const std::string& labels) {
    write(images + ".npy", npy_text<std::uint8_t>("|u1", {1, 1, 1}, {7}));
    write(labels + ".npy", npy_text<std::int64_t>("<i8", {1}, {3}));
  };
  const auto remove_all = [&] {
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
      std::filesystem::remove(entry.path());
  };
  for (const auto& [images, labels] :
       std::vector<std::pair<std::string, std::string>>{{"x_test", "y_test"},
                                                        {"X_test", "Y_test"},
                                                        {"X_TEST", "Y_TEST"},
                                                        {"Xtest", "ytest"},
                                                        {"testX", "testY"},
                                                        {"test_images", "test_labels"},
                                                        {"images_test", "labels_test"},
                                                        {"test_data", "test_label"},
                                                        {"x_valid", "y_valid"},
                                                        {"valid_x", "valid_y"},
                                                        {"X_dev", "y_dev"},
                                                        {"testing_images", "testing_labels"},
                                                        {"test_set_x", "test_set_y"},
                                                        {"validation_set_x", "validation_set_y"}}) {
    write_pair(images, labels);
    const auto files = find_numpy_files(folder_.path());
    ASSERT_TRUE(files && files->test) << images;
    EXPECT_EQ(files->test->images, images + ".npy");
    EXPECT_EQ(load(Part::test).labels, std::vector<int>{3}) << images;
    remove_all();
  }
  for (const auto& [images, labels] : std::vector<std::pair<std::string, std::string>>{{"x", "y"},
                                                                                       {"X", "Y"},
                                                                                       {"X", "y"},
                                                                                       {"images", "labels"},
                                                                                       {"Images", "Labels"},
                                                                                       {"image", "label"},
                                                                                       {"data", "label"},
                                                                                       {"data", "targets"},
                                                                                       {"arr_0", "arr_1"},
                                                                                       {"imgs", "labels"},
                                                                                       {"inputs", "targets"},
                                                                                       {"X", "labels"}}) {
    write_pair(images, labels);
    const auto files = find_numpy_files(folder_.path());
    ASSERT_TRUE(files && files->whole) << images;
    EXPECT_EQ(files->whole->images, images + ".npy");
    remove_all();
  }
  write_pair("arr_0", "arr_1");
  write_pair("arr_2", "arr_3");
  EXPECT_EQ(load().notes, std::vector<std::string>{"arr_0 and arr_1 are read, not arr_2 and arr_3"});
  remove_all();
  write_pair("training_images", "training_labels");
  EXPECT_EQ(load(Part::train).labels, std::vector<int>{3});
  write_pair("x_test", "y_test");
  write_pair("testing_images", "testing_labels");
  EXPECT_EQ(load().size(), 2) << "one test part";
  EXPECT_EQ(load().notes.size(), 1u);
}

TEST_F(NumpyFolder, NamesLabelsThatAreNotRead) {
  write("x.npy", npy_text<std::uint8_t>("|u1", {1, 1, 1}, {7}));
  write("y.npy", npy_text<std::int64_t>("<i8", {1}, {3}));
  write("labels.npy", npy_text<std::int64_t>("<i8", {1}, {4}));
  EXPECT_EQ(load().labels, std::vector<int>{3});
  EXPECT_EQ(load().notes, std::vector<std::string>{"x and y are read, not x and labels"});
  write("images.npy", npy_text<std::uint8_t>("|u1", {1, 1, 1}, {7}));
  EXPECT_EQ(load().notes, std::vector<std::string>{"x and y are read, not images and labels"});
}

// Arrays beside class folders, such as features of a network, may be derived from the images in these.
TEST_F(NumpyFolder, WithSubFoldersReadsOnlyTheCommonestNames) {
  std::filesystem::create_directory(folder_ / "cats");
  write("features.npy", npy_text<std::uint8_t>("|u1", {1, 1, 1}, {7}));
  write("labels.npy", npy_text<std::int64_t>("<i8", {1}, {3}));
  EXPECT_FALSE(find_numpy_files(folder_.path()));
  write("images.npy", npy_text<std::uint8_t>("|u1", {1, 1, 1}, {7}));
  EXPECT_EQ(find_numpy_files(folder_.path())->whole->images, "images.npy");
}

// Two parts by their names are no choice.
TEST_F(NumpyFolder, HasNoNoteOnOtherParts) {
  for (const char* part : {"train", "test", "val"}) {
    write(fmt::format("x_{}.npy", part), npy_text<std::uint8_t>("|u1", {1, 1, 1}, {7}));
    write(fmt::format("y_{}.npy", part), npy_text<std::int64_t>("<i8", {1}, {3}));
  }
  for (const Part part : {Part::train, Part::test, Part::all}) EXPECT_TRUE(load(part).notes.empty());
}

TEST_F(NumpyFolder, NamesTheMissingPart) {
  write("x_test.npy", npy_text<std::uint8_t>("|u1", {1, 1, 1}, {7}));
  write("y_test.npy", npy_text<std::int64_t>("<i8", {1}, {3}));
  expect_input_error([&] { load(Part::train); }, "no train part", "; it has x_test.npy, y_test.npy");
  std::filesystem::rename(folder_ / "x_test.npy", folder_ / "x_train.npy");
  std::filesystem::rename(folder_ / "y_test.npy", folder_ / "y_train.npy");
  expect_input_error([&] { load(Part::test); }, "no test part", "; it has x_train.npy, y_train.npy");
}

TEST_F(NumpyFolder, FindsTheLabelsOfOneFile) {
  const std::string image = npy_text<std::uint8_t>("|u1", {1, 1, 1}, {7});
  write("fog.npy", image);
  expect_input_error([&] { find_numpy_files(folder_ / "fog.npy"); }, "fog.npy", "labels.npy");
  write("labels.npy", npy_text<std::int64_t>("<i8", {1}, {3}));
  EXPECT_EQ(load_numpy_files(*find_numpy_files(folder_ / "fog.npy"), Part::all).labels, std::vector<int>{3});
  write("v6_data.npy", image);
  write("v6_labels.npy", npy_text<std::int64_t>("<i8", {1}, {4}));
  write("Inputs_v7.npy", image);
  write("targets_v7.npy", npy_text<std::int64_t>("<i8", {1}, {5}));
  EXPECT_EQ(load_numpy_files(*find_numpy_files(folder_ / "Inputs_v7.npy"), Part::all).labels,
            std::vector<int>{5});
  EXPECT_EQ(load_numpy_files(*find_numpy_files(folder_ / "v6_data.npy"), Part::all).labels,
            std::vector<int>{4});
}

TEST_F(NumpyFolder, ReadsFloatsOfBothScales) {
  write("y.npy", npy_text<std::uint8_t>("|u1", {2, 1}, {0, 1}));
  std::vector<float> shares;
  std::vector<double> levels;
  for (const int level : {0, 1, 128, 254, 255, 77, 76, 3}) {
    shares.push_back(static_cast<float>(level) / 255);
    levels.push_back(level);
  }
  write("x.npy", npy_text("<f4", {2, 1, 2, 2}, shares));
  const ImageDataset found = load();
  EXPECT_EQ(found.pixels, (std::vector<std::uint8_t>{0, 1, 128, 254, 255, 77, 76, 3}));
  write("x.npy", npy_text("<f8", {2, 1, 2, 2}, levels));
  EXPECT_EQ(load().pixels, found.pixels);
}

TEST_F(NumpyFolder, ReadsFloatsOf16Bits) {
  write("y.npy", npy_text<std::uint16_t>("<f2", {2}, {0, 0x4200}));
  // 0, 1/255, 128/255, 254/255; 1, 77/255, 76/255, 3/255
  write("x.npy", npy_text<std::uint16_t>("<f2", {2, 1, 2, 2},
                                         {0, 0x1c04, 0x3804, 0x3bf8, 0x3c00, 0x34d5, 0x34c5, 0x2206}));
  EXPECT_EQ(load().pixels, (std::vector<std::uint8_t>{0, 1, 128, 254, 255, 77, 76, 3}));
  EXPECT_EQ(load().labels, (std::vector<int>{0, 3}));
  write("x.npy", npy_text<std::uint16_t>("<f2", {2, 1, 1}, {0x5bf8, 0x7e00}));  // 255, NaN
  expect_refused("x.npy", "image 1");
}

TEST_F(NumpyFolder, ReadsOneHotLabels) {
  write("x.npy", npy_text<std::uint8_t>("|u1", {3, 1, 1}, {0, 1, 2}));
  write("y.npy", npy_text<float>("<f4", {3, 4}, {0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(load().labels, (std::vector<int>{2, 0, 3}));
}

TEST_F(NumpyFolder, ReadsTrueAsWhite) {
  write("y.npy", npy_text<std::uint8_t>("|u1", {2, 1}, {0, 1}));
  write("x.npy", npy_text<std::uint8_t>("|b1", {2, 1, 2, 2}, {0, 1, 1, 0, 1, 1, 0, 0}));
  EXPECT_EQ(load().pixels, (std::vector<std::uint8_t>{0, 255, 255, 0, 255, 255, 0, 0}));
}

// As levels 0 and 1 of 255, they would both be black.
TEST_F(NumpyFolder, RefusesWholeNumbersUpToOne) {
  write("y.npy", npy_text<std::uint8_t>("|u1", {2, 1}, {0, 1}));
  write("x.npy", npy_text<std::uint8_t>("|u1", {2, 1, 2, 2}, {0, 1, 1, 0, 1, 1, 0, 0}));
  expect_refused("x.npy", "whole numbers up to 1 alone");
}

TEST_F(NumpyFolder, RefusesInvalidImagesAndLabels) {
  write("y.npy", npy_text<std::uint8_t>("|u1", {2}, {0, 1}));
  write("x.npy", npy_text<float>("<f4", {2, 1, 1}, {0.5F, 1}));
  expect_refused("x.npy", "image 0 has the value 0.5");
  write("x.npy", npy_text<float>("<f4", {2, 1, 1}, {-1, 1}));
  expect_refused("x.npy", "value -1");
  write("x.npy", npy_text<float>("<f4", {2, 1, 1}, {0, std::numeric_limits<float>::quiet_NaN()}));
  expect_refused("x.npy", "image 1");
  write("x.npy", npy_text<std::int16_t>("<i2", {2, 1, 1}, {0, 256}));
  expect_refused("x.npy", "value 256");
  write("x.npy", npy_text<std::uint8_t>("|u1", {2, 4}, {0, 1, 2, 3, 4, 5, 6, 7}));
  expect_refused("x.npy", "of shape (2, 4)");
  write("x.npy", npy_text<std::uint8_t>("|u1", {1, 2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7}));
  expect_refused("x.npy", "of shape (1, 2, 2, 2)");
  write("x.npy", npy_text<std::uint8_t>("|u1", {3, 1, 1}, {0, 1, 2}));
  expect_refused("y.npy", "2 values, expected a label for each of 3");
  write("x.npy", npy_text<std::uint8_t>("|u1", {2, 1, 1}, {0, 9}));
  write("y.npy", npy_text<float>("<f4", {2}, {0, 1.5F}));
  expect_refused("y.npy", "label 1.5 of image 1");
  write("y.npy", npy_text<std::int8_t>("|i1", {2}, {0, -1}));
  expect_refused("y.npy", "label -1");
  write("y.npy", npy_text<float>("<c8", {1}, {0, 1}));
  expect_refused("y.npy", "element type <c8");
  write("y.npy", npy_text<std::uint8_t>("|u1", {2, 3}, {0, 1, 0, 1, 0, 1}));
  expect_refused("y.npy", "row 1 of 3 values is not one-hot");
}

TEST_F(NumpyFolder, PartsMustHaveImagesOfOneSize) {
  for (const char* part : {"train", "test"}) {
    const int side = part[1] == 'r' ? 1 : 2;
    write(fmt::format("x_{}.npy", part),
          npy_text<std::uint8_t>("|u1", {1, side, 1},
                                 std::vector<std::uint8_t>(static_cast<std::size_t>(side), 7)));
    write(fmt::format("y_{}.npy", part), npy_text<std::uint8_t>("|u1", {1}, {0}));
  }
  expect_refused("x_test.npy", "images of 1x2x1, expected 1x1x1");
  EXPECT_EQ(load(Part::test).size(), 1);
}

TEST(NumpyArchive, WithoutImagesIsRefused) {
  const testing::TemporaryFolder folder;
  testing::write_zip(folder / "a.npz", {{"weights.npy", npy_text<std::uint8_t>("|u1", {1}, {0})}});
  expect_input_error([&] { find_numpy_files(folder / "a.npz"); }, "a.npz", "x_test", "; it has weights.npy");
}

TEST_F(NumpyFolder, LabelsMayBeTextsThatAreNumbers) {
  write("images.npy", npy_text<std::uint8_t>("|u1", {4, 1, 1}, {1, 2, 3, 4}));
  write("labels.npy", npy_header("|S2", {4}) + std::string("0\0001\000102\0", 8));
  EXPECT_EQ(load().labels, (std::vector<int>{0, 1, 10, 2})) << "not their places in the order of texts";
  write("labels.npy", npy_text<std::uint32_t>("<U2", {4}, {'0', 0, '1', 0, '1', '0', '2', 0}));
  EXPECT_EQ(load().labels, (std::vector<int>{0, 1, 10, 2}));
  write("labels.npy", npy_text<std::uint32_t>("<U2", {4}, {'0', 0, '1', 0, 'a', 'b', '2', 0}));
  expect_refused("labels.npy", "label 'ab' of image 2, expected the number of a class");
  write("labels.npy", npy_text<std::uint32_t>("<U2", {4}, {'0', 0, '-', '1', '1', 0, '2', 0}));
  expect_refused("labels.npy", "label -1 of image 1");
  write("images.npy", npy_header("|S2", {4, 1, 1}) + std::string(8, '1'));
  expect_refused("images.npy", "element type |S2");
}

// The first images of a sorted train part all have the same class.
TEST_F(NumpyFolder, ARangeOfASortedTrainPartHasAllClasses) {
  std::vector<std::uint8_t> pixels;
  std::vector<std::int64_t> labels;
  for (int i = 0; i < 40; ++i) {
    pixels.push_back(static_cast<std::uint8_t>(i));
    labels.push_back(i / 10);
  }
  for (const char* const part : {"train", "test"}) {
    write(fmt::format("x_{}.npy", part), npy_text<std::uint8_t>("|u1", {40, 1, 1}, pixels));
    write(fmt::format("y_{}.npy", part), npy_text<std::int64_t>("<i8", {40}, labels));
  }
  const std::string path = folder_.path().string();
  EXPECT_EQ(load_dataset(path + ":train=0-7", Part::train).labels,
            (std::vector<int>{0, 1, 2, 3, 0, 1, 2, 3}));
  EXPECT_EQ(load_dataset(path + ":train=8-11", Part::train).records, (std::vector<int>{2, 12, 22, 32}));
  EXPECT_EQ(load_dataset(path, Part::train).records[1], 1) << "whole parts are as in the file";
}

}  // namespace
}  // namespace bora::data
