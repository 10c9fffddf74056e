// Data and settings of a supernet's training besides its plan.
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

struct SupernetData {
  const ImageDataset& train;
  const ImageDataset& validation;  ///< apart from `train`
  AugmentationOptions augmentation;
  int batch = 64;                                                   ///< images a minibatch
  int steps() const { return (train.size() + batch - 1) / batch; }  ///< number of steps of an epoch
};

struct SupernetRun {
  /// Folder of the checkpoint, from which an interrupted run is resumed, and of the results; empty: nothing
  /// is kept.
  std::filesystem::path folder;
  std::uint64_t seed = 0;
  const std::atomic<bool>* stop = nullptr;                         ///< may be null
  std::function<void(double share, const std::string&)> progress;  ///< may be empty; share of all work done
  ThreadPool* pool = nullptr;                                      ///< may be null
  /// Facts that determine the data and the network, checked when a run is resumed.
  std::map<std::string, std::string> facts = {};

  bool stopped() const { return stop != nullptr && *stop; }
  void say(double share, const std::string& text) const {
    if (progress) progress(share, text);
  }
  /// Returns the plan for checkpoints of a supernet's training.
  CheckpointPlan checkpoints(const SupernetPlan& plan) const;
};

/// Returns the learning rate, which falls from `rate` in epoch 0 along a cosine towards .001.
double supernet_rate(double rate, int epoch, int epochs);

}  // namespace bora::nas
