// Names of options in errors about the files that they give.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"

namespace bora::tools {

/// Options, without dashes, with a value each. An option that may be repeated occurs several times.
using OptionValues = std::vector<std::pair<std::string, std::string>>;

/// Returns an error about a file with the option in front that names the file: "a.gz: truncated" becomes
/// "--data: a.gz: truncated". `paths`: options with their values, which are paths, lists of paths, or texts
/// that contain paths (NAME=PATH;OPTION=VALUE). The file is the one of these paths that occurs first in
/// `error`: at its beginning, in quotes, or anywhere if it looks like a path. If several options have the
/// same path, all are named. Returns `error` unchanged if it contains no value, or if it already begins with
/// an option as its place, like "--eps: got 40" and "plan.toml: --eps: got 40".
std::string with_option(const std::string& error, const OptionValues& paths);

/// Stores the options of this command that name paths, in place of those stored before.
void store_path_options(OptionValues paths);
/// Returns `error` with one of the stored options in front.
std::string with_option(const std::string& error);

}  // namespace bora::tools
