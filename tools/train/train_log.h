// Log of a training as a CSV file.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "common/layers.h"
#include "models/training/training.h"

namespace bora::tools {

/// CSV file with one line for each epoch: epoch, training loss, loss and accuracy on validation inputs,
/// accuracy on test inputs (each empty if it is not measured), seconds since this object was created.
class TrainLog {
 public:
  /// Replaces the file, or keeps its lines if `keep`, for a training that is resumed. Throws InputError if it
  /// cannot be written.
  TrainLog(std::filesystem::path file, bool keep);
  /// Adds a line for the epoch that ends. Removes lines of this and later epochs, which an interrupted
  /// training may have left. `test_accuracy`: share in [0, 1]; none: not measured.
  void add(const TrainingProgress& now, std::optional<double> test_accuracy);

 private:
  std::filesystem::path file_;
  std::chrono::steady_clock::time_point start_;
  std::string text_;  // content of the file, with or without its header
};

}  // namespace bora::tools
