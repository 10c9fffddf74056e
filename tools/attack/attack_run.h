// bo-attack from options to report.
#pragma once

#include <string>

#include "tools/attack/attack_options.h"
#include "tools/options/command_line.h"

namespace bora {

/// Mounts the attacks, or goes on with them if the options say so, verifies what was found, writes the report
/// and prints its summary. `line`: as parsed into `text`; `command`: as typed. Returns the exit code. Throws
/// InputError before anything is written if the input is at fault.
int run_attack(const AttackOptionsText& text, const CommandLine& line, const std::string& command);

}  // namespace bora
