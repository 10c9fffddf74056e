// A plan: the options of bo-assess as a TOML file.
#pragma once

#include <filesystem>

#include "common/layers.h"
#include "tools/options/command_line.h"

namespace bora::tools {

/// Keys are options: texts, numbers or true; a list is joined by commas, but for models, baseline and
/// fail-if, which may be repeated. Tables are options whose value is a list of settings: [search] with budget
/// = 60 is
/// --search budget=60. In the order of the file. Whether the options exist is for the command line to say.
/// Throws InputError naming file, line and key.
Settings read_plan(const std::filesystem::path& file);

}  // namespace bora::tools
