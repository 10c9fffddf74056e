#include "data/images/image_files.h"

#include <gtest/gtest.h>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

#include "data/files/split.h"
#include "data/images/image_io.h"
#include "data/samples.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::expect_input_error;
using testing::write_text;

class ImageFiles : public ::testing::Test {
 protected:
  void write(const std::string& name, const ImageShape& shape = {1, 2, 2}) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    write_png(folder_ / name, std::vector<std::uint8_t>(shape.size(), 9), shape);
  }
  ImageDataset list(const std::string& text) const {
    write_text(folder_ / "labels.csv", text);
    return load_labelled_files(folder_.path(), Part::test);
  }
  testing::TemporaryFolder folder_;
};

TEST_F(ImageFiles, BecomeRgbIfAnyIs) {
  write("a/1.png");
  write("b/1.png");
  EXPECT_EQ(load_image_folder(folder_.path()).shape, (ImageShape{1, 2, 2}));
  write("b/2.png", {3, 2, 2});
  const ImageDataset dataset = load_image_folder(folder_.path());
  EXPECT_EQ(dataset.shape, (ImageShape{3, 2, 2}));
  EXPECT_EQ(dataset.pixels, std::vector<std::uint8_t>(36, 9));
}

TEST(NumericOrder, SortsByTheNumbersInNames) {
  EXPECT_EQ(numeric_order({"0", "1", "10", "11", "2"}), (std::vector<int>{0, 1, 3, 4, 2}));
  EXPECT_EQ(numeric_order({"class_1", "class_10", "class_9"}), (std::vector<int>{0, 2, 1}));
  EXPECT_EQ(numeric_order({"0_cat", "10_dog", "1_fox", "2 eel"}), (std::vector<int>{0, 3, 1, 2}));
  EXPECT_EQ(numeric_order({"c1.fox", "c10.dog", "c2.eel"}), (std::vector<int>{0, 2, 1}));
  EXPECT_EQ(numeric_order({"v2_1", "v2_10", "v2_9"}), (std::vector<int>{0, 2, 1}));
  EXPECT_TRUE(numeric_order({"n01440764", "n01443537"}).empty());
  EXPECT_TRUE(numeric_order({"0", "1", "2"}).empty()) << "both orders are one";
  EXPECT_TRUE(numeric_order({"00", "01", "10"}).empty());
  EXPECT_TRUE(numeric_order({"1", "10", "2", "cat"}).empty());
  EXPECT_TRUE(numeric_order({"a1", "a10", "b2"}).empty());
  EXPECT_TRUE(numeric_order({}).empty());
}

TEST_F(ImageFiles, MustBeOfOneSize) {
  write("a/1.png");
  write("a/2.png", {3, 2, 2});
  write("b/1.png", {1, 2, 3});
  write("b/2.png", {1, 9, 9});
  expect_input_error(
      [&] { load_image_folder(folder_.path()); }, "b/1.png", "a/1.png",
      "2 high and 3 wide, expected 2 and 2 as in a/1.png; resize and crop them to one size, as "
      "bo-attack does with --resize N --crop N");
}

TEST_F(ImageFiles, AreReadFromTheFolderOfTheirPart) {
  for (const char* name :
       {"train/cat/1.png", "train/cat/2.png", "train/dog/1.png", "test/dog/3.png", "test/eel/4.png"})
    write(name);
  ASSERT_TRUE(is_split_folder(folder_.path()));
  const ImageDataset train = load_split_folder(folder_.path(), Part::train);
  EXPECT_EQ(train.class_names, (std::vector<std::string>{"cat", "dog", "eel"})) << "of both parts";
  EXPECT_EQ(train.labels, (std::vector<int>{0, 0, 1}));
  const ImageDataset test = load_split_folder(folder_.path(), Part::test);
  EXPECT_EQ(test.class_names, train.class_names);
  EXPECT_EQ(test.labels, (std::vector<int>{1, 2}));
  EXPECT_EQ(test.names, (std::vector<std::string>{"test/dog/3.png", "test/eel/4.png"}));
  EXPECT_EQ(load_split_folder(folder_.path(), Part::all).size(), 5);
  EXPECT_EQ(load_dataset(folder_.path().string(), Part::test).names, test.names);
  EXPECT_FALSE(parts_are_drawn(folder_.path().string()));
}

