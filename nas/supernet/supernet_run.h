// Data and environment of a supernet's training.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "common/layers.h"
#include "common/thread_pool.h"
#include "data/images/dataset.h"
#include "models/training/augmentation.h"
#include "models/training/checkpoint.h"
#include "nas/supernet/supernet_plan.h"

namespace bora::nas {

/// Images that a supernet is trained and evaluated on.
struct SupernetData {
  const ImageDataset& train;
  const ImageDataset& validation;  ///< images that are not in `train`
  AugmentationOptions augmentation;
  int batch = 64;                                                   ///< number of images of a minibatch
  int steps() const { return (train.size() + batch - 1) / batch; }  ///< number of steps of an epoch
};

/// Folder, seed and control of a supernet's training.
struct SupernetRun {
  static constexpr const char* kCheckpoint = "checkpoint";  ///< file in `folder`
  /// Folder of the results and of the checkpoint, from which an interrupted run is resumed; empty: nothing is
  /// written.
  std::filesystem::path folder;
  std::uint64_t seed = 0;
  const std::atomic<bool>* stop = nullptr;  ///< flag that stops the run, or null
  /// Function that receives the fraction of the work that is done, in [0, 1], and a line of text; may be
  /// empty.
  std::function<void(double share, const std::string&)> progress;
  ThreadPool* pool = nullptr;  ///< threads, or null
  /// Facts that determine the data and the network; a run is resumed only if they are equal.
  std::map<std::string, std::string> facts = {};

  bool stopped() const { return stop != nullptr && *stop; }
  void say(double share, const std::string& text) const {
    if (progress) progress(share, text);
  }
  /// Returns file and facts of the checkpoints of a training with this plan.
  CheckpointPlan checkpoints(const SupernetPlan& plan) const;
};

/// Returns the learning rate of an epoch (0, 1, ...), which falls along a cosine from `rate` towards 0.001.
double supernet_rate(double rate, int epoch, int epochs);

}  // namespace bora::nas
