// Training of the fully connected networks that a search on a regression set asks for.
#pragma once

#include <memory>

#include "common/layers.h"
#include "nas/run/training/trial_trainer.h"

namespace bora::nas {

/// Makes the trainer of networks of the space `mlp` on a UCI set (Kandasamy et al. 2018, section 5). By
/// default 60% of the inputs, drawn by the seed, are for training, 20% for validation and 20% for test.
/// Features and target are whitened by the training inputs. The accuracy of an epoch is 1 - MSE on the
/// validation inputs, the fraction of the target's variance that is explained. An interrupted training is
/// restarted. Throws InputError.
std::unique_ptr<TrialTrainer> make_regression_trainer(const SearchConfig& config, const SpacePtr& space);

}  // namespace bora::nas
