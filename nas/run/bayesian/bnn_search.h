// Search for Bayesian networks that trains them checkpoint by checkpoint.
#pragma once

#include "common/layers.h"
#include "common/run_observer.h"
#include "nas/run/bayesian/bnn_config.h"
#include "nas/run/bayesian/bnn_outcome.h"

namespace bora::nas {

/// Runs or continues the search in config.out. trainer: made with the same config. Throws InputError,
/// StorageError.
BnnOutcome run_bnn_search(const BnnConfig& config, const BnnTrainer& trainer, RunObserver& observer);

}  // namespace bora::nas
