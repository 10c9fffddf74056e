// Exit code of a command with conditions (--fail-if) on runs.
#pragma once

#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "common/layers.h"
#include "report/conditions/outcome.h"
#include "tools/options/run_tool.h"

namespace bora::tools {

/// Prints the lines of the verdict to standard error, each after `who`, such as "bo-report". Returns the exit
/// code of a command that would end with `code` without conditions. In order of priority: kExitUnexpected
/// from `code`; kExitConditionMet; another error from `code`; kExitUnexpected if a condition is not decided,
/// since that must not count as passed.
inline int exit_code_with(int code, const ConditionVerdict& verdict, const std::string& who) {
  for (const std::string& line : verdict.lines) fmt::print(stderr, "{}: {}\n", who, line);
  if (code == kExitUnexpected) return code;
  if (verdict.any_holds) return kExitConditionMet;
  return code == kExitOk && verdict.any_undecided ? kExitUnexpected : code;
}

}  // namespace bora::tools
