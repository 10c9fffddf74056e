// Trains the networks that a search asks for.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "data/images/content_set.h"
#include "data/images/dataset.h"
#include "models/training/training.h"
#include "nas/network/architecture_network.h"
#include "nas/run/search_config.h"
#include "nas/run/search_store.h"
#include "nas/run/training/robustness_probe.h"
#include "nas/run/training/training_course.h"

namespace bora::nas {

/// Settings and data shared by all networks of a search.
struct CellTask {
  SpacePtr space;
  CellNetworkOptions network;
  int threads = 1;           ///< threads per training; networks of a search are trained in parallel
  bool scores = false;       ///< whether zero-cost scores are computed, too
  TrainingOptions training;  ///< each network's seed is drawn from training.seed and the architecture
  std::vector<std::string> devices{"cpu"};  ///< assigned by device_of(), in place of training.device
  ImageDataset train, validation;
  ContentSet learnt_from;  ///< images of both, for the files of the models
  std::string data;        ///< as passed to load_dataset, for the metadata of the model
  /// Attacks the network in a file on a device, with a folder for the results, and returns the outcome; none
  /// if it was stopped. Like RobustnessProbe::measure. Empty: robustness is not measured.
  std::function<std::optional<Resistance>(const std::filesystem::path& model,
                                          const std::filesystem::path& folder, const std::string& device)>
      probe;
};

/// Reads the train part of --data and divides it by the seed into training and validation images; `test`
/// is only used to count the classes. Throws InputError.
CellTask make_cell_task(const SearchConfig& config, const SpacePtr& space, const ImageDataset& test);

/// Trains one network, saves it as folder/model.pt, and measures its latency and its robustness (in
/// folder/attack). `options`: those of architecture_network(). trial.architecture is its name. Apart from
/// times, the result depends only on the task, the name and the options, on CUDA up to rounding. An
/// interrupted training is resumed from the checkpoint of its last complete epoch, which is kept in the
/// folder until the end, with the same result; it is restarted if the checkpoint is damaged. `trial` receives
/// its epochs, weights, seconds, latency and robustness, or a failure. Returns false if `stop` or the probe
/// ended it. Throws StorageError if the disk is full: this is not a failure, and the training can be resumed.
bool train_network(const CellTask& task, NetworkOptions options, SearchTrial& trial,
                   const std::filesystem::path& folder, const std::atomic<bool>& stop,
                   const std::function<void(const TrainingProgress&)>& progress,
                   const TrainingPlan& course = {});

/// Returns folder/trials/NUMBER.
std::filesystem::path trial_folder(const std::filesystem::path& folder, std::int64_t number);

}  // namespace bora::nas
