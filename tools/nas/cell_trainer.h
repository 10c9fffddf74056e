// Trains the networks that a search asks for.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "data/dataset.h"
#include "models/training.h"
#include "nas/network/architecture_network.h"
#include "tools/nas/robustness_probe.h"
#include "tools/nas/search_store.h"
#include "tools/nas/training_course.h"

namespace bora {

/// What is the same for all networks of a search.
struct CellTask {
  SpacePtr space;
  CellNetworkOptions network;
  int threads = 1;           ///< of one training; networks of a search are trained side by side
  bool scores = false;       ///< whether zero-cost scores are worked out, too
  TrainingOptions training;  ///< the seed of each network is drawn from its seed and the architecture
  std::vector<std::string> devices{"cpu"};  ///< dealt out by device_of() in place of the training's own
  ImageDataset train, validation;
  std::string data;  ///< as load_dataset takes it, for the model's metadata
  /// Attacks the network in a file, on a device and with a folder for what is found, and says what came of
  /// it; none if it was stopped. Empty: robustness is not measured. As RobustnessProbe::measure.
  std::function<std::optional<Resistance>(const std::filesystem::path& model,
                                          const std::filesystem::path& folder, const std::string& device)>
      probe;
};

/// Trains one network, `options` as architecture_network() gives them, keeps it as folder/model.pt, times it
/// and has its robustness measured (in folder/attack). trial.architecture is its name. But for times the
/// result depends on the task, the name and the options alone, on CUDA up to rounding. A training that was
/// cut short goes on from its last whole epoch, of which a checkpoint is kept in the folder until all is
/// done, and ends as it would have; one whose checkpoint is damaged is begun anew. `trial` gets its epochs,
/// weights, seconds, latency and robustness, or a failure. False if `stop` or the probe ended it. Throws
/// StorageError where the disk takes no more: that is no failure, the training goes on when it is asked for
/// again.
bool train_network(const CellTask& task, NetworkOptions options, SearchTrial& trial,
                   const std::filesystem::path& folder, const std::atomic<bool>& stop,
                   const std::function<void(const TrainingProgress&)>& progress,
                   const TrainingPlan& course = {});

/// folder/trials/NUMBER
std::filesystem::path trial_folder(const std::filesystem::path& folder, std::int64_t number);

}  // namespace bora
