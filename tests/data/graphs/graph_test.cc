#include "data/graphs/graph.h"

#include <limits>

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::data {
namespace {

// Returns a path 0-1-2 and an isolated node 3, with everything that a graph can have.
Graph full_graph() {
  Graph graph;
  graph.nodes = 4;
  graph.edges = {{0, 1}, {1, 2}};
  graph.weights = {0.5f, 2.0f};
  graph.node_labels = {0, 1, 1, 2};
  graph.edge_labels = {1, 0};
  graph.attributes = {0, 1, 2, 3, 4, 5, 6, 7};
  graph.attribute_count = 2;
  return graph;
}

GraphDataset three_graphs() {
  GraphDataset dataset;
  dataset.graphs = {full_graph(), full_graph(), full_graph()};
  dataset.graphs[1].node_labels = {2, 2, 2, 2};
  dataset.graphs[2].weights = {3, 4};
  dataset.labels = {1, 0, -1};
  dataset.class_names = {"tree", "cycle"};
  dataset.classes = 2;
  dataset.node_label_count = 3;
  dataset.literal_node_labels = true;
  dataset.attribute_count = 2;
  dataset.names = {"a", "b", "c"};
  dataset.records = {5, 6, 7};
  dataset.source = "here";
  return dataset;
}

TEST(Graph, FindsItsEdges) {
  const Graph graph = full_graph();
  EXPECT_EQ(graph.find({0, 1}), 0);
  EXPECT_EQ(graph.find(pair_of(2, 1)), 1);
  EXPECT_EQ(graph.find({0, 2}), -1);
  EXPECT_EQ(graph.find({2, 3}), -1);
  EXPECT_EQ(Graph{}.find({0, 1}), -1);
}

TEST(Graph, KnowsWeightsAttributesAndDegrees) {
  Graph graph = full_graph();
  EXPECT_EQ(graph.weight(1), 2.0f);
  EXPECT_EQ(std::vector<float>(graph.attributes_of(2).begin(), graph.attributes_of(2).end()),
            std::vector<float>({4, 5}));
  EXPECT_EQ(degrees(graph), std::vector<int>({1, 2, 1, 0}));
  graph.weights.clear();
  EXPECT_FALSE(graph.weighted());
  EXPECT_EQ(graph.weight(1), 1.0f);
}

TEST(CheckGraph, RefusesInvalidGraphs) {
  EXPECT_NO_THROW(check(full_graph(), "here"));
  Graph lone;
  lone.nodes = 1;
  EXPECT_NO_THROW(check(lone, "here"));
  const auto expect_refused = [](auto spoil, const std::string& word) {
    Graph graph = full_graph();
    spoil(graph);
    testing::expect_input_error([&] { check(graph, "here"); }, "here: ", word);
  };
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  expect_refused([](Graph& g) { g.nodes = 0; }, "0 nodes");
  expect_refused([](Graph& g) { g.edges[1] = {2, 1}; }, "edge 2-1");
  expect_refused([](Graph& g) { g.edges[1] = {2, 2}; }, "edge 2-2");
  expect_refused([](Graph& g) { g.edges[1] = {2, 4}; }, "edge 2-4");
  expect_refused([](Graph& g) { g.edges[0] = {-1, 1}; }, "edge -1-1");
  expect_refused([](Graph& g) { g.edges[1] = {0, 1}; }, "0-1 occurs twice");
  expect_refused([](Graph& g) { std::swap(g.edges[0], g.edges[1]); }, "ascending");
  expect_refused([](Graph& g) { g.weights.pop_back(); }, "1 weights for 2 edges");
  for (const float weight : {0.0f, -1.0f, kNan, kInfinity})
    expect_refused([&](Graph& g) { g.weights[1] = weight; }, "of edge 1-2");
  expect_refused([](Graph& g) { g.node_labels.pop_back(); }, "3 node labels for 4 nodes");
  expect_refused([](Graph& g) { g.node_labels[2] = -1; }, "label -1 of node 2");
  expect_refused([](Graph& g) { g.edge_labels.push_back(1); }, "3 edge labels for 2 edges");
  expect_refused([](Graph& g) { g.edge_labels[0] = -7; }, "label -7 of edge 0");
  expect_refused([](Graph& g) { g.attributes.pop_back(); }, "7 attribute values");
  expect_refused([](Graph& g) { g.attribute_count = -2; }, "-2 attributes");
  expect_refused([&](Graph& g) { g.attributes[5] = kInfinity; }, "attribute inf of node 2");
}

TEST(SelectGraphs, TakesRowsInTheirOrder) {
  const std::vector<int> rows = {2, 0};
  const GraphDataset all = three_graphs();
  const GraphDataset chosen = select(all, rows);
  ASSERT_EQ(chosen.size(), 2);
  EXPECT_EQ(chosen.graphs[0], all.graphs[2]);
  EXPECT_EQ(chosen.graphs[1], all.graphs[0]);
  EXPECT_EQ(chosen.labels, std::vector<int>({-1, 1}));
  EXPECT_EQ(chosen.names, std::vector<std::string>({"c", "a"}));
  EXPECT_EQ(chosen.records, std::vector<int>({7, 5}));
  EXPECT_EQ(chosen.class_names, all.class_names);
  EXPECT_EQ(chosen.classes, 2);
  EXPECT_EQ(chosen.node_label_count, 3);
  EXPECT_TRUE(chosen.literal_node_labels);
  EXPECT_EQ(chosen.attribute_count, 2);
  EXPECT_EQ(chosen.source, "here");
  EXPECT_NO_THROW(check(chosen));
}

TEST(CheckGraphDataset, RefusesInconsistentDataSets) {
  EXPECT_NO_THROW(check(three_graphs()));
  const auto expect_refused = [](auto spoil, const std::string& word) {
    GraphDataset dataset = three_graphs();
    spoil(dataset);
    testing::expect_input_error([&] { check(dataset); }, "here", word);
  };
  expect_refused([](GraphDataset& d) { d.graphs.clear(); }, "no graphs");
  expect_refused([](GraphDataset& d) { d.labels.pop_back(); }, "2 labels");
  expect_refused([](GraphDataset& d) { d.records.pop_back(); }, "2 record numbers");
  expect_refused([](GraphDataset& d) { d.names.pop_back(); }, "2 names");
  expect_refused([](GraphDataset& d) { d.class_names.pop_back(); }, "1 class name for");
  expect_refused([](GraphDataset& d) { d.labels[1] = 2; }, "b: label 2");
  expect_refused([](GraphDataset& d) { d.labels[1] = -2; }, "label -2");
  expect_refused([](GraphDataset& d) { d.names.clear(), d.labels[1] = -2; }, "record 6");
  expect_refused([](GraphDataset& d) { d.graphs[2].edges[0] = {0, 9}; }, "c: edge 0-9");
  expect_refused([](GraphDataset& d) { d.graphs[1].node_labels.clear(); }, "b: 0 node labels, expected 4");
  expect_refused([](GraphDataset& d) { d.graphs[0].node_labels[0] = 3; }, "a: node label 3");
  expect_refused([](GraphDataset& d) { d.node_label_count = 0; }, "a: 4 node labels, expected 0");
  expect_refused([](GraphDataset& d) { d.attribute_count = 3; }, "2 attributes a node, expected 3");
}

}  // namespace
}  // namespace bora::data
