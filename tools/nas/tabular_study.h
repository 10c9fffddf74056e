// Strategies compared on a table of architectures that are trained already.
#pragma once

#include "common/run_observer.h"
#include "tools/nas/search_config.h"
#include "tools/nas/search_outcome.h"

namespace bora {

/// Runs or continues the study in its folder: run.sqlite and config.ini. Throws InputError, StorageError.
StudyOutcome run_tabular_study(const StudyConfig& config, RunObserver& observer);

}  // namespace bora
