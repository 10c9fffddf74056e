// An assessment from its options to its report.
#pragma once

#include "common/layers.h"
#include "tools/assess/assess_options.h"

namespace bora::tools {

/// Searches, trains, attacks and reports up to the stage that the options state, and continues an interrupted
/// assessment. `command`: as typed. Returns the exit code. Throws InputError, StorageError.
int run_assessment(const AssessOptions& options, const std::string& command);

}  // namespace bora::tools
