// Files in the folder of one network's training, from which an interrupted training is resumed.
#pragma once

#include <atomic>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "common/layers.h"
#include "models/training/checkpoint.h"
#include "models/training/training.h"
#include "nas/run/search_store.h"

namespace bora::nas {

/// Settings of one network's training that differ from those of the search, and its stopping rule.
struct TrainingPlan {
  int epochs = 0;            ///< number of epochs; 0: that of the search
  double learning_rate = 0;  ///< learning rate; 0: that of the search
  /// Stopping rule, called after each epoch with all epochs so far: true ends the training. It must depend
  /// only on the epochs, so that a resumed training ends at the same epoch. Empty: no rule.
  std::function<bool(const std::vector<TrainedEpoch>&)> enough = {};
};

/// Returns the checkpoint plan of a training. It resumes the training in `folder` if its files are valid and
/// were written with the same `training` (settings that determine the result, by name); `epochs` then
/// receives the epochs that are done. Otherwise `epochs` is empty.
CheckpointPlan training_course(const std::filesystem::path& folder,
                               const std::map<std::string, std::string>& training,
                               std::vector<TrainedEpoch>& epochs);

/// Returns one line on why a network has no value, after its training or measurement ended with `error`.
/// Throws StorageError if a file in the network's folder could not be written, which is not a failure of the
/// network.
std::string failure_of(const std::exception& error, const CheckpointPlan& plan);

/// Calls `write`, which writes a file, and rethrows its InputError as StorageError.
void with_storage_errors(const std::function<void()>& write);

/// Writes epochs.csv, which has the figures of each epoch. Throws StorageError.
void write_epochs(const std::filesystem::path& folder, const std::vector<TrainedEpoch>& epochs);

/// Observer of a training, called after each step. It stores the epochs in the trial and in the folder, and
/// stops the training by the plan or from outside.
class CourseWatch {
 public:
  /// trial: must have the epochs that are done; later ones are appended. stop: ends the training from
  /// outside. The references must outlive the observer.
  CourseWatch(std::filesystem::path folder, SearchTrial& trial, const TrainingPlan& plan,
              const std::atomic<bool>& stop, std::function<void(const TrainingProgress&)> progress);

  /// Takes note of a step, or throws StorageError.
  void operator()(const TrainingProgress& now);
  /// Returns the flag by which train() is stopped.
  const std::atomic<bool>& halt() const { return halt_; }
  /// Stores in the trial the duration of the training, and whether the plan ended it before `epochs` epochs.
  /// Returns false if the training was stopped from outside.
  bool conclude(const TrainingResult& result, int epochs);

 private:
  std::filesystem::path folder_;
  SearchTrial& trial_;
  const TrainingPlan& plan_;
  const std::atomic<bool>& stop_;
  std::function<void(const TrainingProgress&)> progress_;
  std::atomic<bool> halt_ = false;
  bool enough_ = false;  // whether the stopping rule of the plan holds
};

/// Removes the checkpoint of a training that will not be resumed.
void remove_checkpoint(const std::filesystem::path& folder);

}  // namespace bora::nas
