#include "data/graphs/superpixels.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <opencv2/core/utility.hpp>

#include <gtest/gtest.h>

#include "common/random.h"
#include "support/input_error.h"

namespace bora::data {
namespace {

// Returns images of a bright disc on black: like digits, smooth areas with an edge.
ImageDataset discs(int count, const ImageShape& shape) {
  ImageDataset images;
  images.shape = shape;
  images.source = "discs";
  images.classes = 2;
  Rng rng(1);
  for (int i = 0; i < count; ++i) {
    const double x = rng.uniform(0.3, 0.7) * shape.width, y = rng.uniform(0.3, 0.7) * shape.height;
    for (int channel = 0; channel < shape.channels; ++channel)
      for (int row = 0; row < shape.height; ++row)
        for (int column = 0; column < shape.width; ++column)
          images.pixels.push_back(std::hypot(row - y, column - x) < 0.2 * shape.width ? 200 + rng.index(20)
                                                                                      : 0);
    images.labels.push_back(i % 3 - 1);
    images.records.push_back(i + 10);
    images.names.push_back("disc" + std::to_string(i));
  }
  return images;
}

float squared_distance(const Graph& graph, int a, int b) {
  const auto p = graph.attributes_of(a).last(2), q = graph.attributes_of(b).last(2);
  return (p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]);
}

TEST(Superpixels, AreAtMostTheRequestedNumber) {
  for (const ImageShape& shape : {ImageShape{1, 28, 28}, {3, 32, 32}, {1, 8, 8}, {1, 9, 40}}) {
    const ImageDataset images = discs(10, shape);
    for (const int most : {1, 2, 10, 75}) {
      const GraphDataset graphs = superpixel_graphs(images, {.most = most});
      EXPECT_NO_THROW(check(graphs));
      for (const Graph& graph : graphs.graphs) EXPECT_LE(graph.nodes, most) << to_string(shape);
    }
  }
  for (const Graph& graph : superpixel_graphs(discs(20, {1, 28, 28})).graphs) EXPECT_GE(graph.nodes, 40);
}

TEST(Superpixels, KeepTheNotesAndWarningsOfTheImages) {
  ImageDataset images = discs(10, {1, 8, 8});
  images.notes = {"1 file left out"};
  images.warnings = {"1 of 10 files has several pages or frames"};
  const GraphDataset graphs = superpixel_graphs(images);
  EXPECT_EQ(graphs.notes, images.notes);
  EXPECT_EQ(graphs.warnings, images.warnings);
  EXPECT_EQ(select(graphs, std::vector<int>{0}).warnings, images.warnings);
  for (std::uint8_t& pixel : images.pixels) pixel /= 16;
  ASSERT_EQ(superpixel_graphs(images).warnings.size(), 2u);
  EXPECT_EQ(superpixel_graphs(images).warnings[1], describe_dark_images(images));
  EXPECT_EQ(superpixel_graphs(discs(10, {1, 8, 8})).warnings.size(), 0u);
}

TEST(Superpixels, JoinEachNodeWithItsNearestByGaussianWeights) {
  const ImageDataset images = discs(5, {1, 28, 28});
  const float sigma = 0.1f * 3.14159265f;
  for (const Graph& graph : superpixel_graphs(images).graphs) {
    ASSERT_TRUE(graph.weighted());
    std::set<NodePair> expected;
    for (int node = 0; node < graph.nodes; ++node) {
      std::vector<int> others;
      for (int other = 0; other < graph.nodes; ++other)
        if (other != node) others.push_back(other);
      std::ranges::stable_sort(others, {}, [&](int other) { return squared_distance(graph, node, other); });
      for (int k = 0; k < 8; ++k) expected.insert(pair_of(node, others[k]));
    }
    EXPECT_EQ(graph.edges, std::vector<NodePair>(expected.begin(), expected.end()));
    for (std::size_t i = 0; i < graph.edges.size(); ++i)
      EXPECT_NEAR(graph.weights[i],
                  std::exp(-squared_distance(graph, graph.edges[i].u, graph.edges[i].v) / (sigma * sigma)),
                  1e-5);
  }
}

TEST(Superpixels, HaveMeanIntensitiesAndCentresAsAttributes) {
  // Left half dark, right half bright: SLIC puts the border of superpixels there.
  ImageDataset image;
  image.shape = {1, 28, 28};
  for (int i = 0; i < 784; ++i) image.pixels.push_back(i % 28 < 15 ? 51 : 204);
  const Graph graph = superpixel_graph(image.pixels, image.shape);
  ASSERT_EQ(graph.attribute_count, 3);
  int pure = 0;  // merging may leave a few superpixels with pixels of both halves
  for (int node = 0; node < graph.nodes; ++node) {
    const auto attributes = graph.attributes_of(node);
    pure += std::abs(attributes[0] - (attributes[1] < 15.0 / 28 ? 0.2 : 0.8)) < 1e-4;
    for (const float value : attributes) EXPECT_TRUE(value >= 0 && value <= 1);
  }
  EXPECT_GE(pure, graph.nodes * 4 / 5);
  const auto x_of = [&](int node) { return graph.attributes_of(node)[1]; };
  std::vector<float> xs;
  for (int node = 0; node < graph.nodes; ++node) xs.push_back(x_of(node));
  EXPECT_LT(std::ranges::min(xs), 0.1);
  EXPECT_GT(std::ranges::max(xs), 0.9);
}

TEST(Superpixels, OfColourImagesHaveAMeanForEachChannel) {
  ImageDataset image;
  image.shape = {3, 32, 32};
  for (const int value : {255, 51, 102})
    image.pixels.insert(image.pixels.end(), 32 * 32, static_cast<std::uint8_t>(value));
  const Graph graph = superpixel_graph(image.pixels, image.shape);
  ASSERT_EQ(graph.attribute_count, 5);
  for (int node = 0; node < graph.nodes; ++node) {
    EXPECT_NEAR(graph.attributes_of(node)[0], 1.0, 1e-6);
    EXPECT_NEAR(graph.attributes_of(node)[1], 0.2, 1e-6);
    EXPECT_NEAR(graph.attributes_of(node)[2], 0.4, 1e-6);
  }
}

TEST(Superpixels, KeepLabelsNamesAndRecordsOfTheImages) {
  const ImageDataset images = discs(4, {1, 16, 16});
  const GraphDataset graphs = superpixel_graphs(images);
  EXPECT_EQ(graphs.labels, images.labels);  // an unknown one among them
  EXPECT_EQ(graphs.records, images.records);
  EXPECT_EQ(graphs.names, images.names);
  EXPECT_EQ(graphs.classes, 2);
  EXPECT_EQ(graphs.source, "discs");
  EXPECT_EQ(graphs.attribute_count, 3);
}

TEST(Superpixels, DoNotDependOnOpenCvsThreadsAndLeaveTheirNumberAlone) {
  const ImageDataset images = discs(6, {1, 28, 28});
  const int before = cv::getNumThreads();
  cv::setNumThreads(1);
  const GraphDataset one = superpixel_graphs(images);
  cv::setNumThreads(2);
  const int two = cv::getNumThreads();
  const GraphDataset several = superpixel_graphs(images);
  EXPECT_EQ(cv::getNumThreads(), two);
  cv::setNumThreads(before);
  EXPECT_EQ(one.graphs, several.graphs);
}

TEST(Superpixels, RefuseImagesThatAreTooSmall) {
  testing::expect_input_error([] { superpixel_graphs(discs(1, {1, 7, 28})); }, "discs", "1x7x28", "8 by 8");
  const ImageDataset image = discs(1, {1, 28, 28});
  EXPECT_THROW(superpixel_graph(image.pixels, {1, 28, 27}), std::invalid_argument);
  EXPECT_THROW(superpixel_graph(image.pixels, {4, 14, 14}), std::invalid_argument);
  EXPECT_THROW(superpixel_graph(image.pixels, image.shape, {.most = 0}), std::invalid_argument);
  EXPECT_THROW(superpixel_graph(image.pixels, image.shape, {.neighbours = 0}), std::invalid_argument);
  EXPECT_THROW(superpixel_graph(image.pixels, image.shape, {.sigma = 0}), std::invalid_argument);
}

}  // namespace
}  // namespace bora::data
