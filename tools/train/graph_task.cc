#include <functional>

#include "common/random.h"
#include "common/thread_pool.h"
#include "data/graphs/load_graphs.h"
#include "models/graphs/graph_training.h"
#include "models/networks/export.h"
#include "models/victims/evaluation.h"
#include "tools/options/run_tool.h"
#include "tools/options/setting.h"
#include "tools/train/outcome.h"
#include "tools/train/tasks.h"

namespace bora::tools {
namespace {

GraphTrainingOptions training_of(const TrainOptions& options, const GraphArchitecture& architecture) {
  GraphTrainingOptions training = default_training(architecture);
  copy_given(options, training);
  training.dropout = options.dropout.value_or(training.dropout);
  training.check();
  return training;
}

}  // namespace

int train_on_graphs(const TrainOptions& options) {
  GraphNetworkOptions network_options;
  if (!options.architecture.empty())
    network_options.architecture = parse_graph_architecture(options.architecture, "arch");
  const GraphTrainingOptions training = training_of(options, network_options.architecture);
  const auto& stop = interrupt_flag();
  const auto parts =
      split_for_validation(options, load_graphs(options.data, Part::train, options.split), 0.1);
  const GraphDataset& train_part = parts.train;
  const GraphDataset test_part = load_graphs(options.data, Part::test, options.split);

  network_options.features = features_for(
      options.features.empty() ? default_features(train_part) : options.features, train_part, "--features");
  network_options.scaling = scaling_for(network_options.features, train_part);
  network_options.classes = number_of_classes(train_part, test_part);
  warn_of_labels(options, parts, test_part);
  print_notes(train_part);
  for (const std::string& warning : joint_warnings(train_part, test_part)) warn(warning);
  const std::string doubt = describe_known_graphs(train_part, parts.kept_apart(), test_part);
  warn(doubt);
  naming("--data " + options.data, [&] { network_options.check(); });
  network_options.seed = mix_seed(training.seed, "weights");

  ThreadPool pool(options.threads);
  GraphNetwork network(network_options, &pool);
  const CheckpointPlan checkpoints = checkpoint_plan(options, content_hash(train_part));
  TrainReporter reporter(options, training.epochs,
                         [&] { return measure_accuracy(network, test_part).fraction(); });
  const TrainingResult result =
      train(network, train_part, training, pool, std::ref(reporter), &stop, parts.kept_apart(), &checkpoints);
  reporter.finish();
  if (result.epochs == 0) return nothing_trained();

  const Accuracy accuracy = measure_accuracy(network, test_part);
  export_torchscript(network, options.out,
                     metadata_of(options, train_part, training, result.epochs, accuracy.fraction()));
  conclude_checkpoint(options, result);
  return print_outcome(options, {.architecture = to_string(network_options.architecture),
                                 .weights = network.weights(),
                                 .training = result,
                                 .test = accuracy,
                                 .doubt = doubt});
}

}  // namespace bora::tools