TEST_F(ImageFiles, OfAllPartsIncludeThoseForValidation) {
  for (const char* name : {"train/cat/1.png", "val/dog/2.png", "val/eel/3.png", "test/dog/4.png"})
    write(name);
  const ImageDataset all = load_split_folder(folder_.path(), Part::all);
  EXPECT_EQ(all.names, (std::vector<std::string>{"train/cat/1.png", "test/dog/4.png", "val/dog/2.png",
                                                 "val/eel/3.png"}));
  EXPECT_EQ(all.labels, (std::vector<int>{0, 1, 1, 2}));
  const ImageDataset test = load_split_folder(folder_.path(), Part::test);
  EXPECT_EQ(test.names, (std::vector<std::string>{"test/dog/4.png"}));
  EXPECT_EQ(test.class_names, all.class_names) << "parts number the classes alike";
}

TEST_F(ImageFiles, MayLieDeeperInTheFolderOfTheirClass) {
  for (const char* name :
       {"cat/b/2.png", "cat/1.png", "cat/b/a/3.png", "cat/b-a/4.png", "dog/x/y/5.png", "cat/.hidden/6.png"})
    write(name);
  const ImageDataset dataset = load_image_folder(folder_.path());
  EXPECT_EQ(dataset.names, (std::vector<std::string>{"cat/1.png", "cat/b/2.png", "cat/b-a/4.png",
                                                     "cat/b/a/3.png", "dog/x/y/5.png"}))
      << "in the order of torchvision's ImageFolder";
  EXPECT_EQ(dataset.labels, (std::vector<int>{0, 0, 0, 0, 1}));
  EXPECT_TRUE(dataset.notes.empty());
  std::filesystem::create_directory_symlink("..", folder_ / "cat/b/up");
  expect_input_error([&] { load_image_folder(folder_.path()); }, "cat/b/up/b/up", "expected directories of");
}

TEST_F(ImageFiles, WithOtherNamesAreCounted) {
  write("a/1.png");
  write("b/1.png");
  std::filesystem::create_directory(folder_ / "b/x");
  write_text(folder_ / "b/x/2.gif", "");
  EXPECT_EQ(load_image_folder(folder_.path()).notes,
            std::vector<std::string>{"1 file left out, not named as an image: b/x/2.gif"});
  write_text(folder_ / "a/Thumbs.db", "");
  write_text(folder_ / "a/.DS_Store", "");
  const ImageDataset dataset = load_image_folder(folder_.path());
  EXPECT_EQ(dataset.notes,
            std::vector<std::string>{"2 files left out, not named as an image: a/Thumbs.db, ..."});
  EXPECT_EQ(select(dataset, std::vector<int>{0}).notes, dataset.notes);
}

TEST_F(ImageFiles, MayLackAPart) {
  write("val/cat/1.png");
  EXPECT_EQ(load_split_folder(folder_.path(), Part::test).size(), 1);
  expect_input_error([&] { load_split_folder(folder_.path(), Part::train); }, "no train part: val is all");
  std::filesystem::rename(folder_ / "val", folder_ / "train");
  EXPECT_EQ(load_split_folder(folder_.path(), Part::all).size(), 1);
  expect_input_error([&] { load_split_folder(folder_.path(), Part::test); }, "no test part",
                     "such as test, val or validation beside train;");
}

TEST_F(ImageFiles, MayHaveClassesNamedLikeParts) {
  write("train/1.png");
  write("plane/1.png");
  EXPECT_FALSE(is_split_folder(folder_.path()));
  EXPECT_TRUE(parts_are_drawn(folder_.path().string()));
  EXPECT_EQ(load_dataset(folder_.path().string(), Part::all).class_names,
            (std::vector<std::string>{"plane", "train"}));
  write("train/express/1.png");
  EXPECT_FALSE(is_split_folder(folder_.path())) << "plane is no part";
  const ImageDataset dataset = load_image_folder(folder_.path());
  EXPECT_EQ(dataset.labels, (std::vector<int>{0, 1, 1}));
  EXPECT_TRUE(dataset.warnings.empty()) << "no class is named like a test part";
}

