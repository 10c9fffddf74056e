// An ensemble of small neural networks as a model of architectures (White, Neiswanger and Savani 2021,
// BANANAS).
#pragma once

#include <memory>

#include "common/layers.h"
#include "nas/surrogate/architecture_models.h"
#include "surrogates/acquisition/acquisition_function.h"

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
/// output in an architecture's contracted cells; the paths are those of the observations, in order of first
/// occurrence. The networks differ in initial weights and in the order of their training data, and are
/// trained on
///   mean |(e - b) / (t - b) - 1|,
/// where e is the predicted value, t the observed one and b a bound that exceeds the best observation by a
/// tenth of the observations' standard deviation, so that errors on good architectures count most. Mean and
/// variance are those over the networks. given() adds observations and trains all networks again. Throws
/// InputError, also for spaces whose paths cannot be counted (cnn, mlp).
std::unique_ptr<ArchitectureModel> make_network_ensemble(SpacePtr space, NetworkEnsembleOptions options = {});

/// Returns the rule that draws once from each candidate's marginal posterior and chooses the largest draw
/// ("independent Thompson sampling", section 4 of the paper).
AcquisitionRule<Architecture> independent_thompson_rule();

}  // namespace bora::nas
