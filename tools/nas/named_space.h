// The space that a command line of bo-nas names, before its options are parsed: some spaces have options of
// their own.
#pragma once

#include <filesystem>
#include <string>

#include "common/layers.h"
#include "tools/options/command_line.h"

namespace bora::tools {

/// Returns whether the command line asks for this space: by --space, else in the file of --config, else, with
/// --resume, in the config.ini of --out.
bool names_space(int argc, const char* const* argv, const std::string& space);

/// Returns the settings stored in the config.ini of the folder `out`; empty text if it cannot be read.
StoredSettings stored_config(const std::filesystem::path& out);

}  // namespace bora::tools
