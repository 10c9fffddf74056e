// Sub-commands ask and tell of bo-opt, for trials that the user runs.
#pragma once

#include "common/layers.h"
#include "tools/opt/opt_options.h"

namespace bora::tools {

/// Prints options.count trials, one JSON object a line: {"trial": number, "point": {name: value, ...}}.
/// Returns an exit code. Throws InputError, RunInUse and StorageError.
int ask_for_trials(const OptOptions& options);
/// Stores the result of a trial (options.told) and rewrites the report. Returns an exit code. Throws
/// InputError, RunInUse and StorageError.
int tell_trial(const OptOptions& options);

}  // namespace bora::tools
