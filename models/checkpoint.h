// What it takes to go on with a training that was cut short.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "models/training.h"

namespace bora {

/// A training as it stands after a whole epoch. Everything random is drawn from the seed, the epoch and the
/// input, so nothing of it need be kept: what goes on from here ends as if it had never stopped.
struct Checkpoint {
  int epochs = 0;       ///< whole ones behind `state`
  TrainingResult best;  ///< of the epoch whose weights are the best so far; its seconds: until now
  std::string state;    ///< weights, the best ones, and what the optimiser remembers (EpochTrainer::state)
};

/// Where checkpoints of a training are kept, and what it is.
struct CheckpointPlan {
  std::filesystem::path file;  ///< empty: nowhere
  /// Everything that decides what becomes of the training, e.g. "lr" -> "0.02".
  std::map<std::string, std::string> training;
  bool resume = false;  ///< go on with what the file holds
};

/// Replaces the plan's file. Throws InputError if it cannot be written.
void write_checkpoint(const CheckpointPlan& plan, const Checkpoint& checkpoint);

/// What the plan's file holds; nothing if there is no such file. Throws InputError if it is damaged, or of
/// another training: then it names what differs.
std::optional<Checkpoint> read_checkpoint(const CheckpointPlan& plan);

}  // namespace bora
