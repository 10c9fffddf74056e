#include "data/files/split.h"

#include <algorithm>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "common/random.h"
#include "support/input_error.h"

namespace bora::data {
namespace {

// Returns images of one pixel, counts[k] of them of class k, sorted by class.
ImageDataset with_counts(const std::vector<int>& counts) {
  ImageDataset dataset;
  dataset.shape = {1, 1, 1};
  dataset.classes = static_cast<int>(counts.size());
  dataset.source = "here";
  for (std::size_t label = 0; label < counts.size(); ++label)
    for (int i = 0; i < counts[label]; ++i) {
      dataset.records.push_back(dataset.size());
      dataset.pixels.push_back(static_cast<std::uint8_t>(dataset.size()));
      dataset.labels.push_back(static_cast<int>(label));
    }
  return dataset;
}

TEST(TakePart, KeepsAtLeastOneImageOfAPairOnEachSide) {
  for (const double fraction : {0.01, 0.5, 0.99}) {
    const ImageDataset all = with_counts({2, 1, 3});
    const ImageDataset test = take_part(all, Part::test, {fraction, 0});
    const ImageDataset train = take_part(all, Part::train, {fraction, 0});
    EXPECT_EQ(std::ranges::count(test.labels, 0), 1);
    EXPECT_EQ(std::ranges::count(train.labels, 0), 1);
    EXPECT_EQ(std::ranges::count(test.labels, 1), 0);  // a lone image goes to train
    EXPECT_EQ(std::ranges::count(train.labels, 1), 1);
    EXPECT_GE(std::ranges::count(train.labels, 2), 1);
    EXPECT_GE(std::ranges::count(test.labels, 2), 1);
  }
}

TEST(TakePart, MixesTheClasses) {
  const ImageDataset test = take_part(with_counts({100, 100, 100}), Part::test, {0.5, 3});
  const std::set<int> among_first(test.labels.begin(), test.labels.begin() + 12);
  EXPECT_EQ(among_first.size(), 3u);
  EXPECT_FALSE(std::ranges::is_sorted(test.labels));
}

TEST(TakePart, KeepsTheSplitOfAClassWhenAnotherGrows) {
  const auto held_out_of_first = [](int others) {
    std::set<int> records;
    const ImageDataset test = take_part(with_counts({50, others}), Part::test, {0.2, 9});
    for (int i = 0; i < test.size(); ++i)
      if (test.labels[i] == 0) records.insert(test.records[i]);
    return records;
  };
  EXPECT_EQ(held_out_of_first(10), held_out_of_first(30));
}

TEST(TakePart, RefusesWhatCannotBeSplit) {
  for (const double fraction : {0.0, 1.0, -0.1, 1.5, std::numeric_limits<double>::quiet_NaN()})
    testing::expect_input_error(
        [&] {
          take_part(with_counts({5, 5}), Part::test, {fraction, 0});
        },
        "test fraction", "more than 0 and less than 1");
  testing::expect_input_error([] { take_part(with_counts({1, 1}), Part::test, {}); }, "here", "test part");
  EXPECT_EQ(take_part(with_counts({1, 1}), Part::train, {}).size(), 2);
  EXPECT_EQ(take_part(with_counts({1, 1}), Part::all, {}).size(), 2);
}

TEST(TakePart, SplitsGraphsAsImagesWithTheSameLabels) {
  const ImageDataset images = with_counts({20, 30});
  GraphDataset graphs;
  graphs.source = "here";
  graphs.classes = images.classes;
  graphs.labels = images.labels;
  graphs.records = images.records;
  for (int i = 0; i < images.size(); ++i) {
    Graph graph;
    graph.nodes = i + 1;
    graphs.graphs.push_back(graph);
  }
  for (const Part part : {Part::train, Part::test, Part::all}) {
    const GraphDataset chosen = take_part(graphs, part, {0.3, 4});
    EXPECT_EQ(chosen.records, take_part(images, part, {0.3, 4}).records);
    for (int i = 0; i < chosen.size(); ++i) EXPECT_EQ(chosen.graphs[i].nodes, chosen.records[i] + 1);
  }
}

TEST(SpreadOverClasses, EveryPrefixOfTheOrderHasAllClasses) {
  EXPECT_EQ(spread_over_classes({0, 0, 0, 1, 1, 1}), (std::vector<int>{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(spread_over_classes({2, 2, 2, 2, 0, 0}), (std::vector<int>{0, 4, 1, 2, 5, 3}))
      << "by their shares";
}

// Labels like those of a train and a test part, both sorted, one after the other.
TEST(SpreadOverClasses, SpreadsBlocks) {
  std::vector<int> labels;
  for (int part = 0; part < 2; ++part)
    for (int i = 0; i < 50; ++i) labels.push_back(i / 5);
  const std::vector<int> order = spread_over_classes(labels);
  ASSERT_EQ(order.size(), labels.size());
  std::set<int> first;
  for (int i = 0; i < 10; ++i)
    first.insert(labels[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])]);
  EXPECT_EQ(first.size(), 10u);
  std::swap(labels[3], labels[90]);
  EXPECT_FALSE(spread_over_classes(labels).empty()) << "sorted but for one";
  Rng rng(1);
  for (int draw = 0; draw < 100; ++draw) {
    rng.shuffle(labels);
    EXPECT_TRUE(spread_over_classes(labels).empty()) << "a random order is kept";
  }
}

TEST(SpreadOverClasses, OtherOrdersCanBeRequested) {
  const std::vector<int> sorted = {0, 0, 0, 1, 1, 1}, mixed = {0, 1, 1, 0, 1, 0};
  EXPECT_EQ(ordered(sorted, InputOrder::automatic, 1), spread_over_classes(sorted));
  EXPECT_TRUE(ordered(sorted, InputOrder::file, 1).empty());
  EXPECT_TRUE(ordered(mixed, InputOrder::automatic, 1).empty());
  EXPECT_EQ(ordered(mixed, InputOrder::spread, 1), (std::vector<int>{0, 1, 2, 3, 4, 5}));
  const std::vector<int> drawn = ordered(sorted, InputOrder::shuffled, 1);
  EXPECT_EQ(drawn, ordered(sorted, InputOrder::shuffled, 1));
  EXPECT_NE(drawn, ordered(sorted, InputOrder::shuffled, 2));
  EXPECT_EQ(std::set<int>(drawn.begin(), drawn.end()).size(), 6U);
}

TEST(SpreadOverClasses, KeepsOrdersThatAreNotSorted) {
  EXPECT_TRUE(spread_over_classes({0, 1, 0, 1}).empty());
  EXPECT_TRUE(spread_over_classes({0, 0, 0}).empty());
  EXPECT_TRUE(spread_over_classes({0, 1, 2}).empty());
  EXPECT_TRUE(spread_over_classes({}).empty());
}

}  // namespace
}  // namespace bora::data
