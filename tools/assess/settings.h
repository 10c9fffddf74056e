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

}  // namespace bora::tools
