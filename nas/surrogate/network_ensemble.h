// Ensemble of small neural networks as a model of architectures (BANANAS; White, Neiswanger and Savani 2021).
#pragma once

#include <memory>

#include "common/layers.h"
#include "nas/surrogate/architecture_models.h"
#include "surrogates/acquisition/acquisition_function.h"

namespace bora::nas {

/// Settings of the networks of an ensemble. Defaults are those of the paper (section 4 and appendix).
struct NetworkEnsembleOptions {
  int networks = 5;             ///< number of networks, >= 2
  int layers = 10;              ///< number of hidden layers, >= 1
  int width = 20;               ///< width of each layer, >= 1
  int epochs = 150;             ///< number of epochs, >= 1
  int batch = 32;               ///< number of observations per step, >= 1
  double learning_rate = 0.01;  ///< learning rate of Adam, > 0
  void check() const;           ///< throws InputError naming the field
};

/// Makes an ensemble of networks with rectifiers. Their inputs are indicators of the paths from input to
/// output in the contracted cells of an architecture, for all paths that occur in the observations. The
/// networks differ in initial weights and in the order of their training data. They minimise mean |(e - b) /
/// (t - b) - 1|, where e is the predicted value, t the observed one, and b exceeds the best observation by
/// 0.1 times the standard deviation of the observations, so that errors on good architectures count most.
/// The posterior mean and variance are those over the networks. given() adds observations and trains all
/// networks again. Throws InputError, also for spaces whose paths cannot be counted (cnn, mlp).
std::unique_ptr<ArchitectureModel> make_network_ensemble(SpacePtr space, NetworkEnsembleOptions options = {});

/// Returns the rule that draws once from the marginal posterior of each candidate and chooses the largest
/// draw ("independent Thompson sampling", section 4 of the paper).
AcquisitionRule<Architecture> independent_thompson_rule();

}  // namespace bora::nas
