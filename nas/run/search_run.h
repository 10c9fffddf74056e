// Search that trains the networks that it asks for.
#pragma once

#include "common/layers.h"
#include "common/run_observer.h"
#include "nas/run/search_config.h"
#include "nas/run/search_outcome.h"

namespace bora::nas {

/// Runs or continues the search in config.out, to which it writes run.sqlite, config.ini, trials/NUMBER/ and
/// best.pt. Throws InputError and StorageError; Interrupted if it is stopped before the first trial.
SearchOutcome run_search(const SearchConfig& config, RunObserver& observer);

}  // namespace bora::nas
