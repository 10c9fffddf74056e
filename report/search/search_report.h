// A search for readers: on the terminal, as results.csv, as a page.
#pragma once

#include <string>

#include "common/layers.h"
#include "nas/run/search_config.h"
#include "nas/run/search_outcome.h"
#include "nas/space/architecture_space.h"

namespace bora::report {

/// Returns the summary that bo-nas prints.
std::string search_text(const SearchConfig& options, const SearchOutcome& outcome);
/// Writes results.csv (one line for each trial) and report.html into the search's folder.
void write_search_report(const SearchConfig& options, const SpacePtr& space, const SearchOutcome& outcome);

}  // namespace bora::report
