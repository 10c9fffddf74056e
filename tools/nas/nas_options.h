// The command line of bo-nas.
#pragma once

#include "common/layers.h"
#include "nas/run/search_config.h"
#include "tools/options/command_line.h"

namespace bora::tools {

/// Options of a search that trains networks (--data) or of a study on a table (--table).
struct NasOptions {
  bool trains = false;  ///< whether `search` is filled; else `study` is
  SearchConfig search;
  StudyConfig study;
  bool quiet = false;
};

/// Parses the options. Returns false if --help or --version was given and printed. Throws InputError.
bool parse(NasOptions& options, int argc, const char* const* argv);

/// Returns the search that the settings make, by the names of the options of bo-nas, as parse() does. Throws
/// InputError.
SearchConfig parse_search(const Settings& settings);

}  // namespace bora::tools
