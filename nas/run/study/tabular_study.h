// Comparison of strategies on a table of trained architectures.
#pragma once

#include "common/layers.h"
#include "common/run_observer.h"
#include "nas/run/search_config.h"
#include "nas/run/search_outcome.h"

namespace bora::nas {

/// Runs or continues the study in config.out, to which it writes run.sqlite and config.ini. Throws
/// InputError, StorageError.
StudyOutcome run_tabular_study(const StudyConfig& config, RunObserver& observer);

}  // namespace bora::nas
