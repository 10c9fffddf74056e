// Runs of bo-nas, with their output.
#pragma once

#include "common/layers.h"
#include "tools/nas/nas_options.h"

namespace bora::tools {

/// Runs the search or study, writes its results and prints a summary. Returns an exit code. Throws
/// InputError, StorageError and Interrupted.
int run_nas(const NasOptions& options);
int run_nas(const BnnOptions& options);
int run_nas(const SigmoidConfig& config);

}  // namespace bora::tools