TEST_F(ImageFiles, AreReadFromPartsOfUsualNames) {
  const std::vector<std::string> of_train = {"train",    "Train",     "TRAIN",
                                             "training", "train_set", "training_set"};
  const std::vector<std::string> of_test = {"test", "Test", "Testing", "test_set", "testing_set"};
  const std::vector<std::string> of_validation = {"val", "valid", "Validation", "validation_set",
                                                  "dev", "Eval"};
  for (std::size_t i = 0; i < of_validation.size(); ++i) {
    const std::string train = of_train[i], test = of_test[i % of_test.size()], validation = of_validation[i];
    for (const auto& part : {train, test, validation})
      for (const char* name : {"/cat/1.png", "/dog/1.png"}) write(part + name);
    const auto names_of = [&](Part part) { return load_dataset(folder_.path().string(), part).names; };
    const auto files = [](const std::string& part) {
      return std::vector<std::string>{part + "/cat/1.png", part + "/dog/1.png"};
    };
    EXPECT_EQ(load_dataset(folder_.path().string(), Part::test).class_names,
              (std::vector<std::string>{"cat", "dog"}))
        << train;
    EXPECT_FALSE(parts_are_drawn(folder_.path().string())) << train;
    EXPECT_EQ(names_of(Part::train), files(train));
    EXPECT_EQ(names_of(Part::test), files(test));
    EXPECT_EQ(names_of(Part::all)[2], test + "/cat/1.png");
    EXPECT_EQ(names_of(Part::all)[4], validation + "/cat/1.png");
    std::filesystem::remove_all(folder_ / test);
    EXPECT_EQ(names_of(Part::test), files(validation)) << "without a test part";
    for (const auto& part : {train, validation}) std::filesystem::remove_all(folder_ / part);
  }
}

TEST_F(ImageFiles, OfPartsBesideOtherFoldersAreRefused) {
  for (const char* name : {"Train/cat/1.png", "Train/dog/1.png", "test/cat/2.png", "masks/cat/1.png"})
    write(name);
  expect_input_error([&] { load_dataset(folder_.path().string(), Part::test); },
                     "has parts with a folder for each class (Train, test) beside folders that are no such "
                     "parts (masks): move the latter away, give",
                     "--data, such as " + (folder_ / "Train").string());
  std::filesystem::remove_all(folder_ / "masks");
  std::filesystem::remove_all(folder_ / "test");
  write("test/1.png");
  expect_input_error([&] { load_dataset(folder_.path().string(), Part::test); }, "(Train)", "(test)");
  for (const char* name : {"a", "b", "c", "d", "e"}) write(std::string(name) + "/1.png");
  expect_input_error([&] { load_dataset(folder_.path().string(), Part::test); }, "(a, b, c, d, e, ...)");
}

TEST_F(ImageFiles, OfTwoPartsOfAKindAreRefused) {
  for (const char* name : {"train/cat/1.png", "Training/cat/2.png", "test/cat/3.png"}) write(name);
  for (const Part part : {Part::train, Part::test, Part::all})
    expect_input_error([&] { load_dataset(folder_.path().string(), part); },
                       "Training and train are named like the same part of the data, expected one of them",
                       "such as " + (folder_ / "Training").string());
}

TEST_F(ImageFiles, OfClassesNamedLikeTwoPartsGetAWarning) {
  write("Train/1.png");
  write("plane/1.png");
  for (const char* other : {"Testing", "val"}) {
    write(std::string(other) + "/1.png");
    const ImageDataset dataset = load_dataset(folder_.path().string(), Part::all);
    EXPECT_EQ(dataset.classes, 3);
    ASSERT_EQ(dataset.warnings.size(), 1u);
    EXPECT_TRUE(dataset.warnings[0].starts_with(std::string("the folders Train and ") + other +
                                                " are taken as classes: "))
        << dataset.warnings[0];
    std::filesystem::remove_all(folder_ / other);
  }
}

TEST_F(ImageFiles, LeaveNoClassEmpty) {
  expect_input_error([&] { load_image_folder(folder_.path()); }, "no sub-directories");
  write("a/1.png");
  std::filesystem::create_directory(folder_ / "b");
  write_text(folder_ / "b/notes.txt", "");
  expect_input_error([&] { load_image_folder(folder_.path()); }, "/b: holds no images",
                     "; 1 file not named as an image: b/notes.txt; remove");
}

TEST_F(ImageFiles, OfFormatsThatAreNotReadAreNamed) {
  write("a/1.png");
  std::filesystem::create_directory(folder_ / "b");
  write_text(folder_ / "b/1.gif", "");
  expect_input_error([&] { load_image_folder(folder_.path()); }, "/b: holds no images",
                     "GIF files such as b/1.gif");
  write("b/2.png");
  write_text(folder_ / "b/3.HEIC", "");
  const ImageDataset dataset = load_image_folder(folder_.path());
  ASSERT_EQ(dataset.warnings.size(), 1u);
  EXPECT_TRUE(dataset.warnings[0].starts_with(
      "2 of 4 files have an image format that is not read, such as b/1.gif (GIF): "))
      << dataset.warnings[0];
}

