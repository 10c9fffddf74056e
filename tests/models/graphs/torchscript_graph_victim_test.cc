#include "models/graphs/torchscript_graph_victim.h"

#include <gtest/gtest.h>

#include "common/error.h"
#include "models/networks/export.h"
#include "models/torchscript_fixtures.h"
#include "models/toy_graphs.h"
#include "models/victims/metadata.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::models {
namespace {

using testing::input_error;

constexpr const char* kPlain = "x: Tensor, edge_index: Tensor, batch: Tensor";
constexpr const char* kWeighted =
    "x: Tensor, edge_index: Tensor, batch: Tensor, edge_weight: Optional[Tensor] = None";
// Script that sums x over the nodes of each graph.
constexpr const char* kSums =
    "return torch.index_add(torch.zeros([int(batch.max()) + 1, x.size(1)]), 0, batch, x)";

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is missing in: " << text;
}

class TorchScriptGraph : public ::testing::Test {
 protected:
  TorchScriptGraphOptions options(const std::string& body, const std::string& arguments = kPlain,
                                  const std::string& metadata = "") {
    write_torchscript(path_, body, "Tensor", metadata, arguments);
    TorchScriptGraphOptions options;
    options.path = path_.string();
    options.node_label_count = 3;
    return options;
  }
  std::string error(const TorchScriptGraphOptions& options) {
    return input_error([&] { load_torchscript_graph(options); });
  }
  static Graph triangle() {
    Graph graph;
    graph.nodes = 4;
    graph.edges = {{0, 1}, {0, 2}, {1, 2}};
    graph.node_labels = {0, 1, 1, 2};
    return graph;
  }
  static Batch scores_of(GraphVictim& victim, const Graph& graph) {
    const Graph* const one = &graph;
    return victim.scores({&one, 1}).values;
  }

  testing::TemporaryFolder directory_;
  std::filesystem::path path_ = directory_.path() / "model.pt";
};

TEST_F(TorchScriptGraph, ReturnsTheModelsScores) {
  const auto victim = load_torchscript_graph(options(kSums));
  EXPECT_EQ(victim->spec().classes, 3);
  EXPECT_EQ(victim->spec().kind, ScoreKind::logits);
  EXPECT_EQ(victim->spec().node_label_count, 3);
  EXPECT_EQ(victim->spec().attribute_count, 0);
  EXPECT_FALSE(victim->has_gradients());
  EXPECT_THROW(victim->edge_gradients(triangle(), {}, Eigen::RowVectorXf::Ones(3)), std::logic_error);
  Batch expected(1, 3);
  expected << 1, 2, 1;
  EXPECT_EQ(scores_of(*victim, triangle()), expected);
}

TEST_F(TorchScriptGraph, PassesBothDirectionsOfEveryEdge) {
  // Labels of each node's neighbours, summed over nodes: labels weighted by degree.
  const auto victim = load_torchscript_graph(options(
      "return torch.index_add(torch.zeros([int(batch.max()) + 1, x.size(1)]), 0, batch[edge_index[1]], "
      "x[edge_index[0]])"));
  Batch expected(1, 3);
  expected << 2, 4, 0;
  EXPECT_EQ(scores_of(*victim, triangle()), expected);
}

TEST_F(TorchScriptGraph, FollowsDegreesThroughEdits) {
  auto degrees = options(kSums);
  degrees.features = "degree:3";
  const auto victim = load_torchscript_graph(degrees);
  Batch expected(1, 4);
  expected << 1, 0, 3, 0;
  EXPECT_EQ(scores_of(*victim, triangle()), expected);
  Graph edited = triangle();
  edited.edges.push_back({2, 3});
  expected << 0, 1, 2, 1;
  EXPECT_EQ(scores_of(*victim, edited), expected);
}

TEST_F(TorchScriptGraph, HasGradientsWhereItHasWeights) {
  const auto victim = load_torchscript_graph(options(
      "w = torch.ones([edge_index.size(1)])\n  if edge_weight is not None:\n    w = edge_weight\n"
      "  return torch.index_add(torch.zeros([int(batch.max()) + 1, x.size(1)]), 0, batch[edge_index[1]], "
      "x[edge_index[0]] * (w * w).unsqueeze(1))",
      kWeighted));
  ASSERT_TRUE(victim->has_gradients());
  Graph graph = triangle();
  graph.weights = {1, 2, 3};
  const std::vector<NodePair> pairs = {{1, 2}, {0, 3}, {0, 1}};
  Eigen::RowVectorXf cotangent(3);
  cotangent << 1, 10, 100;
  Eigen::RowVectorXf expected(3);
  // 2 w (c[label of u] + c[label of v])
  expected << 2 * 3 * 20, 0, 2 * 1 * 11;
  EXPECT_EQ(victim->edge_gradients(graph, pairs, cotangent), expected);
}

