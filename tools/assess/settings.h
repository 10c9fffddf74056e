// Options of another command in one word: "strategy=bowl,budget=60".
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "tools/options/command_line.h"

namespace bora::tools {

/// Parses settings in the order given; a part without "=" belongs to the preceding value:
/// "objectives=accuracy,robustness". Errors name `option`, e.g. "--search". Throws InputError for a part
/// without a name, for a duplicate name, and for one of `reserved`, which are set elsewhere.
Settings parse_settings(const std::string& text, const std::string& option,
                        const std::vector<std::string>& reserved);

/// Returns the settings as command-line arguments: {"--strategy", "bowl", ...}. A name among `flags` takes no
/// value: "yes" becomes the option alone, "no" is left out. Throws InputError for other values of flags.
std::vector<std::string> as_arguments(const Settings& settings, const std::vector<std::string>& flags = {});

/// Returns the arguments as main() receives them: `command` first. The pointers point into `words`.
std::vector<const char*> pointers(const std::vector<std::string>& words);

}  // namespace bora::tools
