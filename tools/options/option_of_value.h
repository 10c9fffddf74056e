// Names of options in errors about the files that they give.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"

namespace bora::tools {

/// Options, without dashes, with a value each. An option that may be repeated occurs several times.
using OptionValues = std::vector<std::pair<std::string, std::string>>;

/// Returns `error` with the option in front that gives the file which it is about: "--data: mnist/a.gz:
/// truncated". The file is the first value in `error`: one that stands at its beginning, in quotes, or
/// anywhere if it looks like a path. Options of the same value are all named. Returns `error` unchanged if it
/// holds no value, or names an option already as its place, as "--eps: got 40" and "plan.toml: --eps: got 40"
/// do. `paths`: options whose values are paths, lists of paths, or texts that hold some
/// (NAME=PATH;OPTION=VALUE).
std::string with_option(const std::string& error, const OptionValues& paths);

/// Stores the options of this command that name paths, in place of those stored before.
void store_path_options(OptionValues paths);
/// Returns `error` with one of the stored options in front.
std::string with_option(const std::string& error);

}  // namespace bora::tools
