#include "models/graphs/graph_training.h"

#include <gtest/gtest.h>

#include "common/error.h"
#include "models/toy_graphs.h"
#include "models/training/checkpoint.h"
#include "models/victims/evaluation.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::models {
namespace {

using testing::input_error;

GraphNetwork make_network(const GraphDataset& dataset, const std::string& architecture = "gcn") {
  GraphNetworkOptions options;
  options.architecture = parse_graph_architecture(architecture);
  options.features = features_for("degree", dataset);
  options.classes = dataset.classes;
  return GraphNetwork(options);
}

GraphTrainingOptions quick(int epochs) {
  GraphTrainingOptions options;
  options.epochs = epochs;
  return options;
}

TEST(GraphTraining, LearnsSeparableClasses) {
  const auto dataset = densities(200, 2, 1);
  const auto unseen = densities(100, 2, 2);
  ThreadPool pool(2);
  for (const auto& architecture : graph_architectures()) {
    GraphNetwork network = make_network(dataset, architecture);
    const auto result = train(network, dataset, quick(12), pool);
    EXPECT_EQ(result.epochs, 12);
    EXPECT_FALSE(result.interrupted);
    EXPECT_LT(result.loss, 0.3) << architecture;
    EXPECT_GE(measure_accuracy(network, unseen).fraction(), 0.9) << architecture;
  }
}

TEST(GraphTraining, DependsOnTheSeedAndNotOnTheThreads) {
  const auto dataset = densities(75, 3, 3);  // the last batch and its last slice are not full
  const auto graphs = graphs_as_batch(dataset);
  for (const auto& architecture : graph_architectures()) {
    auto options = quick(2);
    options.dropout = 0.3;
    options.weight_decay = 1e-3;
    const auto scores = [&](int threads) {
      ThreadPool pool(threads);
      GraphNetwork network = make_network(dataset, architecture);
      train(network, dataset, options, pool);
      return network.scores(graphs).values;
    };
    const Batch expected = scores(1);
    for (const int threads : {1, 2, 5}) EXPECT_EQ(scores(threads), expected) << architecture;
    options.seed = 1;
    EXPECT_NE(scores(1), expected) << architecture;
  }
}

TEST(GraphTraining, StoppedKeepsTheLastGoodEpoch) {
  const auto dataset = densities(75, 3, 4);
  const auto graphs = graphs_as_batch(dataset);
  ThreadPool pool(2);
  GraphNetwork network = make_network(dataset, "gin");
  const Batch initial = network.scores(graphs).values;
  std::atomic<bool> stop = false;
  Batch after_first_epoch;
  const auto stopped = [&](int epoch) {
    return train(
        network, dataset, quick(5), pool,
        [&](const TrainingProgress& now) {
          EXPECT_EQ(now.steps, 3);
          if (now.epoch == 1 && now.epoch_done()) after_first_epoch = network.scores(graphs).values;
          if (now.epoch == epoch && now.step == 1) stop = true;
        },
        &stop);
  };
  auto result = stopped(1);
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.epochs, 0);
  EXPECT_EQ(network.scores(graphs).values, initial);
  stop = false;
  result = stopped(2);
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.epochs, 1);
  EXPECT_EQ(network.scores(graphs).values, after_first_epoch);
}

TEST(GraphTraining, KeepsTheEpochThatValidatesBest) {
  // Half of the labels are wrong, so that late epochs only memorise them.
  auto dataset = densities(60, 2, 5);
  for (int i = 0; i < 30; ++i) dataset.labels[i] = i / 2 % 2;
  const auto validation = densities(40, 2, 6);
  ThreadPool pool(2);
  auto options = quick(30);
  options.learning_rate = 0.05;
  GraphNetwork network = make_network(dataset, "gin");
  std::vector<Evaluation> seen;
  const auto result = train(
      network, dataset, options, pool,
      [&](const TrainingProgress& now) {
        EXPECT_EQ(now.validation.has_value(), now.epoch_done());
        if (now.epoch_done()) seen.push_back(*now.validation);
      },
      nullptr, &validation);
  ASSERT_EQ(seen.size(), 30U);
  int most = 0;
  for (const auto& each : seen) most = std::max(most, each.accuracy.correct);
  double loss = 0;  // loss of the last epoch with `most` correct predictions
  for (const auto& each : seen)
    if (each.accuracy.correct == most) loss = each.loss;
  ASSERT_LT(seen.back().accuracy.correct, most) << "the last epoch is no test";
  ASSERT_TRUE(result.validation);
  EXPECT_EQ(result.validation->accuracy.correct, most);
  EXPECT_EQ(result.validation->loss, loss);
  EXPECT_EQ(seen[result.epochs - 1].loss, loss);
  EXPECT_EQ(evaluate(network, validation).loss, loss) << "the network is that of the epoch kept";
}

