// bo-opt without a subcommand, and bo-opt report.
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

}  // namespace bora::tools
