// Ensemble of small neural networks as a model of architectures (BANANAS; White, Neiswanger and Savani 2021).
#pragma once

#include <memory>

#include "common/layers.h"
#include "nas/surrogate/architecture_models.h"
#include "surrogates/acquisition/acquisition_function.h"

namespace bora::nas {

/// Number of epochs of the paper.
inline constexpr int kEnsembleEpochs = 150;

/// Makes an ensemble of five networks of ten layers of 20 rectifiers (section 4 and appendix of the paper).
/// Their inputs are indicators of the paths from input to output in the contracted cells of an architecture,
/// for all paths that occur in the observations. The networks differ in initial weights and in the order of
/// their training data. They minimise mean |(e - b) / (t - b) - 1|, where e is the predicted value, t the
/// observed one, and b exceeds the best observation by 0.1 times the standard deviation of the observations,
/// so that errors on good architectures count most. The posterior mean and variance are those over the
/// networks. given() adds observations and trains all networks again. epochs: >= 1. Throws InputError, also
/// for spaces whose paths cannot be counted (cnn, mlp).
std::unique_ptr<ArchitectureModel> make_network_ensemble(SpacePtr space, int epochs = kEnsembleEpochs);

/// Returns the rule that draws once from the marginal posterior of each candidate and chooses the largest
/// draw ("independent Thompson sampling", section 4 of the paper).
AcquisitionRule<Architecture> independent_thompson_rule();

}  // namespace bora::nas