TEST(GraphTraining, FirstLossesDoNotGrowWithTheGraphs) {
  Rng rng(1);
  GraphDataset dataset;
  dataset.source = "large";
  dataset.classes = 2;
  dataset.attribute_count = 1;
  for (int i = 0; i < 32; ++i) {
    Graph graph = random_graph(300 + rng.index(50), 0.01, rng);
    graph.attribute_count = 1;
    for (int node = 0; node < graph.nodes; ++node)
      graph.attributes.push_back(static_cast<float>(5000 + 1000 * rng.normal()));
    dataset.graphs.push_back(std::move(graph));
    dataset.labels.push_back(i % 2);
    dataset.records.push_back(i);
  }
  ThreadPool pool(2);
  for (const auto& architecture : graph_architectures()) {
    const auto first_loss = [&](bool scaled) {
      GraphNetworkOptions options;
      options.architecture = parse_graph_architecture(architecture);
      options.features = features_for("attributes", dataset);
      if (scaled) options.scaling = scaling_for(options.features, dataset);
      GraphNetwork network(options);
      return train(network, dataset, quick(1), pool).loss;
    };
    EXPECT_LT(first_loss(true), 2) << architecture;
    EXPECT_GT(first_loss(false), 20) << architecture << ": this data set is no test";
  }
}

TEST(GraphTraining, ResumesWhereItWasInterrupted) {
  const auto dataset = densities(60, 2, 5);
  const auto validation = densities(20, 2, 6);
  const testing::TemporaryFolder folder;
  ThreadPool pool(2);
  std::vector<const Graph*> graphs = graphs_as_batch(validation);
  for (const auto& architecture : {"gcn", "gin"}) {
    GraphNetwork whole = make_network(dataset, architecture);
    const auto expected = train(whole, dataset, quick(5), pool, {}, nullptr, &validation);
    CheckpointPlan plan{folder / "g.checkpoint", {}, false};
    for (const int until : {2, 9}) {
      std::atomic<bool> stop = false;
      GraphNetwork network = make_network(dataset, architecture);
      const auto result = train(
          network, dataset, quick(5), pool, [&](const TrainingProgress& now) { stop = now.epoch == until; },
          &stop, &validation, &plan);
      plan.resume = true;
      if (until == 2) continue;
      EXPECT_EQ(network.scores(graphs).values, whole.scores(graphs).values) << architecture;
      EXPECT_EQ(result.epochs, expected.epochs);
    }
  }
}

TEST(GraphTraining, RefusesInvalidDataAndOptions) {
  auto dataset = densities(40, 3, 7);
  ThreadPool pool(1);
  GraphNetwork network = make_network(dataset);
  const auto expect = [&](const std::string& start, auto change) {
    GraphTrainingOptions options = quick(3);
    change(options);
    const std::string text = input_error([&] { train(network, dataset, options, pool); });
    EXPECT_EQ(text.rfind(start, 0), 0u) << text;
  };
  expect("epochs is 0", [](auto& o) { o.epochs = 0; });
  expect("batch is 0", [](auto& o) { o.batch = 0; });
  expect("learning rate is -1", [](auto& o) { o.learning_rate = -1; });
  expect("weight decay is nan", [](auto& o) { o.weight_decay = std::nan(""); });
  expect("dropout is 1", [](auto& o) { o.dropout = 1; });
  expect("training diverged in epoch", [](auto& o) { o.learning_rate = 1e30; });
  dataset.labels[5] = -1;
  expect("densities: record 5 has label -1", [](auto&) {});
  dataset.labels[5] = 3;
  expect("densities: record 5 has label 3", [](auto&) {});
}

}  // namespace
}  // namespace bora::models
