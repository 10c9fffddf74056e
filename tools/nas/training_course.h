// What the training of one network leaves in its folder, so that one that was cut short goes on.
#pragma once

#include <atomic>
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

/// epochs.csv: the course of the training, for whoever looks into the folder, too.
void write_epochs(const std::filesystem::path& folder, const std::vector<TrainedEpoch>& epochs);

/// What follows a training step by step: keeps its epochs, here and in the folder, and ends it.
class CourseWatch {
 public:
  /// epochs: those that are done already; all others are added. stop: ends the training from outside.
  CourseWatch(std::filesystem::path folder, std::vector<TrainedEpoch>& epochs, const TrainingPlan& plan,
              const std::atomic<bool>& stop, std::function<void(const TrainingProgress&)> progress);

  void operator()(const TrainingProgress& now);
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

/// When all is done.
void remove_checkpoint(const std::filesystem::path& folder);

}  // namespace bora