TEST_F(TorchScriptGraph, UsesItsMetadataUnlessOptionsOverrideThem) {
  auto stated = options(
      kSums, kPlain, R"({"task": "graph", "input": {"features": "degree:4"}, "output": {"kind": "logits"}})");
  EXPECT_EQ(load_torchscript_graph(stated)->spec().classes, 5);
  stated.features = "label";
  EXPECT_EQ(load_torchscript_graph(stated)->spec().classes, 3);
  auto labelled =
      options(kSums, kPlain, R"({"task": "graph", "input": {"features": "label", "node_label_count": 7}})");
  expect_contains(error(labelled), "looks at 7 node labels, the data have 3");
}

TEST_F(TorchScriptGraph, UsesDegreesForGraphsWithoutLabelsAndAttributes) {
  GraphNetworkOptions network;
  network.features = NodeFeatures("degree:9", 0, 0);
  ModelMetadata none;
  const auto path = directory_ / "other.pt";
  export_torchscript(GraphNetwork(network), path.string());
  auto plain = options(
      "return torch.matmul(torch.index_add(torch.zeros([int(batch.max()) + 1, 8]), 0, batch, x), "
      "torch.ones([8, 2]))");
  plain.node_label_count = 0;
  plain.features = "degree:7";
  EXPECT_EQ(load_torchscript_graph(plain)->spec().classes, 2);
  TorchScriptGraphOptions own;
  own.path = path.string();
  own.features = "degree:5";
  expect_contains(error(own),
                  "takes 10 features a node, degree:5 gives 6; on these data, degree:9 gives as many");
  own.node_label_count = 3;
  own.features = "label";
  expect_contains(error(own), "degree:9 or label+degree:6 gives as many");
}

TEST_F(TorchScriptGraph, RefusesOtherArguments) {
  expect_contains(
      error(options("return x", "x: Tensor")),
      "takes forward(x), expected forward(x, edge_index, batch) or (x, edge_index, batch, edge_weight); it may "
      "classify images");
  expect_contains(
      error(options("return x", "x: Tensor, edge_index: Tensor, batch: Tensor, edge_attr: Tensor")),
      "takes forward(x, edge_index, batch, edge_attr), expected");
  expect_contains(error(options("return x", "x: Tensor, edge_index: Tensor, batch: int")),
                  "expected forward");
  EXPECT_EQ(load_torchscript_graph(options(kSums, std::string(kPlain) + ", scale: int = 1"))->spec().classes,
            3);
}

TEST_F(TorchScriptGraph, RefusesModelsThatCannotBeVictims) {
  expect_contains(error(options("return x")), "the output for 2 graphs is 7x3, expected 2 x classes");
  expect_contains(error(options("return x.sum()")), "is a single number");
  expect_contains(error(options(std::string(kSums) + "[:, :1]")), "one score for each graph");
  expect_contains(error(options(std::string(kSums) + " / 0")), "NaN or infinite");
  expect_contains(error(options(std::string(kSums) + " + torch.rand([1])")), "differ between two calls");
  expect_contains(error(options(kSums, kPlain, R"({"task": "graph", "output": {"classes": 5}})")),
                  "states 5 classes but gives 3");
  expect_contains(error(options(kSums, kPlain, R"({"input": {"shape": [1, 28, 28]}})")), "classifies images");
  expect_contains(error(options(kSums, kPlain, R"({"task": "text"})")),
                  "task: 'text' is not one of image, graph");
  TorchScriptGraphOptions missing;
  missing.path = (directory_ / "missing.pt").string();
  expect_contains(error(missing), "no such file");
}

TEST_F(TorchScriptGraph, MayBeRandomIfThatIsAccepted) {
  // Continuous noise differs in every call; dropout of so few numbers would sometimes be the same.
  auto noisy = options(std::string(kSums).replace(0, 7, "y = ") + "\n  return y + torch.rand_like(y)");
  EXPECT_NE(error(noisy).find("differ between two calls"), std::string::npos);
  noisy.may_differ = true;
  const auto victim = load_torchscript_graph(noisy);
  EXPECT_TRUE(victim->spec().randomised);
  EXPECT_EQ(victim->spec().classes, 3);
  auto steady = options(kSums);
  steady.may_differ = true;
  EXPECT_FALSE(load_torchscript_graph(steady)->spec().randomised);
}

TEST_F(TorchScriptGraph, ReportsWhatFailsLater) {
  const auto victim =
      load_torchscript_graph(options("assert x.size(0) < 10, 'too many nodes'\n  return "
                                     "torch.index_add(torch.zeros([int(batch.max()) + 1, 3]), 0, "
                                     "batch, x) / (x.size(0) - 4)"));
  EXPECT_THROW(scores_of(*victim, triangle()), VictimError) << "infinite";
  Graph large = triangle();
  large.nodes = 12;
  large.node_labels.assign(12, 0);
  try {
    scores_of(*victim, large);
    FAIL();
  } catch (const VictimError& failure) {
    expect_contains(failure.what(), "too many nodes");
    EXPECT_EQ(std::string(failure.what()).find('\n'), std::string::npos);
  }
}

}  // namespace
}  // namespace bora::models
