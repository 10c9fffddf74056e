#include "models/graphs/graph_network.h"

#include <cmath>

#include <gtest/gtest.h>

#include "common/error.h"
#include "support/input_error.h"

namespace bora::models {
namespace {

using testing::input_error;

std::string error(const std::string& text) {
  return input_error([&] { parse_graph_architecture(text, "arch"); });
}

TEST(GraphArchitecture, HasDefaultsOfItsKind) {
  EXPECT_EQ(to_string(parse_graph_architecture("gcn")), "gcn:layers=3:width=16:pool=max");
  EXPECT_EQ(to_string(parse_graph_architecture("gin")), "gin:layers=5:width=64:pool=sum");
  EXPECT_EQ(to_string(parse_graph_architecture("cheb")), "cheb:layers=3:width=32:pool=mean:filter=3");
  EXPECT_EQ(to_string(parse_graph_architecture("sage")), "sage:layers=3:width=32:pool=mean");
  EXPECT_EQ(to_string(parse_graph_architecture("unet")), "unet:layers=3:width=32:pool=mean:ratio=0.8");
  EXPECT_EQ(to_string(GraphArchitecture{}), to_string(parse_graph_architecture("gcn")));
}

TEST(GraphArchitecture, ReadsBackWhatItWrites) {
  for (const auto* text : {"gcn:layers=1:width=7:pool=sum", "cheb:layers=2:width=4:pool=max:filter=5",
                           "unet:layers=2:width=4:pool=max:ratio=0.35"})
    EXPECT_EQ(to_string(parse_graph_architecture(text)), text);
}

TEST(GraphArchitecture, RefusesUnknownKindsAndOptions) {
  EXPECT_EQ(error("ginn"), "arch: 'ginn' is not one of gcn, gin, cheb, sage, unet; did you mean gin?");
  EXPECT_EQ(error("gcn:filter=3"), "arch gcn: has no setting 'filter'; valid: layers, width, pool");
  EXPECT_EQ(error("gcn:width"), "arch gcn:width: 'width' is not a setting, expected key=value");
  EXPECT_EQ(error("gcn:pool=men"), "arch gcn: pool=men (did you mean 'mean'?); valid: max, sum, mean");
  EXPECT_EQ(error("gcn:layers=0"), "arch gcn: layers=0, expected a whole number from 1 to 16");
  EXPECT_EQ(error("unet:ratio=0"), "arch unet: ratio=0, expected a number above 0 and at most 1");
  for (const auto* text : {"gcn:width=x", "gcn:width=1025", "gcn:width=", "gcn:width=3.5", "unet:ratio=nan"})
    EXPECT_FALSE(error(text).empty()) << text;
  GraphNetworkOptions options;
  options.architecture.kind = "mlp";
  EXPECT_NE(input_error([&] { GraphNetwork network(options); }).find("'mlp'"), std::string::npos);
  options = {};
  options.classes = 1;
  EXPECT_EQ(input_error([&] { GraphNetwork network(options); }),
            "number of classes is 1, expected at least 2");
}

TEST(GraphNetwork, HasTheWeightsOfItsLayers) {
  GraphNetworkOptions options;
  options.features = NodeFeatures("label", 3, 0);
  options.architecture = parse_graph_architecture("gcn");
  EXPECT_EQ(GraphNetwork(options).weights(), (3 * 16 + 16) + 2 * (16 * 16 + 16) + (16 * 2 + 2));
  options.architecture = parse_graph_architecture("gin:layers=2:width=4");
  EXPECT_EQ(GraphNetwork(options).weights(), 1 + (3 * 4 + 4) + 8 + (4 * 4 + 4) + 8 + ((3 + 4) * 2 + 2));
}

TEST(GraphScaling, UsesAllNodesOfTheTrainingGraphs) {
  GraphDataset dataset;
  dataset.source = "three graphs";
  dataset.classes = 2;
  dataset.attribute_count = 2;
  for (const int nodes : {1, 2, 3}) {
    Graph graph;
    graph.nodes = nodes;
    graph.attribute_count = 2;
    for (int i = 0; i < nodes; ++i) graph.attributes.insert(graph.attributes.end(), {100.0F * nodes, 7.0F});
    if (nodes == 3) graph.edges = {{0, 1}};
    dataset.graphs.push_back(graph);
    dataset.labels.push_back(0);
  }
  const auto scaling = scaling_for(features_for("degree:2+attributes", dataset), dataset);
  EXPECT_EQ(scaling.nodes, 2);
  // One attribute is 100 once, 200 twice and 300 three times; the other is constant.
  EXPECT_EQ(scaling.mean.size(), 5U);
  EXPECT_FLOAT_EQ(scaling.mean[3], 1400.0F / 6);
  EXPECT_FLOAT_EQ(scaling.deviation[3], std::sqrt(360000.0F / 6 - std::pow(1400.0F / 6, 2.0F)));
  for (const int column : {0, 1, 2, 4}) {
    EXPECT_EQ(scaling.mean[column], 0);
    EXPECT_EQ(scaling.deviation[column], 1);
  }
  EXPECT_TRUE(scaling_for(features_for("degree", dataset), dataset).mean.empty()) << "nothing to scale";
}

TEST(GraphNetwork, SeesScaledFeaturesAndSums) {
  Graph raw;
  raw.nodes = 3;
  raw.edges = {{0, 1}, {1, 2}};
  raw.attribute_count = 1;
  raw.attributes = {10, 30, 20};
  Graph standardised = raw;
  standardised.attributes = {-2, 2, 0};
  const auto scores = [](const Graph& graph, const GraphScaling& scaling, const std::string& architecture) {
    GraphNetworkOptions options;
    options.architecture = parse_graph_architecture(architecture);
    options.features = NodeFeatures("attributes", 0, 1);
    options.scaling = scaling;
    const Graph* const one = &graph;
    return GraphNetwork(options).scores({&one, 1}).values;
  };
  const GraphScaling scaling{.mean = {20}, .deviation = {5}, .nodes = 1};
  for (const auto& architecture : graph_architectures())
    EXPECT_TRUE(scores(raw, scaling, architecture).isApprox(scores(standardised, {}, architecture), 1e-5F))
        << architecture;
  // Initial biases are 0, so readouts are proportional to 1 / nodes.
  const Batch of_sums = scores(standardised, {}, "gin");
  EXPECT_TRUE(
      (4 * scores(standardised, {.mean = {}, .deviation = {}, .nodes = 4}, "gin")).isApprox(of_sums, 1e-5F));
  EXPECT_EQ(scores(standardised, {.mean = {}, .deviation = {}, .nodes = 4}, "gcn"),
            scores(standardised, {}, "gcn"))
      << "a maximum";
  EXPECT_EQ(input_error([&] {
              scores(raw, {.mean = {1, 2}, .deviation = {1, 2}}, "gcn");
            }),
            "scaling has 2 means and 2 deviations, expected 1 of each or none");
  EXPECT_EQ(input_error([&] { scores(raw, {.mean = {}, .deviation = {}, .nodes = 0}, "gcn"); }),
            "scaling has 0 nodes, expected more than 0");
}

TEST(GraphNetwork, DependsOnItsSeed) {
  Graph graph;
  graph.nodes = 3;
  graph.edges = {{0, 1}};
  const Graph* const one = &graph;
  GraphNetworkOptions options;
  const Batch scores = GraphNetwork(options).scores({&one, 1}).values;
  EXPECT_EQ(GraphNetwork(options).scores({&one, 1}).values, scores);
  options.seed = 1;
  EXPECT_NE(GraphNetwork(options).scores({&one, 1}).values, scores);
}

}  // namespace
}  // namespace bora::models
