// Trains the fully connected networks that a search asks for on a regression set.
#pragma once

#include <memory>

#include "common/layers.h"
#include "nas/run/training/trial_trainer.h"

namespace bora::nas {

/// Makes the trainer of a UCI set for networks of the space `mlp` (Kandasamy et al. 2018, section 5): six,
/// two and two tenths of the inputs, drawn by the seed, are for training, validation and test; features and
/// target are whitened by the training inputs. An epoch's accuracy is the share of the target's variance that
/// is explained on the validation inputs, 1 - MSE. A training that was cut short begins again. Throws
/// InputError.
std::unique_ptr<TrialTrainer> make_regression_trainer(const SearchConfig& config, const SpacePtr& space);

}  // namespace bora::nas
