// Plan: the options of bo-assess as a TOML file.
#pragma once

#include <filesystem>

#include "common/layers.h"
#include "tools/options/command_line.h"

namespace bora::tools {

/// Returns the options of a plan in the order of the file. Keys are options; values are texts, numbers,
/// booleans, or lists of these. A list becomes one value joined by commas, or for models, baseline and
/// fail-if one option for each element. A table becomes an option with a list of settings: budget = 60 in
/// [search] is --search budget=60. Does not check whether the options exist. Throws InputError naming file,
/// line and key.
Settings read_plan(const std::filesystem::path& file);

}  // namespace bora::tools
