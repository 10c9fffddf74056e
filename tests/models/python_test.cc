// Tests that Python's torch reads the models we export.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "models/graphs/graph_training.h"
#include "models/networks/export.h"
#include "models/toy_dataset.h"
#include "models/toy_graphs.h"
#include "models/training/training.h"
#include "models/victims/evaluation.h"
#include "support/temporary_folder.h"

namespace bora::models {
namespace {

constexpr const char* kPython = BORA_TORCH_PYTHON;

TEST(PythonTorch, ReadsWhatWeExport) {
  if (*kPython == '\0') GTEST_SKIP() << "no Python with torch and numpy on this machine";
  const testing::TemporaryFolder folder;
  for (const auto& architecture : {"lenet", "resnet8"}) {
    const auto dataset = bars(64, {3, 28, 20}, 4, 1);
    NetworkOptions options;
    options.architecture = architecture;
    options.input = dataset.shape;
    options.classes = dataset.classes;
    set_normalisation(options, dataset);
    Network network(options);
    TrainingOptions training;
    training.epochs = 1;
    ThreadPool pool(1);
    train(network, dataset, training, pool);
    ModelMetadata metadata;
    metadata.class_names = {"a", "b", "c", "d"};
    export_torchscript(network, (folder / "model.pt").string(), metadata);

    const Batch images = images_as_batch(dataset, 0, 10);
    std::ofstream(folder / "images", std::ios::binary)
        .write(reinterpret_cast<const char*>(images.data()), images.size() * sizeof(float));
    const auto at = [&](const char* name) { return fmt::format("'{}'", (folder / name).string()); };
    const std::string command =
        fmt::format("'{}' '{}/models/torch_scores.py' {} {} 3x28x20 {} > {}", kPython, BORA_TEST_SOURCE_DIR,
                    at("model.pt"), at("images"), at("scores"), at("json"));
    ASSERT_EQ(std::system(command.c_str()), 0) << command;

    const Batch expected = network.scores(images).values;
    Batch scores(expected.rows(), expected.cols());
    std::ifstream file(folder / "scores", std::ios::binary);
    file.read(reinterpret_cast<char*>(scores.data()), scores.size() * sizeof(float));
    ASSERT_EQ(file.gcount(), static_cast<std::streamsize>(scores.size() * sizeof(float)));
    EXPECT_LT((scores - expected).cwiseAbs().maxCoeff(), 1e-5f * (1 + expected.cwiseAbs().maxCoeff()))
        << architecture;

    std::ostringstream json;
    json << std::ifstream(folder / "json").rdbuf();
    EXPECT_EQ(metadata_from_json(json.str(), "extra file").class_names, metadata.class_names);
  }
}

TEST(PythonTorch, ReadsTheGraphNetworksWeExport) {
  if (*kPython == '\0') GTEST_SKIP() << "no Python with torch and numpy on this machine";
  const testing::TemporaryFolder folder;
  Rng rng(5);
  GraphDataset dataset;
  dataset.source = "random graphs";
  for (int i = 0; i < 12; ++i) {
    dataset.graphs.push_back(rich_graph(1 + rng.index(12), 0.4, rng, /*weighted=*/true));
    dataset.labels.push_back(i % 3);
    dataset.records.push_back(i);
  }
  const NodeFeatures features("label+attributes", 3, 2);
  nlohmann::json json = {{"x", nlohmann::json::array()}};
  int nodes = 0;
  for (int i = 0; i < dataset.size(); ++i) {
    const Graph& graph = dataset.graphs[i];
    std::vector<float> rows(static_cast<std::size_t>(graph.nodes) * features.width());
    features.write(graph, rows.data(), "test");
    for (int node = 0; node < graph.nodes; ++node) {
      const auto row = rows.begin() + static_cast<std::ptrdiff_t>(node) * features.width();
      json["x"].push_back(std::vector<float>(row, row + features.width()));
      json["batch"].push_back(i);
    }
    for (std::size_t e = 0; e < graph.edges.size(); ++e)
      for (const bool forward : {true, false}) {
        const auto [u, v] = graph.edges[e];
        json["edge_index"][0].push_back(nodes + (forward ? u : v));
        json["edge_index"][1].push_back(nodes + (forward ? v : u));
        json["edge_weight"].push_back(graph.weights[e]);
      }
    nodes += graph.nodes;
  }
  std::ofstream(folder / "graphs") << json;

  for (const auto& kind : graph_architectures()) {
    GraphNetworkOptions options;
    options.architecture = parse_graph_architecture(kind);
    options.features = features;
    options.classes = 3;
    options.scaling = scaling_for(features, dataset);
    GraphNetwork network(options);
    GraphTrainingOptions training;
    training.epochs = 2;
    ThreadPool pool(1);
    train(network, dataset, training, pool);
    export_torchscript(network, (folder / "model.pt").string());
    const auto at = [&](const char* name) { return fmt::format("'{}'", (folder / name).string()); };
    const std::string command =
        fmt::format("'{}' '{}/models/torch_graph_scores.py' {} {} {} > {}", kPython, BORA_TEST_SOURCE_DIR,
                    at("model.pt"), at("graphs"), kind, at("scores"));
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    const Batch expected = network.scores(graphs_as_batch(dataset)).values;
    std::ifstream file(folder / "scores");
    for (Eigen::Index i = 0; i < expected.size(); ++i) {
      float score = 0;
      ASSERT_TRUE(file >> score);
      EXPECT_NEAR(score, expected.data()[i], 1e-5 * (1 + expected.cwiseAbs().maxCoeff())) << kind;
    }
  }
}

}  // namespace
}  // namespace bora::models
