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

/// Returns the names of all options of bo-attack.
std::vector<std::string> attack_option_names();

/// Returns why bo-attack refuses an option for a victim at this address, on which it has no effect: "is for
/// victims ..."; "" if it has one. `substitutes`: whether substitute models run in this process.
std::string why_without_effect(const std::string& option, const std::string& address, bool substitutes);

/// Returns whether --prior among these settings names substitute models.
bool have_substitutes(const Settings& settings);

}  // namespace bora::tools
