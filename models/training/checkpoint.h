// Checkpoints from which an interrupted training resumes.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "models/training/training.h"

namespace bora::models {

/// State of a training after a complete epoch. It has no random state, since random numbers depend only on
/// the seed, the epoch and the input. A resumed training therefore ends as if it had never stopped.
struct Checkpoint {
  int epochs = 0;       ///< number of complete epochs
  TrainingResult best;  ///< result of the best epoch so far; its `seconds` are the time until now
  std::string state;    ///< weights, the best weights, and the optimiser's state (EpochTrainer::state)
};

/// File of a training's checkpoints, and the options that identify the training.
struct CheckpointPlan {
  std::filesystem::path file;  ///< file that holds the last checkpoint; empty: none is written
  /// Everything that determines the result of the training, e.g. "lr" -> "0.02".
  std::map<std::string, std::string> training;
  bool resume = false;  ///< whether to resume from the file, if it exists
};

/// Replaces the checkpoint that is in the plan's file. Throws InputError if the file cannot be written.
void write_checkpoint(const CheckpointPlan& plan, const Checkpoint& checkpoint);

/// Returns the checkpoint in the plan's file; nullopt if there is no such file. Throws InputError if it is
/// damaged, or if it belongs to another training, naming the option that differs.
std::optional<Checkpoint> read_checkpoint(const CheckpointPlan& plan);

}  // namespace bora::models
