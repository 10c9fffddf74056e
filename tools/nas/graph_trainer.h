// Trains the networks for graphs that a search asks for.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "data/graph.h"
#include "models/graph_training.h"
#include "tools/nas/nas_options.h"
#include "tools/nas/search_store.h"
#include "tools/nas/training_course.h"

namespace bora {

/// What is the same for all networks of a search on graphs.
struct GraphTrainingTask {
  GraphDataset train, validation;
  NodeFeatures features;
  GraphScaling scaling;
  int classes = 0;
  std::optional<int> epochs, batch;     ///< none: as suits the kind of network, default_training()
  std::optional<double> learning_rate;  ///< the same
  std::uint64_t seed = 0;               ///< the seed of each network is drawn from it and the architecture
  std::string data;                     ///< as load_graphs takes it, for the model's metadata
  int threads = 1;                      ///< of one training

  GraphTrainingOptions training_of(const std::string& architecture) const;
};

/// Reads the train part of --data and divides it by the seed into graphs to learn from and graphs to judge
/// by; `test` is only looked at for how many classes there are. Throws InputError.
GraphTrainingTask make_graph_task(const NasOptions& options, const GraphDataset& test);

/// Trains the network that parse_graph_architecture() makes of trial.architecture and keeps it as
/// folder/model.pt, as train_network() does those of images; the checkpoint stays away when all is done.
/// False if `stop` ended it. Throws StorageError, as that does. Nobody measures its latency.
bool train_graph_network(const GraphTrainingTask& task, SearchTrial& trial,
                         const std::filesystem::path& folder, const std::atomic<bool>& stop,
                         const std::function<void(const TrainingProgress&)>& progress,
                         const TrainingPlan& course = {});

}  // namespace bora
