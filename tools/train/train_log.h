// Log of a training as a table.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "common/layers.h"
#include "models/training/training.h"

namespace bora::tools {

/// CSV file with one line for each epoch: epoch, training loss, loss and accuracy on validation inputs,
/// accuracy on test inputs (each empty where it is not measured), seconds since the process began to train.
class TrainLog {
 public:
  /// Replaces the file, or keeps it, to continue a training that was interrupted. Throws InputError if it
  /// cannot be written.
  TrainLog(std::filesystem::path file, bool keep);
  /// Adds a line for the epoch that `now` ends; removes lines of this epoch and later ones, left by an
  /// interrupted training.
  void add(const TrainingProgress& now, std::optional<double> test_accuracy);

 private:
  std::filesystem::path file_;
  std::chrono::steady_clock::time_point start_;
  std::string text_;  // content of the file
};

}  // namespace bora::tools
