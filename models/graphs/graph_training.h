// Training of our own graph networks.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "common/layers.h"
#include "models/graphs/graph_network.h"
#include "models/training/training.h"

namespace bora::models {

/// Options of Adam (Kingma and Ba, ICLR 2015) on the cross-entropy, with the learning rate schedule of
/// TrainingOptions.
struct GraphTrainingOptions {
  int epochs = 100;
  int batch = 32;               ///< graphs of a step
  double learning_rate = 0.01;  ///< at its peak
  double weight_decay = 5e-4;   ///< L2 penalty, added to the gradient
  double dropout = 0;           ///< share of the entries of a graph's readout that a step drops, in [0, 1)
  std::uint64_t seed = 0;       ///< seed of the order of the graphs and of dropout
  void check() const;           ///< throws InputError naming the field
};

/// Returns the options that suit a kind of network: those above, except for gin, which learns and over-fits
/// faster: 50 epochs without weight decay and with a dropout of 0.5, as in Xu et al.
GraphTrainingOptions default_training(const GraphArchitecture& architecture);

/// Trains `network` on `dataset`; `validation` as in train() of images.
///
/// The result depends on the seed only: a batch is cut into slices of 16 graphs, whose gradients are computed
/// on `pool` and added in a fixed order (so batch normalisation takes its statistics over the nodes of a
/// slice). `progress`, `stop`, `checkpoints` and the weights that are kept as in train()
/// of images.
///
/// Throws InputError if the data do not fit the network, a label is unknown, or the loss stops being finite.
TrainingResult train(GraphNetwork& network, const GraphDataset& dataset, const GraphTrainingOptions& options,
                     ThreadPool& pool, const std::function<void(const TrainingProgress&)>& progress = {},
                     const std::atomic<bool>* stop = nullptr, const GraphDataset* validation = nullptr,
                     const CheckpointPlan* checkpoints = nullptr);

}  // namespace bora::models
