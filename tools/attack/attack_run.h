// bo-attack from options to report.
#pragma once

#include <filesystem>
#include <string>

#include "tools/attack/attack_options.h"

namespace bora {

/// Mounts the attacks, or goes on with them if the options say so, verifies what was found, writes the report
/// and prints its summary. Returns the exit code. Throws InputError before anything is written if the input
/// is at fault.
int run_attack(const AttackOptionsText& text, const AttackSetup& setup, const std::string& command,
               const std::string& config_ini);

}  // namespace bora
