#include "models/graphs/graph_features.h"

#include <gtest/gtest.h>

#include "common/error.h"
#include "support/input_error.h"

namespace bora::models {
namespace {

using testing::input_error;

// Returns a path 0 - 1 - 2 and an isolated node.
Graph path() {
  Graph graph;
  graph.nodes = 4;
  graph.edges = {{0, 1}, {1, 2}};
  graph.node_labels = {2, 0, 1, 0};
  graph.attribute_count = 1;
  graph.attributes = {0.5f, -1, 2, 3};
  return graph;
}

std::vector<float> rows(const NodeFeatures& features, const Graph& graph) {
  std::vector<float> values(static_cast<std::size_t>(graph.nodes) * features.width(), -7);
  features.write(graph, values.data(), "test");
  return values;
}

using Values = std::vector<float>;

TEST(NodeFeatures, AreTheirParts) {
  EXPECT_EQ(rows({"label", 3, 0}, path()), (Values{0, 0, 1, 1, 0, 0, 0, 1, 0, 1, 0, 0}));
  EXPECT_EQ(rows({"attributes", 3, 1}, path()), (Values{0.5f, -1, 2, 3}));
  EXPECT_EQ(rows({"degree:2", 0, 0}, path()), (Values{0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0}));
  EXPECT_EQ(rows({"degree-value", 0, 0}, path()), (Values{1, 2, 1, 0}));
  EXPECT_EQ(rows({"degree-share", 0, 0}, path()), (Values{1 / 3.0f, 2 / 3.0f, 1 / 3.0f, 0}));
  EXPECT_EQ(rows(NodeFeatures(), path()), (Values{1, 1, 1, 1}));
  EXPECT_EQ(rows({"constant+attributes", 0, 1}, path()), (Values{1, 0.5f, 1, -1, 1, 2, 1, 3}));
}

TEST(NodeFeatures, ClipDegreesAtTheLargestKnown) {
  EXPECT_EQ(rows({"degree:1", 0, 0}, path()), (Values{0, 1, 0, 1, 0, 1, 1, 0}));
}

TEST(NodeFeatures, FollowEdits) {
  Graph graph = path();
  graph.edges.push_back({2, 3});
  EXPECT_EQ(rows({"degree-value", 0, 0}, graph), (Values{1, 2, 2, 1}));
  graph.edges.erase(graph.edges.begin());
  EXPECT_EQ(rows({"degree-value", 0, 0}, graph), (Values{0, 1, 2, 1}));
}

TEST(NodeFeatures, ReportWhichLabelsAndAttributesTheyUse) {
  const NodeFeatures features("label+degree:88", 3, 2);
  EXPECT_EQ(features.width(), 3 + 89);
  EXPECT_EQ(features.node_label_count(), 3);
  EXPECT_EQ(features.attribute_count(), 0);
  EXPECT_EQ(NodeFeatures(features.spec(), 3, 0).width(), features.width());
}

TEST(NodeFeatures, TakeTheLargestDegreeFromTheTrainingData) {
  GraphDataset dataset;
  dataset.graphs = {path()};
  EXPECT_EQ(default_features(dataset), "degree");
  EXPECT_EQ(features_for("constant+degree", dataset).spec(), "constant+degree:2");
  EXPECT_EQ(features_for("degree:7", dataset).spec(), "degree:7");
  dataset.attribute_count = 1;
  EXPECT_EQ(default_features(dataset), "attributes");
  dataset.node_label_count = 3;
  EXPECT_EQ(default_features(dataset), "label+attributes");
  dataset.attribute_count = 0;
  EXPECT_EQ(default_features(dataset), "label");
  EXPECT_EQ(features_for("label", dataset).width(), 3);
}

TEST(NodeFeatures, RefuseInvalidSpecs) {
  const auto error = [](const std::string& spec) {
    return input_error([&] { NodeFeatures(spec, 3, 0, "w"); });
  };
  EXPECT_EQ(
      error("labels"),
      "w: 'labels' is not one of label, attributes, degree:N, degree-value, degree-share, constant; did you mean label?");
  EXPECT_NE(error("").find("w: ''"), std::string::npos);
  EXPECT_EQ(error("label+label"), "w: 'label+label' has 'label', which occurs twice");
  EXPECT_EQ(error("attributes"), "w: 'attributes' needs node attributes, there are none");
  for (const auto* spec :
       {"degree", "degree:", "degree:0", "degree:x", "degree:3x", "degree:70000", "degree:1:2"})
    EXPECT_NE(error(spec).find("is not degree:N"), std::string::npos) << spec;
}

TEST(NodeFeatures, RefuseGraphsWithoutTheirLabelsOrAttributes) {
  const auto error = [](const NodeFeatures& features, const Graph& graph) {
    return input_error([&] { rows(features, graph); });
  };
  EXPECT_EQ(error({"label", 2, 0}, path()), "test: a node with label 2, expected 0 to 1");
  EXPECT_EQ(error({"attributes", 0, 2}, path()), "test: a graph whose nodes have 1 attributes, expected 2");
  Graph bare = path();
  bare.node_labels.clear();
  EXPECT_EQ(error({"label", 3, 0}, bare), "test: a graph without node labels, expected labels 0 to 2");
}

}  // namespace
}  // namespace bora::models
