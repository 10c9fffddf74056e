#include "nas/run/training/graph_trainer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "common/random.h"
#include "common/thread_pool.h"
#include "data/graphs/load_graphs.h"
#include "data/images/training_data.h"
#include "models/graphs/graph_network.h"
#include "models/networks/export.h"
#include "nas/run/training/train_part.h"

namespace bora::nas {

namespace fs = std::filesystem;

GraphTrainingOptions GraphTrainingTask::training_of(const std::string& architecture) const {
  GraphTrainingOptions training = default_training(parse_graph_architecture(architecture));
  training.epochs = epochs.value_or(training.epochs);
  training.batch = std::min(batch.value_or(training.batch), train.size());
  training.learning_rate = learning_rate.value_or(training.learning_rate);
  training.seed = mix_seed(seed, architecture);
  training.check();
  return training;
}

GraphTrainingTask make_graph_task(const SearchConfig& config, const GraphDataset& test) {
  GraphTrainingTask task;
  const GraphDataset all = load_graphs(config.data, Part::train);
  DividedPart<GraphDataset> part = divide_train_part(config, all, "graphs");
  task.train = std::move(part.train);
  task.validation = std::move(part.validation);
  task.classes = number_of_classes(all, test);
  task.features = features_for(default_features(task.train), task.train, "features");
  task.scaling = scaling_for(task.features, task.train);
  if (config.epochs > 0) task.epochs = config.epochs;
  if (config.image_batch > 0) task.batch = config.image_batch;
  if (config.learning_rate > 0) task.learning_rate = config.learning_rate;
  task.seed = config.seed;
  task.data = data_to_remember(config.data, all.source);
  return task;
}

bool train_graph_network(const GraphTrainingTask& task, SearchTrial& trial, const fs::path& folder,
                         const std::atomic<bool>& stop,
                         const std::function<void(const TrainingProgress&)>& progress,
                         const TrainingPlan& course) {
  fs::create_directories(folder);
  GraphTrainingOptions training = task.training_of(trial.architecture);
  if (course.epochs > 0) training.epochs = course.epochs;
  GraphNetworkOptions options;
  options.architecture = parse_graph_architecture(trial.architecture);
  options.features = task.features;
  options.scaling = task.scaling;
  options.classes = task.classes;
  options.seed = mix_seed(training.seed, "weights");
  ThreadPool pool(task.threads);
  const CheckpointPlan plan = training_course(folder,
                                              {{"architecture", trial.architecture},
                                               {"epochs", fmt::to_string(training.epochs)},
                                               {"batch", fmt::to_string(training.batch)},
                                               {"lr", fmt::to_string(training.learning_rate)},
                                               {"seed", fmt::to_string(training.seed)},
                                               {"graphs", fmt::to_string(task.train.size())}},
                                              trial.epochs);
  CourseWatch watch(folder, trial, course, stop, progress);
  ModelMetadata metadata;
  metadata.data = task.data;
  metadata.class_names = task.train.class_names;
  metadata.training = training_summary(training, training.epochs);
  // A network that diverges has no value; the search continues without it.
  try {
    GraphNetwork network(options, &pool);
    trial.weights = network.weights();
    const TrainingResult result =
        train(network, task.train, training, pool, std::ref(watch), &watch.halt(), &task.validation, &plan);
    if (!watch.conclude(result, training.epochs)) return false;
    with_storage_errors([&] { export_torchscript(network, (folder / "model.pt").string(), metadata); });
  } catch (const std::exception& error) {
    trial.failure = failure_of(error, plan);
    trial.epochs.clear();
  }
  remove_checkpoint(folder);
  return true;
}

}  // namespace bora::nas
