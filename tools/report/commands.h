// Sub-commands of bo-report.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "tools/report/options.h"

namespace bora::tools {

struct ReportCommand {
  const char* name;
  const char* arguments;  ///< text that follows the name in its usage line, after a blank; "": none
  const char* summary;
  const char* text;      ///< description for --help
  const char* examples;  ///< lines
  std::vector<std::string> options;
  int (*run)(const ReportOptions&);  ///< returns the exit code; throws InputError
};

const std::vector<ReportCommand>& report_commands();

/// Returns the sub-command of this name; nullptr if there is none.
const ReportCommand* find_report_command(const std::string& name);

/// Returns whether the folders are shards of a run. Throws InputError if only some of them are.
bool are_shards(const std::vector<std::string>& folders);

}  // namespace bora::tools
