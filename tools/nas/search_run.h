// A search that trains what it asks for.
#pragma once

#include "tools/nas/nas_options.h"
#include "tools/nas/search_report.h"
#include "tools/nas/search_store.h"

namespace bora {

/// What a trial is worth to the search, larger being better; validation: how many images it was judged by.
double trial_value(const SearchTrial& trial, const std::string& estimator, int validation);

/// Returns an exit code, and what was found in `result` (may be null). Throws InputError, StorageError.
int run_search(const NasOptions& options, SearchOutcome* result = nullptr);

}  // namespace bora
