// Parsers of the values of bo-attack's options. All throw InputError with the value and what was expected.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "models/victims/input_format.h"
#include "tools/attack/attack_config.h"

namespace bora::tools {

/// Parses specs of attacks, none twice: "bo,square:p=0.1".
std::vector<std::string> parse_attacks(const std::string& text);
/// Parses "all", "random" or a number of targets; see GoalConfig::targets.
int parse_targets(const std::string& text);
/// Parses "FIRST-LAST", two positions in the data.
std::pair<int, int> parse_range_of_inputs(const std::string& text);
/// Parses "LOW,HIGH".
ValueRange parse_value_range(const std::string& text, const std::string& option);
/// Parses numbers with commas between them: "0.485,0.456,0.406".
std::vector<float> parse_numbers(const std::string& text);
/// Parses steps as parse_defences() does, and keeps their text.
DefenceText parse_defence_text(const std::string& text, const std::string& option);
/// Parses "data", "learn", or existing files with commas between them; "none", the default, is not parsed.
PriorSource parse_prior(const std::string& text);
/// Returns a value of --prior with absolute paths of its files.
std::string absolute_prior(const std::string& text);
/// Returns `text` if parse_semantic_rules() accepts it for some number of channels.
std::string checked_changes(const std::string& text);
/// Throws InputError for a query budget below 1, except -1, which means the default.
void check_budget(int queries);

}  // namespace bora::tools
