#include "data/images/class_map.h"

#include <gtest/gtest.h>

#include "data/images/load.h"
#include "data/samples.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::expect_input_error;

ImageDataset four_images() {
  ImageDataset dataset;
  dataset.shape = {1, 1, 1};
  dataset.pixels = {10, 20, 30, 40};
  dataset.labels = {0, 1, 2, 1};
  dataset.classes = 3;
  dataset.class_names = {"cat", "dog", "tench, fish"};
  dataset.records = {0, 1, 2, 3};
  dataset.source = "pets";
  return dataset;
}

class ClassMap : public ::testing::Test {
 protected:
  ImageDataset map(const std::string& csv, const ImageDataset& dataset = four_images()) const {
    testing::write_text(folder_ / "map.csv", csv);
    return with_class_map(dataset, folder_ / "map.csv");
  }
  void expect_refused(const std::string& csv, const std::string& where, const std::string& what) const {
    expect_input_error([&] { map(csv); }, where, what);
  }
  testing::TemporaryFolder folder_;
};

TEST_F(ClassMap, GivesTheModelsClasses) {
  const ImageDataset found = map("label,class\ncat,281\ndog,2\n\"tench, fish\",0\n");
  EXPECT_EQ(found.labels, (std::vector<int>{281, 2, 0, 2}));
  EXPECT_EQ(found.pixels, four_images().pixels);
  EXPECT_EQ(found.class_name(281), "cat");
  EXPECT_EQ(found.class_name(1), "class 1");
  EXPECT_EQ(found.classes, 0);
  EXPECT_NO_THROW(check(found));
}

TEST_F(ClassMap, LeavesOutClassesThatTheModelDoesNotHave) {
  const ImageDataset found = map("label,class\ncat,1\ndog,\n\"tench, fish\",0\n");
  EXPECT_EQ(found.labels, (std::vector<int>{1, 0}));
  EXPECT_EQ(found.pixels, (std::vector<std::uint8_t>{10, 30}));
  EXPECT_EQ(found.records, (std::vector<int>{0, 2}));
  expect_refused("label,class\ncat,\ndog,\n\"tench, fish\",\n", "map.csv", "every class");
}

TEST_F(ClassMap, JoinsLabelsAndUsesNumbersIfThereAreNoNames) {
  EXPECT_EQ(map("label,class\ncat,1\ndog,1\n\"tench, fish\",0\n").class_name(1), "cat/dog");
  ImageDataset numbers = four_images();
  numbers.class_names.clear();
  numbers.classes = 0;
  numbers.labels[0] = -1;  // an unknown class, which stays unknown
  const ImageDataset found = map("class,label\n7,1\n8,2\n", numbers);
  EXPECT_EQ(found.labels, (std::vector<int>{-1, 7, 8, 7}));
  EXPECT_EQ(found.class_name(7), "class 7");
  ImageDataset unnamed = four_images();  // a label behind those with names
  unnamed.classes = 0;
  unnamed.labels[0] = 3;
  EXPECT_EQ(map("label,class\n3,9\ndog,1\n\"tench, fish\",0\n", unnamed).labels,
            (std::vector<int>{9, 1, 0, 1}));
}

TEST_F(ClassMap, RefusesInvalidMaps) {
  expect_refused("label,number\ncat,1\n", "map.csv:1", "no column 'class' in the header 'label,number'");
  expect_refused("label,class\ncat,1\ndogs,1\n", "map.csv:3", "did you mean 'dog'?");
  expect_refused("label,class\ncat,1\ncat,2\n", "map.csv:3", "occurs twice");
  expect_refused("label,class\ncat,one\n", "map.csv:2", "class 'one'");
  expect_refused("label,class\ncat,-1\n", "map.csv:2", "class '-1'");
  expect_refused("label,class\ncat,1\ndog,2\n", "map.csv", "no line for the class 'tench, fish' of pets");
  expect_input_error([&] { with_class_map(four_images(), folder_ / "absent.csv"); }, "absent.csv");
}

TEST_F(ClassMap, SaysIfItsColumnsSeemToBeExchanged) {
  expect_refused("label,class\n281,cat\n2,dog\n", "map.csv:2",
                 "'cat' is one: the columns seem to be exchanged");
}

TEST_F(ClassMap, NamesTheLineOfAClassThatTheModelLacks) {
  const ImageDataset found = map("label,class\ncat,1\ndog,10\n\"tench, fish\",0\n");
  EXPECT_NO_THROW(check_class_map(folder_ / "map.csv", found.labels, 11));
  EXPECT_NO_THROW(check_class_map(folder_ / "map.csv", std::vector<int>{0, 1}, 10)) << "no image has it";
  expect_input_error([&] { check_class_map(folder_ / "map.csv", found.labels, 10); }, "map.csv:3",
                     "gives label 'dog' the class 10, but the model has 10 classes, 0 to 9");
}

TEST_F(ClassMap, IsAppliedByLoadDataset) {
  for (const char* name : {"cat", "dog"}) {
    std::filesystem::create_directory(folder_ / name);
    write_png(folder_ / name / "1.png", std::vector<std::uint8_t>{9}, {1, 1, 1});
  }
  testing::write_text(folder_ / "map.csv", "label,class\ncat,5\ndog,3\n");
  Preparation preparation;
  preparation.class_map = (folder_ / "map.csv").string();
  const ImageDataset found = load_dataset(folder_.path().string(), Part::all, {}, preparation);
  EXPECT_EQ(found.labels, (std::vector<int>{5, 3}));
}

}  // namespace
}  // namespace bora::data