TEST_F(ImageFiles, RotatedOnesAndFurtherPagesGetAWarning) {
  write("a/1.png");
  write("b/1.png");
  EXPECT_TRUE(load_image_folder(folder_.path()).warnings.empty());
  // A chunk after the header (8 bytes of signature, 25 of IHDR), whose EXIF data state the orientation 6.
  testing::Bytes bytes = testing::read_bytes(folder_ / "b/1.png");
  const testing::Bytes exif = {0, 0, 0, 26, 'e', 'X', 'I', 'f', 'I',  'I',  42,   0,   8,
                               0, 0, 0, 1,  0,   18,  1,   3,   0,    1,    0,    0,   0,
                               6, 0, 0, 0,  0,   0,   0,   0,   0xb7, 0x48, 0x11, 0x29};
  bytes.insert(bytes.begin() + 33, exif.begin(), exif.end());
  testing::write_bytes(folder_ / "b/1.png", bytes);
  const ImageDataset turned = load_image_folder(folder_.path());
  ASSERT_EQ(turned.warnings.size(), 1u);
  EXPECT_TRUE(
      turned.warnings[0].starts_with("1 of 2 files has an EXIF orientation other than 1, such as b/1.png: "))
      << turned.warnings[0];
  EXPECT_EQ(select(turned, std::vector<int>{0}).warnings, turned.warnings);

  const std::vector<cv::Mat> pages(3, cv::Mat(2, 2, CV_8UC1, cv::Scalar(9)));
  ASSERT_TRUE(cv::imwrite((folder_ / "a/1.tiff").string(), pages));
  write("b/1.png");
  const ImageDataset several = load_image_folder(folder_.path());
  ASSERT_EQ(several.warnings.size(), 1u);
  EXPECT_TRUE(several.warnings[0].starts_with("1 of 3 files has several pages or frames, such as a/1.tiff: "))
      << several.warnings[0];
}

TEST_F(ImageFiles, ThatAreNotListedAreCounted) {
  write("a.png");
  write("more/b.png");
  write("more/c.jfif");
  write_text(folder_ / "read.me", "");
  EXPECT_EQ(list("file,label\n./a.png,1\n").notes,
            std::vector<std::string>{"2 files left out, not listed in labels.csv: more/b.png, ..."});
  EXPECT_TRUE(list("file,label\na.png,1\nmore/b.png,1\nmore/c.jfif,1\n").notes.empty());
}

TEST_F(ImageFiles, ListedMayHaveParts) {
  for (const char* name : {"a.png", "b.png", "c.png", "d.png"}) write(name);
  write_text(folder_ / "labels.csv",
             "split,file,label\ntrain,a.png,3\n Val ,b.png,2\ntest,c.png,1\nTraining,d.png,0\n");
  const auto load = [&](Part part) { return load_dataset(folder_.path().string(), part); };
  EXPECT_EQ(load(Part::test).names, std::vector<std::string>{"c.png"});
  EXPECT_EQ(load(Part::test).notes,
            std::vector<std::string>{"1 of 4 files are the test part, by the column split of labels.csv"});
  EXPECT_EQ(load(Part::train).labels, (std::vector<int>{3, 0}));
  EXPECT_EQ(load(Part::all).labels, (std::vector<int>{3, 2, 1, 0}));
  EXPECT_TRUE(load(Part::all).notes.empty());
  EXPECT_FALSE(parts_are_drawn(folder_.path().string()));
  EXPECT_EQ(list("file,label,split\na.png,3,train\nb.png,2,val\n").names, std::vector<std::string>{"b.png"})
      << "the part for validation is the test part if there is none";
}

TEST_F(ImageFiles, UnreadableOnesAreNamed) {
  write("a/1.png");
  write_text(folder_ / "a/2.jpg", "no image");
  expect_input_error([&] { load_image_folder(folder_.path()); }, "a/2.jpg", "cannot be decoded");
}

// Data that were moved or not fetched leave such links behind.
TEST_F(ImageFiles, BrokenLinksAreNamed) {
  write("a/1.png");
  write("b/1.png");
  for (const char* link : {"b/2.png", "b/more", "c"}) {
    std::filesystem::create_symlink("absent", folder_ / link);
    expect_input_error([&] { load_image_folder(folder_.path()); }, std::string("/") + link,
                       "is a link to 'absent', which does not exist");
    std::filesystem::remove(folder_ / link);
  }
  std::filesystem::create_symlink("absent", folder_ / "b/.hidden.png");
  std::filesystem::create_symlink("1.png", folder_ / "b/2.png");
  EXPECT_EQ(load_image_folder(folder_.path()).size(), 3);
  write("test/a/1.png");
  std::filesystem::create_symlink("absent", folder_ / "test/b");
  expect_input_error([&] { load_split_folder(folder_.path(), Part::test); }, "test/b");
}

}  // namespace
}  // namespace bora::data
