// Training of the networks for graphs that a search asks for.
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

/// Settings and data shared by all networks for graphs of a search.
struct GraphTrainingTask {
  GraphDataset train, validation;
  NodeFeatures features;
  GraphScaling scaling;
  int classes = 0;
  std::optional<int> epochs, batch;     ///< none: that of default_training() is used
  std::optional<double> learning_rate;  ///< none: that of default_training() is used
  std::uint64_t seed = 0;               ///< the seed of a network is derived from it and the architecture
  std::string data;                     ///< name that load_graphs() was given, for the metadata of the model
  int threads = 1;                      ///< threads per training

  /// Returns the training options of an architecture. Throws InputError if they are invalid.
  GraphTrainingOptions training_of(const std::string& architecture) const;
};

/// Reads the train part of config.data and divides it at random, by the seed, into training and validation
/// graphs. test: test part, used only to count the classes. Throws InputError.
GraphTrainingTask make_graph_task(const SearchConfig& config, const GraphDataset& test);

/// Trains the network that trial.architecture describes (parse_graph_architecture()) and saves it as
/// folder/model.pt. Checkpoints, `trial`, result and errors are as for train_network(), but neither latency
/// nor robustness is measured.
bool train_graph_network(const GraphTrainingTask& task, SearchTrial& trial,
                         const std::filesystem::path& folder, const std::atomic<bool>& stop,
                         const std::function<void(const TrainingProgress&)>& progress,
                         const TrainingPlan& course = {});

}  // namespace bora::nas
