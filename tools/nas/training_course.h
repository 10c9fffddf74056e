// What the training of one network leaves in its folder, so that one that was cut short goes on.
#pragma once

#include <atomic>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "models/checkpoint.h"
#include "models/training.h"
#include "tools/nas/search_store.h"

namespace bora {

/// How long a network is trained.
struct TrainingPlan {
  int epochs = 0;            ///< 0: as many as all networks of the search
  double learning_rate = 0;  ///< 0: that of all networks of the search
  /// Asked after each whole epoch but the last, of all epochs so far: whether it shall stay at that. Depends
  /// on these alone, so that a training that was cut short ends as it would have. Empty: never.
  std::function<bool(const std::vector<TrainedEpoch>&)> enough = {};
};

/// Goes on with what an earlier try left in `folder`, if that is whole and of the same `training` (what
/// decides it, by name): then `epochs` gets the epochs that are done.
CheckpointPlan training_course(const std::filesystem::path& folder,
                               const std::map<std::string, std::string>& training,
                               std::vector<TrainedEpoch>& epochs);

/// Why a network has no value, in one line, whose training or measuring ended by `error`. A full disk is no
/// fault of the network's: what could not be kept in its folder is thrown as StorageError.
std::string failure_of(const std::exception& error, const CheckpointPlan& plan);

/// What is to be kept of a network, as StorageError where it cannot be: `write` throws InputError then.
void keep(const std::function<void()>& write);

/// epochs.csv: the course of the training, for whoever looks into the folder, too. Throws StorageError.
void write_epochs(const std::filesystem::path& folder, const std::vector<TrainedEpoch>& epochs);

/// What follows a training step by step: keeps its epochs, here and in the folder, and ends it.
class CourseWatch {
 public:
  /// epochs: those that are done already; all others are added. stop: ends the training from outside.
  CourseWatch(std::filesystem::path folder, std::vector<TrainedEpoch>& epochs, const TrainingPlan& plan,
              const std::atomic<bool>& stop, std::function<void(const TrainingProgress&)> progress);

  void operator()(const TrainingProgress& now);  ///< throws StorageError
  /// For train().
  const std::atomic<bool>& halt() const { return halt_; }
  /// That the plan had enough, which is no interruption.
  bool enough() const { return enough_; }

 private:
  std::filesystem::path folder_;
  std::vector<TrainedEpoch>& epochs_;
  const TrainingPlan& plan_;
  const std::atomic<bool>& stop_;
  std::function<void(const TrainingProgress&)> progress_;
  std::atomic<bool> halt_ = false;
  bool enough_ = false;
};

/// When all is done, or nothing more will come of it.
void remove_checkpoint(const std::filesystem::path& folder);

}  // namespace bora
