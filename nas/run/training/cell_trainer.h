// Training of the networks for images that a search asks for.
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

/// Settings and data shared by all networks for images of a search.
struct CellTask {
  SpacePtr space;
  CellNetworkOptions network;
  int threads = 1;           ///< threads per training; networks of a search are trained in parallel
  bool scores = false;       ///< whether zero-cost scores are computed, too
  TrainingOptions training;  ///< the seed of a network is derived from training.seed and the architecture
  std::vector<std::string> devices{"cpu"};  ///< devices for device_of(); training.device is not used
  ImageDataset train, validation;
  ContentSet learnt_from;  ///< images of both, which are stored in the files of the models
  std::string data;        ///< name that load_dataset() was given, for the metadata of the model
  /// Function that measures the robustness of the network in the file `model` on a device, with a folder for
  /// the results; nullopt if it was stopped (RobustnessProbe::measure()). Empty: robustness is not measured.
  std::function<std::optional<Resistance>(const std::filesystem::path& model,
                                          const std::filesystem::path& folder, const std::string& device)>
      probe;
};

/// Reads the train part of config.data and divides it at random, by the seed, into training and validation
/// images. test: test part, used only to count the classes. Throws InputError.
CellTask make_cell_task(const SearchConfig& config, const SpacePtr& space, const ImageDataset& test);

/// Trains one network, saves it as folder/model.pt, and measures its latency and its robustness (in
/// folder/attack). options: those of architecture_network(); trial.architecture: name of the network. Apart
/// from times, the result depends only on the task, the name and the options (on CUDA up to rounding). An
/// interrupted training is resumed, with the same result, from the checkpoint of its last complete epoch in
/// the folder; if the checkpoint is damaged, it is restarted. `trial` receives epochs, weights, seconds,
/// latency and robustness, or a failure. Returns false if `stop` or the probe ended it. Throws StorageError
/// if the disk is full; this is not a failure of the network, and the training can be resumed.
bool train_network(const CellTask& task, NetworkOptions options, SearchTrial& trial,
                   const std::filesystem::path& folder, const std::atomic<bool>& stop,
                   const std::function<void(const TrainingProgress&)>& progress,
                   const TrainingPlan& course = {});

/// Returns folder/trials/NUMBER.
std::filesystem::path trial_folder(const std::filesystem::path& folder, std::int64_t number);

}  // namespace bora::nas
