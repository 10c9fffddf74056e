// Requirements on every victim of graphs, checked on all architectures, as networks and as files.

#include <gtest/gtest.h>

#include "common/error.h"
#include "models/graphs/graph_network.h"
#include "models/graphs/torchscript_graph_victim.h"
#include "models/networks/export.h"
#include "models/toy_graphs.h"
#include "models/victims/remote/process_graph_victim.h"
#include "support/temporary_folder.h"

namespace bora::models {
namespace {

struct GraphVictimCase {
  std::string name, architecture;
  bool exported = false;
  bool program = false;
};

void PrintTo(const GraphVictimCase& victim, std::ostream* out) {
  *out << victim.name;
}

std::vector<GraphVictimCase> cases() {
  std::vector<GraphVictimCase> all;
  for (const auto& kind : graph_architectures())
    for (const bool exported : {false, true})
      all.push_back({kind + (exported ? "_file" : "_network"), kind, exported});
  for (const auto* pool : {"max", "sum", "mean"})
    all.push_back({fmt::format("sage_{}", pool), fmt::format("sage:layers=2:pool={}", pool)});
  if (*BORA_TORCH_PYTHON != '\0') all.push_back({"python_program", "", false, true});
  return all;
}

double largest(const Batch& values) {
  return values.cwiseAbs().maxCoeff();
}

class GraphVictimConformance : public ::testing::TestWithParam<GraphVictimCase> {
 protected:
  std::unique_ptr<GraphVictim> make(ThreadPool* pool = nullptr) {
    if (GetParam().program) {
      ProcessGraphOptions program;
      program.address = std::string("exec:'") + BORA_TORCH_PYTHON + "' '" + BORA_TEST_SOURCE_DIR +
                        "/models/victims/remote/messages.py'";
      program.node_label_count = 3;
      program.attribute_count = 2;
      program.endpoint.concurrency = pool == nullptr ? 1 : 2;
      return load_process_graph(program);
    }
    GraphNetworkOptions options;
    options.architecture = parse_graph_architecture(GetParam().architecture);
    options.features = NodeFeatures("label+attributes", 3, 2);
    options.classes = 3;
    options.seed = 4;
    auto network = std::make_unique<GraphNetwork>(options, pool);
    if (!GetParam().exported) return network;
    TorchScriptGraphOptions file;
    file.path = (folder_ / "model.pt").string();
    export_torchscript(*network, file.path);
    return load_torchscript_graph(file, {}, pool);
  }

  static std::vector<Graph> random_graphs(int n, std::uint64_t seed, bool weighted = false) {
    Rng rng(seed);
    std::vector<Graph> graphs;
    for (int i = 0; i < n; ++i) graphs.push_back(rich_graph(1 + rng.index(20), 0.3, rng, weighted));
    return graphs;
  }

  static std::vector<const Graph*> pointers(const std::vector<Graph>& graphs) {
    std::vector<const Graph*> all;
    for (const auto& graph : graphs) all.push_back(&graph);
    return all;
  }

  static Batch scores_of(GraphVictim& victim, const Graph& graph) {
    const Graph* const one = &graph;
    return victim.scores({&one, 1}).values;
  }

