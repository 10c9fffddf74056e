// Well-known facts about public data sets.
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "data/files/places.h"
#include "data/graphs/load_graphs.h"
#include "data/images/digits.h"
#include "data/images/load.h"
#include "support/real_data.h"

namespace bora::data {
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
  EXPECT_NEAR(mean(train), 0.1307, 5e-5);  // the usual constant of normalisation
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
  // Checks the order of the cells by the mean of the middle four pixels: a zero has a hole there, a one its
  // stroke.
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

// Facts about a set of the TU collection, as stated in Ru 2021, table 6.5, and on the collection's page.
struct TuFacts {
  std::string name;
  int graphs;
  std::vector<std::string> classes;
  double mean_nodes, mean_edges;
  int node_labels;
};

class RealTu : public ::testing::TestWithParam<TuFacts> {};
INSTANTIATE_TEST_SUITE_P(Sets, RealTu,
                         ::testing::Values(TuFacts{"IMDB-MULTI", 1500, {"0", "1", "2"}, 13.0, 65.9, 0},
                                           TuFacts{"PROTEINS", 1113, {"0", "1"}, 39.1, 72.8, 3},
                                           TuFacts{"IMDB-BINARY", 1000, {"0", "1"}, 19.8, 96.5, 0},
                                           TuFacts{"MUTAG", 188, {"0", "2"}, 17.9, 19.8, 7},
                                           TuFacts{"NCI1", 4110, {"0", "1"}, 29.9, 32.3, 37}),
                         [](const auto& facts) {
                           std::string name = facts.param.name;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

double mean_nodes(const GraphDataset& set) {
  double sum = 0;
  for (const Graph& graph : set.graphs) sum += graph.nodes;
  return sum / set.size();
}
double mean_edges(const GraphDataset& set) {
  double sum = 0;
  for (const Graph& graph : set.graphs) sum += static_cast<double>(graph.edges.size());
  return sum / set.size();
}

TEST_P(RealTu, HoldsWhatIsPublished) {
  const TuFacts& facts = GetParam();
  const auto directory = testing::real_data("tu");
  if (!std::filesystem::exists(directory / (facts.name + ".zip")))
    GTEST_SKIP() << "no tu/" << facts.name << ".zip in $BORA_DATA";
  const GraphDataset set = load_graphs((directory / (facts.name + ".zip")).string(), Part::all);
  EXPECT_EQ(set.size(), facts.graphs);
  EXPECT_EQ(set.class_names, facts.classes);
  EXPECT_NEAR(mean_nodes(set), facts.mean_nodes, 0.05);
  EXPECT_NEAR(mean_edges(set), facts.mean_edges, 0.05);
  EXPECT_EQ(set.node_label_count, facts.node_labels);
  EXPECT_TRUE(set.notes.empty());
}

// A random tenth of COLLAB, whose means are near the 74.5 nodes and 2457.8 edges of the whole set.
TEST(RealData, Collab500) {
  const auto path = testing::real_data("tu") / "COLLAB-500.zip";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no tu/COLLAB-500.zip in $BORA_DATA";
  const GraphDataset set = load_graphs(path.string(), Part::all);
  EXPECT_EQ(set.size(), 500);
  EXPECT_EQ(set.classes, 3);
  EXPECT_NEAR(mean_nodes(set), 74.5, 10);
  EXPECT_NEAR(mean_edges(set), 2457.8, 1000);
  ASSERT_EQ(set.notes.size(), 1u);
  EXPECT_NE(set.notes[0].find("loops dropped"), std::string::npos);
}

// Knyazev et al. 2019 report 70.57 nodes on average and at most 75.
TEST(RealData, Mnist75sp) {
  const auto directory = testing::real_data("mnist");
  if (directory.empty()) GTEST_SKIP() << "no mnist/ in $BORA_DATA";
  const GraphDataset set = load_graphs("mnist-75sp:" + directory.string() + ":graphs=300", Part::test);
  EXPECT_EQ(set.size(), 300);
  EXPECT_NEAR(mean_nodes(set), 70.6, 3);
  for (const Graph& graph : set.graphs) EXPECT_LE(graph.nodes, 75);
  EXPECT_EQ(std::vector<int>(set.labels.begin(), set.labels.begin() + 5), std::vector<int>({7, 2, 1, 0, 4}));
}

}  // namespace
}  // namespace bora::data
