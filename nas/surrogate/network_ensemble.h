// An ensemble of small neural networks as a model of architectures (White, Neiswanger and Savani 2021,
// BANANAS).
#pragma once

#include <memory>

#include "common/layers.h"
#include "nas/surrogate/architecture_models.h"
#include "surrogates/acquisition/score.h"

namespace bora::nas {

/// Defaults are the paper's (section 4 and appendix).
struct NetworkEnsembleOptions {
  int networks = 5;             ///< >= 2
  int layers = 10;              ///< hidden ones, >= 1
  int width = 20;               ///< width of each layer, >= 1
  int epochs = 150;             ///< >= 1
  int batch = 32;               ///< observations a step, >= 1
  double learning_rate = 0.01;  ///< Adam's, > 0
  void check() const;           ///< throws InputError naming the field
};

/// Makes an ensemble of networks with rectifiers. Their inputs are indicators of the paths from input to
/// output that an architecture's contracted cells have (the paths of the observations, in the order of their
/// first occurrence). Each is trained from other weights and in another order on
///   mean |(e - b) / (t - b) - 1|,  t: what is missing to a bound b beyond the best observation,
/// so that good architectures count most; the bound is a tenth of the observations' deviation beyond. Mean
/// and variance are those over the networks. `given` observations are added to the others, and all networks
/// are trained again. Throws InputError, also for spaces whose paths cannot be counted (cnn, mlp).
std::unique_ptr<ArchitectureModel> make_network_ensemble(SpacePtr space, NetworkEnsembleOptions options = {});

/// Chooses the largest of one independent draw from each candidate's marginal belief ("independent Thompson
/// sampling", section 4 there).
AcquisitionRule<Architecture> independent_thompson_rule();

}  // namespace bora::nas
