// Settings of bo-attack from a command line, a stored run or another command.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "tools/attack/attack_config.h"
#include "tools/options/command_line.h"

namespace bora::tools {

/// Reads what was typed. With --resume, missing settings are taken from the run in --out, and given ones
/// must be those of the run. Returns false after --help and the like. With --describe, each value is checked
/// alone, and not what they mean together. Throws InputError.
bool parse_attack(AttackConfig& config, int argc, const char* const* argv);

/// Returns the configuration that the settings make, by the names of the options of bo-attack, as
/// parse_attack() does; config.stored.command is the command line that would make the same. `task`: the task
/// if the model or its data may not exist yet.
AttackConfig parse_attack(const Settings& settings, std::optional<RunTask> task = {});

/// Returns the options that apply only to victims outside this process: --timeout, --retries and so on.
const std::vector<std::string>& options_of_endpoints();

/// Returns false for an option that bo-attack refuses for a victim at this address, since it would have no
/// effect there.
bool suits_victim(const std::string& option, const std::string& address);

}  // namespace bora::tools
