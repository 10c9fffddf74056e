// Trains the networks for graphs that a search asks for.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "common/layers.h"
#include "data/graphs/graph.h"
#include "models/graphs/graph_training.h"
#include "nas/run/search_config.h"
#include "nas/run/search_store.h"
#include "nas/run/training/training_course.h"

namespace bora::nas {

/// Settings and data shared by all networks of a search on graphs.
struct GraphTrainingTask {
  GraphDataset train, validation;
  NodeFeatures features;
  GraphScaling scaling;
  int classes = 0;
  std::optional<int> epochs, batch;     ///< none: those of default_training() are used
  std::optional<double> learning_rate;  ///< the same
  std::uint64_t seed = 0;               ///< the seed of a network is derived from it and the architecture
  std::string data;                     ///< as passed to load_graphs, for the metadata of the model
  int threads = 1;                      ///< threads per training

  GraphTrainingOptions training_of(const std::string& architecture) const;
};

/// Reads the train part of --data and divides it by the seed into training and validation graphs; `test`
/// is only used to count the classes. Throws InputError.
GraphTrainingTask make_graph_task(const SearchConfig& config, const GraphDataset& test);

/// Trains the network that parse_graph_architecture() makes of trial.architecture and saves it as
/// folder/model.pt, like train_network() for images; the checkpoint is removed at the end. Returns false if
/// `stop` ended it. Throws StorageError like train_network(). Its latency is not measured.
bool train_graph_network(const GraphTrainingTask& task, SearchTrial& trial,
                         const std::filesystem::path& folder, const std::atomic<bool>& stop,
                         const std::function<void(const TrainingProgress&)>& progress,
                         const TrainingPlan& course = {});

}  // namespace bora::nas
