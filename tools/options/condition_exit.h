// Exit code of a command with conditions (--fail-if) on runs.
#pragma once

#include <string>

#include "common/layers.h"
#include "report/conditions/outcome.h"
#include "tools/options/print_error.h"
#include "tools/options/run_tool.h"

namespace bora::tools {

/// Prints the lines of the verdict to standard error, each after `who`, such as "bo-report". Returns the exit
/// code of a command that would exit with `code` if it had no conditions. Priority: kExitUnexpected as
/// `code`; kExitConditionMet if a condition holds; any other error `code`; kExitUnexpected if a condition is
/// undecided, which must not count as passed.
inline int exit_code_with(int code, const ConditionVerdict& verdict, const std::string& who) {
  for (const std::string& line : verdict.lines) print_error("{}: {}\n", who, line);
  if (code == kExitUnexpected) return code;
  if (verdict.any_holds) return kExitConditionMet;
  return code == kExitOk && verdict.any_undecided ? kExitUnexpected : code;
}

}  // namespace bora::tools
