// An assessment from its options to its report.
#pragma once

#include "common/layers.h"
#include "tools/assess/assess_options.h"

namespace bora::tools {

/// Searches, trains, attacks and reports, as far as the options say, and continues where an earlier part of
/// the same assessment was ended. `command`: as typed. Returns the exit code. Throws InputError,
/// StorageError.
int run_assessment(const AssessOptions& options, const std::string& command);

}  // namespace bora::tools
