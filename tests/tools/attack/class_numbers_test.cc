#include "tools/attack/session/class_numbers.h"

#include <gtest/gtest.h>

#include "data/graphs/graph.h"
#include "data/images/dataset.h"
#include "support/input_error.h"

namespace bora::tools {
namespace {

ImageDataset named(std::vector<std::string> names, std::vector<int> labels) {
  ImageDataset data;
  data.source = "pets";
  data.classes = static_cast<int>(names.size());
  data.class_names = std::move(names);
  data.labels = std::move(labels);
  return data;
}

const std::vector<std::string> kNames = {"bird", "cat", "dog"};

TEST(ClassNumbers, AreThoseOfTheModelsClassesOfTheSameNames) {
  ImageDataset some = named({"cat", "dog"}, {0, 1, -1, 1});
  EXPECT_TRUE(number_classes_as(kNames, some));
  EXPECT_EQ(some.labels, (std::vector<int>{1, 2, -1, 2}));
  EXPECT_EQ(some.class_names, kNames);
  EXPECT_EQ(some.classes, 3);
  ImageDataset other_order = named({"dog", "cat", "bird"}, {0, 1, 2});
  EXPECT_TRUE(number_classes_as(kNames, other_order));
  EXPECT_EQ(other_order.labels, (std::vector<int>{2, 1, 0}));
}

TEST(ClassNumbers, StayWhereNamesSayNothing) {
  for (const auto& names : {kNames, std::vector<std::string>(), std::vector<std::string>{"0", "1", "2"}}) {
    ImageDataset data = named(names, {0, 1});
    EXPECT_FALSE(number_classes_as(kNames, data));
    EXPECT_EQ(data.labels, (std::vector<int>{0, 1}));
  }
  ImageDataset data = named({"cat"}, {0});
  EXPECT_FALSE(number_classes_as({}, data));
}

TEST(ClassNumbers, RefuseAClassThatTheModelLacks) {
  ImageDataset data = named({"cat", "cow"}, {0, 1});
  testing::expect_input_error([&] { number_classes_as(kNames, data); }, "pets", "'cow'", "bird, cat, dog");
  data.labels = {0, 0};
  EXPECT_TRUE(number_classes_as(kNames, data)) << "no image is of it";
}

GraphDataset graphs(std::vector<std::string> names, std::vector<int> labels) {
  GraphDataset data;
  data.source = "MUTAG";
  data.classes = static_cast<int>(names.size());
  data.class_names = std::move(names);
  data.labels = std::move(labels);
  return data;
}

TEST(ClassNumbers, OfGraphsThatLackSomeAreTheLabelsInTheFiles) {
  GraphDataset gap = graphs({"0", "2"}, {0, 1, -1, 1});
  EXPECT_EQ(
      take_names_as_numbers(4, gap),
      "MUTAG has 2 labels, but the model has 4 classes: the labels in its files are taken as the model's class "
      "numbers, and classes without graphs are 1, 3; if the model numbers its classes in another way, its file "
      "can name them (class_names)");
  EXPECT_EQ(gap.labels, (std::vector<int>{0, 2, -1, 2}));
  EXPECT_EQ(gap.class_names, (std::vector<std::string>{"0", "1", "2", "3"}));
  EXPECT_EQ(gap.classes, 4);
  GraphDataset from_one = graphs({"1", "2"}, {0, 1});
  EXPECT_EQ(take_names_as_numbers(2, from_one), "") << "as many classes as the model has: in ascending order";
  EXPECT_EQ(from_one.labels, (std::vector<int>{0, 1}));
  EXPECT_NE(take_names_as_numbers(3, from_one).find("classes without graphs are 0;"), std::string::npos);
  EXPECT_EQ(from_one.labels, (std::vector<int>{1, 2}));
}

TEST(ClassNumbers, OfGraphsThatHaveOtherLabelsAreLeftToThePlan) {
  GraphDataset signs = graphs({"-1", "1"}, {0, 1});
  EXPECT_EQ(take_names_as_numbers(3, signs), "");
  EXPECT_EQ(signs.labels, (std::vector<int>{0, 1}));
  EXPECT_EQ(describe_missing_classes(3, signs), "") << "make_plan() refuses them";
}

TEST(ClassNumbers, OfGraphsWithoutNamesOfClassesAreDoubtedIfFew) {
  EXPECT_EQ(describe_missing_classes(3, graphs({}, {0, 1})), "") << "two graphs may lack any class";
  std::vector<int> labels(30);
  for (int i = 0; i < 30; ++i) labels[static_cast<std::size_t>(i)] = i % 2;
  EXPECT_EQ(
      describe_missing_classes(3, graphs({}, labels)),
      "MUTAG has 2 classes, but the model has 3: they are taken as its first ones, and those from 2 on to have "
      "no graphs; if the model numbers its classes in another way, its file can name them (class_names)");
  EXPECT_EQ(describe_missing_classes(2, graphs({}, labels)), "");
}

TEST(ClassNumbers, OfFoldersThatLackSomeAreTheirNames) {
  ImageDataset data = named({"0", "1", "03"}, {0, 2, -1, 1});
  data.names = {"0/a.png", "03/b.png", "c.png", "1/d.png"};
  const std::string warning = take_names_as_numbers(6, data);
  EXPECT_EQ(
      warning,
      "pets has 3 folders, but the model has 6 classes: the names of the folders are taken as the model's class "
      "numbers, and classes without images are 2, 4, 5; --class-map states other numbers");
  EXPECT_EQ(data.labels, (std::vector<int>{0, 3, -1, 1}));
  EXPECT_EQ(data.class_names, (std::vector<std::string>{"0", "1", "2", "3", "4", "5"}));
  EXPECT_EQ(data.classes, 6);

  ImageDataset one = named({"1"}, {0});
  one.names = {"1/a.png"};
  EXPECT_TRUE(take_names_as_numbers(3, one).starts_with("pets has 1 folder, but the model has 3 classes"));
}

TEST(ClassNumbers, OfFoldersStayWhereNamesAreNotTheModelsNumbers) {
  using Names = std::vector<std::string>;
  for (const Names& names : {Names{"0", "1", "2", "3"}, Names{"0", "cat"}, Names{"1", "4"}, Names{"1", "01"},
                             Names{"-1", "2"}, Names{"1", "99999999999999"}}) {
    ImageDataset data = named(names, {0, 1});
    data.names = {"a.png", "b.png"};
    EXPECT_EQ(take_names_as_numbers(4, data), "");
    EXPECT_EQ(data.labels, (std::vector<int>{0, 1}));
    EXPECT_EQ(data.class_names, names);
  }
  ImageDataset arrays = named({"0", "2"}, {0, 1});
  EXPECT_EQ(take_names_as_numbers(4, arrays), "") << "no folders";
}

TEST(ClassNumbers, MissingAtTheEndAreStated) {
  ImageDataset data = named({}, {0, 1});
  data.classes = 10;
  EXPECT_EQ(
      describe_missing_classes(12, data),
      "pets has 10 classes, but the model has 12: the classes from 10 on are taken to have no images; if the "
      "model numbers its classes in another way, state it (--class-map)");
  EXPECT_EQ(describe_missing_classes(10, data), "");
  data.classes = 0;
  EXPECT_EQ(describe_missing_classes(12, data), "") << "two images may lack any class";
}

TEST(ClassNumbers, OfLabelsWithoutAGapTellTheNumberOfClasses) {
  std::vector<int> labels;
  for (int i = 0; i < 30; ++i) labels.push_back(i % 3);
  EXPECT_EQ(
      describe_missing_classes(6, named({}, labels)),
      "pets has 3 classes, but the model has 6: the classes from 3 on are taken to have no images; if the model numbers "
      "its classes in another way, state it (--class-map); if another output holds the scores, state which (--output)");
  EXPECT_EQ(describe_missing_classes(3, named({}, labels)), "");
  labels[4] = 4;
  EXPECT_EQ(describe_missing_classes(6, named({}, labels)), "") << "some of the model's classes";
}

}  // namespace
}  // namespace bora::tools
