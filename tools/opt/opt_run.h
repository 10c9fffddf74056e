// The subcommands of bo-opt: run or resume, ask, tell, report.
#pragma once

#include "common/layers.h"
#include "tools/opt/opt_options.h"

namespace bora::tools {

/// Each returns an exit code and throws InputError, StorageError.
int run_trials(const OptOptions& options);
int ask_for_trials(const OptOptions& options);
int tell_trial(const OptOptions& options);
int report_trials(const OptOptions& options);

}  // namespace bora::tools
