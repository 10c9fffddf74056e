// Checkpoints, from which an interrupted training is resumed.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "models/training/training.h"

namespace bora::models {

/// State of a training after a whole epoch. All random numbers are drawn from the seed, the epoch and the
/// input, so no random state is stored: a resumed training ends as if it had never stopped.
struct Checkpoint {
  int epochs = 0;       ///< number of whole epochs done
  TrainingResult best;  ///< result of the epoch whose weights are the best so far; its seconds: until now
  std::string state;    ///< weights, the best weights, and the optimiser's state (EpochTrainer::state)
};

/// File of a training's checkpoints, and identity of the training.
struct CheckpointPlan {
  std::filesystem::path file;  ///< file of the checkpoints; empty: none are written
  /// Everything that determines the result of the training, e.g. "lr" -> "0.02".
  std::map<std::string, std::string> training;
  bool resume = false;  ///< resume from the file
};

/// Replaces the checkpoint that the plan's file holds. Throws InputError if it cannot be written.
void write_checkpoint(const CheckpointPlan& plan, const Checkpoint& checkpoint);

/// Returns the checkpoint in the plan's file; nothing if there is no such file. Throws InputError if it is
/// damaged, or of another training, naming what differs.
std::optional<Checkpoint> read_checkpoint(const CheckpointPlan& plan);

}  // namespace bora::models
