// Files that the training of one network keeps in its folder, so that an interrupted training can be resumed.
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

/// Length of the training of a network.
struct TrainingPlan {
  int epochs = 0;            ///< 0: as many as all networks of the search
  double learning_rate = 0;  ///< 0: that of all networks of the search
  /// Predicate on all epochs so far, called after each whole epoch: true ends the training. It depends on the
  /// epochs alone, so that a resumed training ends at the same epoch. Empty: never.
  std::function<bool(const std::vector<TrainedEpoch>&)> enough = {};
};

/// Returns a plan that resumes the training found in `folder` if its files are complete and of the same
/// `training` (the settings that determine it, by name): then `epochs` gets the epochs that are done.
CheckpointPlan training_course(const std::filesystem::path& folder,
                               const std::map<std::string, std::string>& training,
                               std::vector<TrainedEpoch>& epochs);

/// Returns one line that says why a network has no value, after its training or measuring ended by `error`. A
/// full disk is not a failure of the network: throws StorageError if a file in its folder could not be
/// written.
std::string failure_of(const std::exception& error, const CheckpointPlan& plan);

/// Calls `write`, which keeps a file of a network, and rethrows its InputError as StorageError.
void keep(const std::function<void()>& write);

/// Writes epochs.csv, the figures of each epoch, which users may read, too. Throws StorageError.
void write_epochs(const std::filesystem::path& folder, const std::vector<TrainedEpoch>& epochs);

/// Observer of a training, called after each step: stores its epochs, here and in the folder, and stops it.
class CourseWatch {
 public:
  /// trial: has the epochs already done; later ones are appended. stop: ends the training from outside.
  CourseWatch(std::filesystem::path folder, SearchTrial& trial, const TrainingPlan& plan,
              const std::atomic<bool>& stop, std::function<void(const TrainingProgress&)> progress);

  void operator()(const TrainingProgress& now);  ///< throws StorageError
  /// Returns the flag that train() is to watch.
  const std::atomic<bool>& halt() const { return halt_; }
  /// Stores the training's duration in the trial, and whether the plan ended it before `epochs`. Returns
  /// false if it was interrupted from outside instead.
  bool conclude(const TrainingResult& result, int epochs);

 private:
  std::filesystem::path folder_;
  SearchTrial& trial_;
  const TrainingPlan& plan_;
  const std::atomic<bool>& stop_;
  std::function<void(const TrainingProgress&)> progress_;
  std::atomic<bool> halt_ = false;
  bool enough_ = false;  // the plan ends the training
};

/// Removes the checkpoint when the training is done or will not be resumed.
void remove_checkpoint(const std::filesystem::path& folder);

}  // namespace bora::nas
