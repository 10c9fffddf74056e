// An ensemble of small graph networks as a model of architectures.
#pragma once

#include <memory>

#include "common/layers.h"
#include "nas/surrogate/architecture_models.h"

namespace bora::nas {

/// Defaults were chosen on CIFAR-10's validation accuracies of NAS-Bench-201, 50 observations.
struct GraphNetworkEnsembleOptions {
  int networks = 5;             ///< >= 2
  int layers = 3;               ///< >= 1
  int width = 32;               ///< width of each layer, >= 1
  int epochs = 100;             ///< steps, each on all observations, >= 1
  double learning_rate = 0.01;  ///< Adam's, > 0
  void check() const;           ///< throws InputError naming the field
};

/// Makes an ensemble of graph isomorphism networks (Xu et al. 2019) on an architecture's contracted cells, as
/// one undirected graph whose nodes have one-hot labels:
///   h_v <- relu(W2 relu(W1 ((1 + e) h_v + sum of h_u over the neighbours u))),
/// where e is learnt, and a linear function of the sums over all nodes of every layer's h. Each network has
/// initial weights and a bootstrap sample of the standardised observations of its own, and minimises their
/// squared error. Mean and variance are those over the networks. `given` observations are added to those of
/// all networks, which are then trained again. (The graph network of Ru 2021, section 7.5.1, is a
/// convolutional one followed by a Bayesian linear layer.) Throws InputError.
std::unique_ptr<ArchitectureModel> make_graph_network_ensemble(SpacePtr space,
                                                               GraphNetworkEnsembleOptions options = {});

}  // namespace bora::nas
