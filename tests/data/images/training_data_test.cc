#include "data/images/training_data.h"

#include <gtest/gtest.h>

namespace bora::data {
namespace {

// Returns images of one pixel with these values and labels.
ImageDataset images_of(const std::vector<std::uint8_t>& pixels, const std::vector<int>& labels) {
  ImageDataset data;
  data.shape = {1, 1, 1};
  data.pixels = pixels;
  data.labels = labels;
  for (int i = 0; i < data.size(); ++i) data.records.push_back(10 + i);
  return data;
}

// Returns paths of these numbers of nodes.
GraphDataset paths_of(const std::vector<int>& nodes, const std::vector<int>& labels) {
  GraphDataset data;
  for (const int count : nodes) {
    Graph path;
    path.nodes = count;
    for (int i = 1; i < count; ++i) path.edges.push_back({i - 1, i});
    data.records.push_back(data.size());
    data.names.push_back("path-" + std::to_string(data.size()));
    data.graphs.push_back(path);
  }
  data.labels = labels;
  return data;
}

TEST(TrainingData, EqualImagesOfDifferentClassesContradict) {
  const ImageDataset train = images_of({1, 2, 1, 3, 1, 3}, {0, 1, 0, 2, 1, 2});
  EXPECT_EQ(
      describe_contradictions(train, nullptr),
      "3 of the 6 training images have the same pixels as another one of a different class, such as image 10 "
      "(class 0) and image 14 (class 1): no network is right on all of them");
  const ImageDataset copies = images_of({1, 2, 1}, {0, 1, 0});
  EXPECT_EQ(describe_contradictions(copies, nullptr), "") << "copies of one class";
  const ImageDataset validation = images_of({2}, {0});
  EXPECT_EQ(describe_contradictions(copies, &validation).rfind("2 of the 4 training images", 0), 0U);
  const ImageDataset unknown = images_of({1, 1}, {0, -1});
  EXPECT_EQ(describe_contradictions(unknown, nullptr), "");
}

TEST(TrainingData, WarningsOfBothPartsAreGivenOnce) {
  ImageDataset train, test;
  train.warnings = {"rotated", "pages"};
  test.warnings = {"pages", "GIF"};
  EXPECT_EQ(joint_warnings(train, test), (std::vector<std::string>{"rotated", "pages", "GIF"}));
  GraphDataset graphs, others;
  graphs.warnings = train.warnings;
  others.warnings = test.warnings;
  EXPECT_EQ(joint_warnings(graphs, others), joint_warnings(train, test));
}

TEST(TrainingData, EqualGraphsOfDifferentClassesContradict) {
  const GraphDataset train = paths_of({2, 3, 2}, {0, 1, 1});
  EXPECT_EQ(describe_contradictions(train, nullptr),
            "2 of the 3 training graphs are equal to another one of a different class, such as graph path-0 "
            "(class 0) and graph path-2 (class 1): no network is right on all of them");
  const GraphDataset copies = paths_of({2, 3, 2}, {0, 1, 0});
  EXPECT_EQ(describe_contradictions(copies, nullptr), "");
}

TEST(TrainingData, KnownGraphsAreCounted) {
  const GraphDataset train = paths_of({2, 3}, {0, 1}), validation = paths_of({4}, {0});
  const GraphDataset test = paths_of({4, 5, 2, 2}, {0, 0, 1, 1});
  EXPECT_EQ(describe_known_graphs(train, &validation, test),
            "3 of the 4 test graphs are equal to training graphs: the accuracy on new graphs may be lower");
  EXPECT_EQ(describe_known_graphs(train, nullptr, paths_of({4, 5}, {0, 0})), "");
}

}  // namespace
}  // namespace bora::data
