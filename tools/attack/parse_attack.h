// Settings of bo-attack from a command line, a stored run or another command.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "tools/attack/attack_config.h"
#include "tools/options/command_line.h"

namespace bora::tools {

/// Parses the command line that was typed. With --resume, missing settings are taken from the run in --out,
/// and given ones must have the values stored there. Returns false after --help and the like. With
/// --describe, values are checked one by one but not against each other. Throws InputError.
bool parse_attack(AttackConfig& config, int argc, const char* const* argv);

/// Does the same with settings by the names of bo-attack's options, and stores an equivalent command line in
/// config.stored.command. `task`: the task, if it cannot be inferred because the model or the data may not
/// exist yet.
AttackConfig parse_attack(const Settings& settings, std::optional<RunTask> task = {});

/// Returns the names of all options of bo-attack.
std::vector<std::string> attack_option_names();

/// Returns the reason why an option has no effect on a victim at this address, such as "applies only to
/// models outside this process (exec:, http://)"; "" if it has one. `substitutes`: whether substitute models
/// are used, which run in this process.
std::string why_without_effect(const std::string& option, const std::string& address, bool substitutes);

/// Returns whether --prior among these settings names substitute models.
bool have_substitutes(const Settings& settings);

}  // namespace bora::tools