  testing::TemporaryFolder folder_;
  std::unique_ptr<GraphVictim> victim_ = make();
};

TEST_P(GraphVictimConformance, HasAValidSpec) {
  EXPECT_FALSE(victim_->spec().name.empty());
  EXPECT_EQ(victim_->spec().classes, 3);
  EXPECT_EQ(victim_->spec().kind, ScoreKind::logits);
  EXPECT_EQ(victim_->spec().node_label_count, 3);
  EXPECT_EQ(victim_->spec().attribute_count, 2);
}

TEST_P(GraphVictimConformance, GivesAGraphTheSameScoresInAnyBatch) {
  const auto graphs = random_graphs(37, 1);
  const Batch together = victim_->scores(pointers(graphs)).values;
  ASSERT_EQ(together.rows(), 37);
  EXPECT_NE(together.row(0), together.row(1));
  for (int i = 0; i < 37; ++i)
    EXPECT_LT(largest(scores_of(*victim_, graphs[i]) - together.row(i)),
              1e-5 * (1 + largest(together.row(i))));
}

TEST_P(GraphVictimConformance, DoesNotDependOnTheOrderOfNodes) {
  Rng rng(2);
  for (const auto& graph : random_graphs(20, 3, /*weighted=*/true)) {
    const Batch expected = scores_of(*victim_, graph);
    const Batch found = scores_of(*victim_, renumbered(graph, rng.permutation(graph.nodes)));
    EXPECT_LT(largest(found - expected), 1e-5 * (1 + largest(expected)));
  }
}

TEST_P(GraphVictimConformance, DependsOnEdgesAndTheirWeights) {
  Rng rng(4);
  const Graph graph = rich_graph(12, 0.3, rng, /*weighted=*/true);
  const Batch expected = scores_of(*victim_, graph);
  Graph changed = graph;
  changed.weights[0] *= 3;
  EXPECT_NE(scores_of(*victim_, changed), expected);
  changed.edges.clear();
  changed.weights.clear();
  EXPECT_NE(scores_of(*victim_, changed), expected);
}

TEST_P(GraphVictimConformance, TakesAMissingWeightAsOne) {
  Rng rng(5);
  Graph graph = rich_graph(12, 0.3, rng);
  const Batch expected = scores_of(*victim_, graph);
  graph.weights.assign(graph.edges.size(), 1.0f);
  EXPECT_EQ(scores_of(*victim_, graph), expected);
}

TEST_P(GraphVictimConformance, TakesAnEdgeOfWeightZeroAsNone) {
  Rng rng(6);
  for (const Graph& graph : random_graphs(10, 7, /*weighted=*/true)) {
    Graph padded = graph;
    padded.edges.clear();
    padded.weights.clear();
    for (int u = 0; u < graph.nodes; ++u)
      for (int v = u + 1; v < graph.nodes; ++v) {
        const int edge = graph.find({u, v});
        if (edge < 0 && rng.uniform() < 0.5) continue;
        padded.edges.push_back({u, v});
        padded.weights.push_back(edge < 0 ? 0.0f : graph.weight(edge));
      }
    const Batch expected = scores_of(*victim_, graph);
    EXPECT_LT(largest(scores_of(*victim_, padded) - expected), 1e-5 * (1 + largest(expected)));
  }
}

TEST_P(GraphVictimConformance, DoesNotDependOnThreads) {
  const auto graphs = random_graphs(90, 8);
  const Batch expected = victim_->scores(pointers(graphs)).values;
  for (const int threads : {1, 2, 4}) {
    ThreadPool pool(threads);
    const auto victim = make(&pool);
    for (int repeat = 0; repeat < 3; ++repeat)
      EXPECT_EQ(victim->scores(pointers(graphs)).values, expected) << threads;
  }
}

TEST_P(GraphVictimConformance, LabelsAreTheBestScores) {
  const auto graphs = random_graphs(20, 9);
  const auto scores = victim_->scores(pointers(graphs));
  const auto labels = victim_->labels(pointers(graphs));
  ASSERT_EQ(labels.size(), 20U);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(labels[i], predicted_class(scores, i));
}

// Checks a random direction in the weights of present edges, and one in those of absent edges.
TEST_P(GraphVictimConformance, GradientsAreThoseOfFiniteDifferences) {
  if (GetParam().program) GTEST_SKIP() << "a program gives no gradients";
  ASSERT_TRUE(victim_->has_gradients());
  Rng rng(10);
  const Graph graph = rich_graph(14, 0.35, rng, /*weighted=*/true);
  std::vector<NodePair> pairs;
  Graph complete = graph;
  complete.edges.clear();
  complete.weights.clear();
  for (int u = 0; u < graph.nodes; ++u)
    for (int v = u + 1; v < graph.nodes; ++v) {
      pairs.push_back({u, v});
      const int edge = graph.find({u, v});
      complete.edges.push_back({u, v});
      complete.weights.push_back(edge < 0 ? 0.0f : graph.weight(edge));
    }
  Eigen::RowVectorXf cotangent(3);
  cotangent << 1, -0.5f, 0.25f;
  const Eigen::RowVectorXf gradient = victim_->edge_gradients(graph, pairs, cotangent);
  ASSERT_EQ(gradient.size(), static_cast<Eigen::Index>(pairs.size()));
  for (const bool present : {true, false}) {
    // Large enough for float scores to differ, small enough for few rectifiers to switch.
    const float step = 5e-4f;
    Graph above = complete, below = complete;
    double expected = 0, scale = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if ((graph.find(pairs[i]) >= 0) != present) continue;
      const auto direction = static_cast<float>(rng.normal() + (gradient(i) > 0 ? 1 : -1));
      above.weights[i] += step * direction;
      below.weights[i] -= step * direction;
      expected += gradient(i) * direction;
      scale += std::abs(gradient(i) * direction);
    }
    const double difference = (scores_of(*victim_, above).row(0).dot(cotangent) -
                               scores_of(*victim_, below).row(0).dot(cotangent)) /
                              (2 * step);
    EXPECT_GT(scale, 0);
    EXPECT_NEAR(difference, expected, 0.03 * scale) << (present ? "present" : "absent");
  }
}

TEST_P(GraphVictimConformance, GradientsDoNotDependOnTheRequestedPairs) {
  if (GetParam().program) GTEST_SKIP() << "a program gives no gradients";
  Rng rng(11);
  const Graph graph = rich_graph(14, 0.35, rng);
  std::vector<NodePair> pairs;
  for (int u = 0; u < graph.nodes; ++u)
    for (int v = u + 1; v < graph.nodes; ++v) pairs.push_back({u, v});
  const Eigen::RowVectorXf cotangent = Eigen::RowVectorXf::LinSpaced(3, -1, 1);
  const auto all = victim_->edge_gradients(graph, pairs, cotangent);
  for (std::size_t i = 0; i < pairs.size(); i += 7)
    EXPECT_NEAR(victim_->edge_gradients(graph, {&pairs[i], 1}, cotangent)(0), all(i),
                1e-5 * (1 + all.cwiseAbs().maxCoeff()));
}

TEST_P(GraphVictimConformance, AcceptsNodesWithoutEdges) {
  Graph graph;
  graph.nodes = 3;
  graph.node_labels = {0, 1, 2};
  graph.attribute_count = 2;
  graph.attributes = {1, 2, 3, 4, 5, 6};
  EXPECT_TRUE(scores_of(*victim_, graph).allFinite());
  if (GetParam().program) return;
  const std::vector<NodePair> pairs = {{0, 1}, {1, 2}};
  EXPECT_TRUE(victim_->edge_gradients(graph, pairs, Eigen::RowVectorXf::Ones(3)).allFinite());
}

TEST_P(GraphVictimConformance, RefusesGraphsWithoutItsFeatures) {
  EXPECT_THROW(victim_->scores({}), InputError);
  Rng rng(12);
  Graph graph = rich_graph(5, 0.5, rng);
  graph.node_labels[3] = 3;
  EXPECT_THROW(scores_of(*victim_, graph), InputError);
  EXPECT_THROW(scores_of(*victim_, random_graph(5, 0.5, rng)), InputError);
  EXPECT_THROW(scores_of(*victim_, Graph()), InputError);
  const NodePair outside{0, 5};
  graph.node_labels[3] = 0;
  if (!GetParam().program) {
    EXPECT_THROW(victim_->edge_gradients(graph, {&outside, 1}, Eigen::RowVectorXf::Ones(3)), InputError);
  }
}

TEST_P(GraphVictimConformance, TakesALargeGraph) {
  Rng rng(13);
  Graph graph;
  graph.nodes = 10'000;
  for (int i = 0; i < 50'000; ++i) {
    const int u = rng.index(graph.nodes);
    const int v = rng.index(graph.nodes);
    if (u != v) graph.edges.push_back(pair_of(u, v));
  }
  std::ranges::sort(graph.edges);
  graph.edges.erase(std::unique(graph.edges.begin(), graph.edges.end()), graph.edges.end());
  graph.attribute_count = 2;
  for (int node = 0; node < graph.nodes; ++node) {
    graph.node_labels.push_back(node % 3);
    graph.attributes.insert(graph.attributes.end(), {0.1f, -0.2f});
  }
  EXPECT_TRUE(scores_of(*victim_, graph).allFinite());
}

INSTANTIATE_TEST_SUITE_P(, GraphVictimConformance, ::testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace bora::models
