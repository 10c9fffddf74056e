// Sub-commands of bo-opt: run (without a name) and report in opt_run.cc; ask and tell, for trials that the
// user runs, in ask_tell.cc.
#pragma once

#include "common/layers.h"
#include "tools/opt/opt_options.h"

namespace bora::tools {

/// Runs the trials of a new or resumed run, prints the summary and writes the report. Returns an exit code.
/// Throws InputError, RunInUse and StorageError.
int run_trials(const OptOptions& options);
/// Prints the summary and rewrites the report of a stored run. Returns an exit code. Throws InputError and
/// StorageError.
int report_trials(const OptOptions& options);
/// Prints options.count trials, one JSON object a line: {"trial": number, "point": {name: value, ...}}.
/// Returns an exit code. Throws InputError, RunInUse and StorageError.
int ask_for_trials(const OptOptions& options);
/// Stores the result of a trial (options.told) and rewrites the report. Returns an exit code. Throws
/// InputError, RunInUse and StorageError.
int tell_trial(const OptOptions& options);

}  // namespace bora::tools
