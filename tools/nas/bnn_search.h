// bo-nas --space bnn: a search for Bayesian networks that trains them checkpoint by checkpoint.
#pragma once

#include "tools/nas/bnn_options.h"

namespace bora {

/// Runs the search and returns an exit code. Throws InputError, StorageError.
int run_bnn_search(const BnnOptions& options);

}  // namespace bora
