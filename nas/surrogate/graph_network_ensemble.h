// Ensemble of small graph networks as a model of architectures.
#pragma once

#include <memory>

#include "common/layers.h"
#include "nas/surrogate/architecture_models.h"

namespace bora::nas {

/// Makes an ensemble of five graph isomorphism networks (Xu et al. 2019) of three layers of width 32. The
/// input is the undirected graph of the contracted cells of an architecture, whose nodes have one-hot labels.
/// Each layer computes
///   h_v <- relu(W2 relu(W1 ((1 + e) h_v + sum of h_u over the neighbours u))),
/// where e is learnt. The output is a linear function of the sums of h_v over all nodes, of all layers. Each
/// network has its own initial weights and its own bootstrap sample of the standardised observations, and
/// minimises the squared error. The posterior mean and variance are those over the networks. given() adds
/// observations to the samples of all networks and trains them again. (The graph network of Ru 2021, section
/// 7.5.1, is a convolutional one with a Bayesian linear layer.) Sizes were chosen on the CIFAR-10 validation
/// accuracies of NAS-Bench-201, with 50 observations. epochs: number of training steps, each on all
/// observations, >= 1. Throws InputError.
std::unique_ptr<ArchitectureModel> make_graph_network_ensemble(SpacePtr space, int epochs = 100);

}  // namespace bora::nas
