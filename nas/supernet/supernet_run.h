// What the training of a supernet is given beside its plan.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "common/thread_pool.h"
#include "data/dataset.h"
#include "models/augmentation.h"
#include "models/checkpoint.h"
#include "nas/supernet/supernet_plan.h"

namespace bora {

struct SupernetData {
  const ImageDataset& train;
  const ImageDataset& validation;  ///< apart from `train`
  AugmentationOptions augmentation;
  int batch = 64;                                                   ///< images a minibatch
  int steps() const { return (train.size() + batch - 1) / batch; }  ///< of an epoch
};

struct SupernetRun {
  /// For what an interrupted run goes on from, and for what was found; empty: nothing is kept.
  std::filesystem::path folder;
  std::uint64_t seed = 0;
  const std::atomic<bool>* stop = nullptr;                         ///< may be null
  std::function<void(double share, const std::string&)> progress;  ///< may be empty; share of all work done
  ThreadPool* pool = nullptr;                                      ///< may be null
  /// What decides the data and the network, for whoever goes on.
  std::map<std::string, std::string> facts = {};

  bool stopped() const { return stop != nullptr && *stop; }
  void say(double share, const std::string& text) const {
    if (progress) progress(share, text);
  }
  /// Of a supernet's training.
  CheckpointPlan checkpoints(const SupernetPlan& plan) const;
};

/// From `rate` in epoch 0 along a cosine towards .001.
double supernet_rate(double rate, int epoch, int epochs);

}  // namespace bora
