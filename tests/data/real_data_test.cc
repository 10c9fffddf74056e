// Sets that many people hold, and what everybody knows about them.
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "data/digits.h"
#include "data/load.h"
#include "data/places.h"
#include "support/real_data.h"

namespace bora {
namespace {

std::vector<int> first_labels(const ImageDataset& dataset) {
  return {dataset.labels.begin(), dataset.labels.begin() + 5};
}

double mean(const ImageDataset& dataset) {
  double sum = 0;
  for (const auto pixel : dataset.pixels) sum += pixel;
  return sum / 255 / static_cast<double>(dataset.pixels.size());
}

TEST(RealData, Mnist) {
  const auto directory = testing::real_data("mnist");
  if (directory.empty()) GTEST_SKIP() << "no mnist/ in $BORA_DATA";
  const ImageDataset train = load_dataset(directory.string(), Part::train);
  const ImageDataset test = load_dataset(directory.string(), Part::test);
  EXPECT_EQ(train.size(), 60000);
  EXPECT_EQ(test.size(), 10000);
  EXPECT_EQ(train.shape, (ImageShape{1, 28, 28}));
  EXPECT_EQ(first_labels(train), std::vector<int>({5, 0, 4, 1, 9}));
  EXPECT_EQ(first_labels(test), std::vector<int>({7, 2, 1, 0, 4}));
  EXPECT_NEAR(mean(train), 0.1307, 5e-5);  // the constant every training script normalises with
}

TEST(RealData, Cifar10) {
  const auto directory = testing::real_data("cifar10");
  if (directory.empty()) GTEST_SKIP() << "no cifar10/ in $BORA_DATA";
  const ImageDataset test = load_dataset(directory.string(), Part::test);
  EXPECT_EQ(test.shape, (ImageShape{3, 32, 32}));
  EXPECT_EQ(test.class_name(3), "cat");
  EXPECT_EQ(test.labels[0], 3);  // the first test image is a cat
}

TEST(RealData, FashionMnist) {
  if (!first_existing(places("fashion-mnist", {"/usr/share/datasets/fashion-mnist"})))
    GTEST_SKIP() << "dataset-fashion-mnist is not installed";
  const ImageDataset test = load_dataset("fashion-mnist", Part::test);
  EXPECT_EQ(test.size(), 10000);
  EXPECT_EQ(first_labels(test), std::vector<int>({9, 2, 1, 1, 6}));
  EXPECT_EQ(test.class_name(9), "Ankle boot");
  for (int label = 0; label < 10; ++label) EXPECT_EQ(std::ranges::count(test.labels, label), 1000);
  EXPECT_NEAR(mean(load_dataset("fashion-mnist", Part::train)), 0.2860, 5e-5);
}

TEST(RealData, DigitsSheet) {
  if (!first_existing(digits_sheet_places())) GTEST_SKIP() << "opencv-doc's digits.png is not installed";
  const ImageDataset all = load_dataset("digits", Part::all);
  EXPECT_EQ(all.shape, (ImageShape{1, 28, 28}));
  for (int label = 0; label < 10; ++label) EXPECT_EQ(std::ranges::count(all.labels, label), 500);
  // A zero has a hole where a one has its stroke: the mean of the middle four pixels tells the order of the
  // cells.
  const auto middle = [&](int label) {
    int sum = 0;
    for (int i = 500 * label; i < 500 * (label + 1); ++i)
      for (const int at : {13 * 28 + 13, 13 * 28 + 14, 14 * 28 + 13, 14 * 28 + 14}) sum += all.image(i)[at];
    return sum / 2000.0;
  };
  EXPECT_LT(middle(0), 30);
  EXPECT_GT(middle(1), 150);
  const ImageDataset test = load_dataset("digits", Part::test);
  EXPECT_EQ(test.size(), 1000);
  for (int label = 0; label < 10; ++label) EXPECT_EQ(std::ranges::count(test.labels, label), 100);
}

}  // namespace
}  // namespace bora
