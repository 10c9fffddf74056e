#include "nas/run/training/cell_trainer.h"

#include <exception>
#include <optional>

#include <fmt/format.h>

#include "common/error.h"
#include "common/random.h"
#include "common/thread_pool.h"
#include "models/networks/export.h"
#include "models/victims/torch/torchscript_victim.h"
#include "nas/estimator/zero_cost.h"
#include "nas/run/training/devices.h"
#include "nas/run/training/latency.h"
#include "nas/run/training/training_course.h"

namespace bora::nas {
namespace {

namespace fs = std::filesystem;

// Goes on with what an earlier try left behind: then `epochs` gets the epochs that are done.
CheckpointPlan plan_of(const CellTask& task, const TrainingOptions& training, const std::string& architecture,
                       const fs::path& folder, std::vector<TrainedEpoch>& epochs) {
  return training_course(folder,
                         {{"architecture", architecture},
                          {"epochs", fmt::to_string(training.epochs)},
                          {"batch", fmt::to_string(training.batch)},
                          {"lr", fmt::to_string(training.learning_rate)},
                          {"seed", fmt::to_string(training.seed)},
                          {"images", fmt::to_string(task.train.size())},
                          {"channels", fmt::to_string(task.network.channels)},
                          {"cells", fmt::to_string(task.network.cells)},
                          {"adversarial", fmt::to_string(training.adversarial)},
                          {"precision", training.precision},
                          {"channels last", fmt::to_string(training.channels_last)}},
                         epochs);
}

}  // namespace

fs::path trial_folder(const fs::path& folder, std::int64_t number) {
  return folder / "trials" / fmt::to_string(number);
}

bool train_network(const CellTask& task, NetworkOptions options, SearchTrial& trial, const fs::path& folder,
                   const std::atomic<bool>& stop,
                   const std::function<void(const TrainingProgress&)>& progress, const TrainingPlan& course) {
  fs::create_directories(folder);
  TrainingOptions training = task.training;
  training.seed = mix_seed(task.training.seed, trial.architecture);
  if (course.epochs > 0) training.epochs = course.epochs;
  if (course.learning_rate > 0) training.learning_rate = course.learning_rate;
  training.device = device_of(task.devices, trial.number);
  const CheckpointPlan plan = plan_of(task, training, trial.architecture, folder, trial.epochs);
  // A network that diverges, or is too large for this machine, has no value; the search continues without it.
  const auto failed = [&](const std::exception& error) {
    trial.failure = failure_of(error, plan);
    trial.epochs.clear();
    remove_checkpoint(folder);
    return true;
  };
  options.seed = mix_seed(training.seed, "weights");
  set_normalisation(options, task.train);
  ThreadPool pool(task.threads);
  std::optional<Network> made;
  try {
    made.emplace(options, &pool);
  } catch (const std::exception& error) {
    return failed(error);
  }
  Network& network = *made;
  if (task.scores && !stop) {
    try {
      // The same images for all networks, or their scores could not be compared.
      trial.scores =
          zero_cost_scores(options, task.train, {.seed = task.training.seed, .device = training.device});
    } catch (const std::exception&) {
      trial.scores.clear();  // they are there to be looked at, the search does without
    }
  }
  trial.weights = network.weights();
  CourseWatch watch(folder, trial, course, stop, progress);
  try {
    const TrainingResult result =
        train(network, task.train, training, pool, std::ref(watch), &watch.halt(), &task.validation, &plan);
    if (!watch.conclude(result, training.epochs)) return false;
  } catch (const std::exception& error) {
    return failed(error);
  }
  ModelMetadata metadata;
  metadata.data = task.data;
  metadata.class_names = task.train.class_names;
  metadata.training = training_summary(training, training.epochs);
  const fs::path model = folder / "model.pt";
  keep([&] { export_torchscript(network, model.string(), metadata, task.learnt_from); });
  try {
    const auto victim = load_torchscript(
        {.address = model.string(), .data_shape = task.validation.shape, .device = training.device});
    trial.latency = measure_latency(*victim);
    if (task.probe) {
      const auto found = task.probe(model, folder / "attack", training.device);
      if (!found) return false;
      trial.robustness = found->share();
      trial.queries = found->queries;
    }
  } catch (const InputError& error) {
    return failed(error);
  } catch (const VictimError& error) {
    return failed(error);
  }
  remove_checkpoint(folder);
  return true;
}

}  // namespace bora::nas
