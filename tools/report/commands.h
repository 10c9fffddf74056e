// Sub-commands of bo-report.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "tools/report/options.h"

namespace bora::tools {

struct ReportCommand {
  const char* name;
  const char* arguments;  ///< text that follows the name in the usage line, with a leading blank; "": none
  const char* summary;    ///< one line for the list of sub-commands
  const char* text;       ///< description for --help
  const char* examples;   ///< indented lines for --help
  std::vector<std::string> options;  ///< names of the options that it accepts, see describe()
  int (*run)(const ReportOptions&);  ///< returns the exit code; throws InputError
};

/// Returns all sub-commands in the order of the help.
const std::vector<ReportCommand>& report_commands();

/// Returns the sub-command of this name; nullptr if there is none.
const ReportCommand* find_report_command(const std::string& name);

/// Returns whether the folders are shards of a run. Throws InputError if only some of them are.
bool are_shards(const std::vector<std::string>& folders);

}  // namespace bora::tools
