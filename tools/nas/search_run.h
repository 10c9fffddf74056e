// A search that trains what it asks for.
#pragma once

#include "tools/nas/nas_options.h"
#include "tools/nas/search_report.h"

namespace bora {

/// Returns an exit code, and what was found in `result` (may be null). Throws InputError, StorageError.
int run_search(const NasOptions& options, SearchOutcome* result = nullptr);

}  // namespace bora
