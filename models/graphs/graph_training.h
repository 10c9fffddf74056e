// Training of graph networks.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "models/graphs/graph_network.h"
#include "models/training/training.h"

namespace bora::models {

/// Options of training by Adam (Kingma and Ba, ICLR 2015) on the cross-entropy, with the learning rate
/// schedule of TrainingOptions.
struct GraphTrainingOptions {
  int epochs = 100;
  int batch = 32;               ///< graphs per step
  double learning_rate = 0.01;  ///< learning rate at its peak
  double weight_decay = 5e-4;   ///< L2 penalty, added to the gradient
  double dropout = 0;           ///< probability of dropping an entry of a graph's readout, in [0, 1)
  std::uint64_t seed = 0;       ///< seed of the order of the graphs and of dropout
  void check() const;           ///< throws InputError naming the field
};

/// Returns suitable options for a kind of network: the defaults of GraphTrainingOptions, except for gin,
/// which learns and over-fits faster: 50 epochs, no weight decay and dropout 0.5, as in Xu et al.
GraphTrainingOptions default_training(const GraphArchitecture& architecture);

/// Trains `network` on `dataset` and keeps the weights of one epoch, chosen by its accuracy on `validation`
/// (held-out graphs; null: there are none). progress, stop, checkpoints and the choice of the epoch: as for
/// train() of images (models/training/training.h).
///
/// The result depends only on the seed: a batch is split into slices of 16 graphs, whose gradients are
/// computed on `pool` and added in a fixed order. Batch normalisation uses the statistics of a slice.
///
/// Throws InputError if the data do not fit the network, a label is unknown, or the loss is no longer finite.
TrainingResult train(GraphNetwork& network, const GraphDataset& dataset, const GraphTrainingOptions& options,
                     ThreadPool& pool, const std::function<void(const TrainingProgress&)>& progress = {},
                     const std::atomic<bool>* stop = nullptr, const GraphDataset* validation = nullptr,
                     const CheckpointPlan* checkpoints = nullptr);

}  // namespace bora::models
