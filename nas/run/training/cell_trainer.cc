#include "nas/run/training/cell_trainer.h"

#include <algorithm>
#include <exception>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "common/error.h"
#include "common/random.h"
#include "common/thread_pool.h"
#include "data/images/load.h"
#include "data/images/training_data.h"
#include "models/networks/export.h"
#include "models/victims/torch/torchscript_victim.h"
#include "nas/estimator/zero_cost.h"
#include "nas/run/training/devices.h"
#include "nas/run/training/latency.h"
#include "nas/run/training/train_part.h"

namespace bora::nas {
namespace {

namespace fs = std::filesystem;

// Returns the plan of checkpoints in `folder`. If there is a checkpoint of an interrupted training, `epochs`
// receives its epochs.
CheckpointPlan plan_of(const CellTask& task, const TrainingOptions& training, const std::string& architecture,
                       const fs::path& folder, std::vector<TrainedEpoch>& epochs) {
  std::map<std::string, std::string> settings{{"architecture", architecture},
                                              {"epochs", fmt::to_string(training.epochs)},
                                              {"batch", fmt::to_string(training.batch)},
                                              {"lr", fmt::to_string(training.learning_rate)},
                                              {"seed", fmt::to_string(training.seed)},
                                              {"images", fmt::to_string(task.train.size())},
                                              {"channels", fmt::to_string(task.network.channels)},
                                              {"cells", fmt::to_string(task.network.cells)},
                                              {"adversarial", fmt::to_string(training.adversarial)},
                                              {"precision", training.precision},
                                              {"channels last", fmt::to_string(training.channels_last)}};
  // Checkpoints of versions without these settings have neither.
  if (training.auxiliary > 0) settings["auxiliary"] = fmt::to_string(training.auxiliary);
  if (training.drop_path > 0) settings["drop path"] = fmt::to_string(training.drop_path);
  return training_course(folder, settings, epochs);
}

// Returns the training options of the task with those of the plan, and with the seed and the device of the
// trial. Networks that are not of the space have no auxiliary classifier and no paths to drop.
TrainingOptions training_of(const CellTask& task, const NetworkOptions& network, const SearchTrial& trial,
                            const TrainingPlan& course) {
  TrainingOptions training = task.training;
  if (!network.body) training.auxiliary = training.drop_path = 0;
  training.seed = mix_seed(task.training.seed, trial.architecture);
  if (course.epochs > 0) training.epochs = course.epochs;
  if (course.learning_rate > 0) training.learning_rate = course.learning_rate;
  training.device = device_of(task.devices, trial.number);
  return training;
}

// Writes the trained network to `model`, with a description of its data and its training.
void write_model(const CellTask& task, const TrainingOptions& training, Network& network,
                 const fs::path& model) {
  ModelMetadata metadata;
  metadata.data = task.data;
  metadata.class_names = task.train.class_names;
  metadata.training = training_summary(training, training.epochs);
  with_storage_errors([&] { export_torchscript(network, model.string(), metadata, task.learnt_from); });
}

// Measures the latency of the model and, if the task asks for it, its robustness. Returns false if it was
// interrupted.
bool measure(const CellTask& task, const fs::path& model, const std::string& device, SearchTrial& trial) {
  const auto victim =
      load_torchscript({.address = model.string(), .data_shape = task.validation.shape, .device = device});
  trial.latency = measure_latency(*victim);
  if (!task.probe) return true;
  const auto found = task.probe(model, model.parent_path() / "attack", device);
  if (!found) return false;
  trial.robustness = found->share();
  trial.queries = found->queries;
  return true;
}

}  // namespace

CellTask make_cell_task(const SearchConfig& config, const SpacePtr& space, const ImageDataset& test) {
  CellTask task;
  task.space = space;
  task.network.channels = config.channels;
  task.network.cells = config.cells;
  task.scores = config.scores;
  task.training.epochs = config.epochs;
  task.training.learning_rate = config.learning_rate;
  task.training.adversarial = config.adversarial;
  task.training.auxiliary = config.auxiliary;
  task.training.drop_path = config.drop_path;
  task.training.precision = config.precision;
  task.training.channels_last = config.channels_last;
  task.devices = devices_of(config.device, config.workers, cuda_devices());
  task.training.seed = config.seed;
  const ImageDataset all = load_dataset(config.data, Part::train);
  DividedPart<ImageDataset> part = divide_train_part(config, all, "images");
  task.train = std::move(part.train);
  task.validation = std::move(part.validation);
  task.learnt_from = ContentSet(task.train);
  task.learnt_from.merge(ContentSet(task.validation));
  task.train.classes = number_of_classes(all, test);
  task.data = data_to_remember(config.data, task.train.source);
  task.training.batch = std::min(config.image_batch, task.train.size());
  // Only colour images are mirrored, as in bo-train: a mirrored digit is another shape.
  task.training.augmentation.flip = task.train.shape.channels == 3;
  // Small images, with a side below 16, are shifted by at most an eighth of the side.
  if (const int side = std::min(task.train.shape.height, task.train.shape.width); side < 16)
    task.training.augmentation.shift = std::min(task.training.augmentation.shift, side / 8);
  task.training.check();
  for (const std::string& device : task.devices) check_device(device);
  return task;
}

fs::path trial_folder(const fs::path& folder, std::int64_t number) {
  return folder / "trials" / fmt::to_string(number);
}

bool train_network(const CellTask& task, NetworkOptions options, SearchTrial& trial, const fs::path& folder,
                   const std::atomic<bool>& stop,
                   const std::function<void(const TrainingProgress&)>& progress, const TrainingPlan& course) {
  fs::create_directories(folder);
  const TrainingOptions training = training_of(task, options, trial, course);
  const CheckpointPlan plan = plan_of(task, training, trial.architecture, folder, trial.epochs);
  // A network that diverges or is too large for this machine has no value; the search continues.
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
      // The seed is the same for all networks, so that their scores are computed on the same images.
      trial.scores =
          zero_cost_scores(options, task.train, {.seed = task.training.seed, .device = training.device});
    } catch (const std::exception&) {
      trial.scores.clear();  // scores are optional
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
  const fs::path model = folder / "model.pt";
  write_model(task, training, network, model);
  try {
    if (!measure(task, model, training.device, trial)) return false;
  } catch (const InputError& error) {
    return failed(error);
  } catch (const VictimError& error) {
    return failed(error);
  }
  remove_checkpoint(folder);
  return true;
}

}  // namespace bora::nas
