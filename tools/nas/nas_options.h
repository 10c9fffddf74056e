// Command lines of bo-nas. The spaces bnn and sigmoid-mlp have their own options.
#pragma once

#include <filesystem>
#include <string>

#include "common/layers.h"
#include "nas/run/bayesian/bnn_config.h"
#include "nas/run/search_config.h"
#include "nas/run/study/sigmoid_config.h"
#include "tools/options/command_line.h"

namespace bora::tools {

/// Options of a search that trains networks (--data) or of a study on a table (--table).
struct NasOptions {
  bool trains = false;  ///< whether `search` is filled; else `study` is
  SearchConfig search;
  StudyConfig study;
  bool quiet = false;
};

/// Options of --space bnn.
struct BnnOptions {
  BnnConfig search;
  bool quiet = false;
};

/// Parse the command line; SigmoidConfig has the options of --space sigmoid-mlp. Return false if --help or
/// --version was given and printed. Throw InputError.
bool parse(NasOptions& options, int argc, const char* const* argv);
bool parse(BnnOptions& options, int argc, const char* const* argv);
bool parse(SigmoidConfig& options, int argc, const char* const* argv);

/// Parses settings by the names of bo-nas's options, as parse() does, and returns the search. Throws
/// InputError.
SearchConfig parse_search(const Settings& settings);

/// Returns whether the command line names this space: by --space, else in the file of --config, else, with
/// --resume, in the config.ini of --out.
bool names_space(int argc, const char* const* argv, const std::string& space);

/// Returns the settings stored in the config.ini of the folder `out`; empty text if it cannot be read.
StoredSettings stored_config(const std::filesystem::path& out);

/// Lets --resume take the settings in the config.ini of --out, unless --space or --config is given.
void find_stored_space(CommandLine& line);

}  // namespace bora::tools
