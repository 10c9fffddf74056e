// Command line of bo-report: a sub-command, runs, and options.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <boost/program_options/options_description.hpp>

#include "common/layers.h"
#include "report/figures/comparisons/pool.h"

namespace bora::tools {

struct ReportOptions {
  std::vector<std::string> runs;  ///< folders
  std::optional<std::filesystem::path> out, markdown;
  PoolChoices against;  ///< --against and --points
  bool json = false, partial = false;
  std::optional<std::vector<std::string>> fail_if;
  std::string baseline;         ///< folder, or ""
  std::set<std::string> given;  ///< names of all options on the command line, without dashes

  bool has(const std::string& name) const { return given.contains(name); }

  /// Throws InputError if an option is given that is not in `names`, those that `taker` ("bo-report pool")
  /// accepts.
  void accept_only(const std::string& taker, const std::vector<std::string>& names) const;
};

/// Returns the options `names` for --help. Throws std::out_of_range for a name that does not exist.
boost::program_options::options_description describe(const std::vector<std::string>& names,
                                                     const std::string& caption);

/// Parses the words after the name of the sub-command. Throws InputError.
ReportOptions parse_report_options(const std::vector<std::string>& words);

}  // namespace bora::tools
