// Strategies compared on a table of architectures that are trained already.
#pragma once

#include "tools/nas/nas_options.h"

namespace bora {

/// Runs the study that `options` describes and returns an exit code. Throws InputError, StorageError.
int run_tabular_study(const NasOptions& options);

}  // namespace bora
