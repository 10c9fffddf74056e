// A search for Bayesian networks that trains them checkpoint by checkpoint.
#pragma once

#include "common/run_observer.h"
#include "tools/nas/bnn_config.h"
#include "tools/nas/bnn_outcome.h"

namespace bora {

/// Runs or continues the search in its folder. Throws InputError, StorageError.
BnnOutcome run_bnn_search(const BnnConfig& config, const BnnTrainer& trainer, RunObserver& observer);

}  // namespace bora
