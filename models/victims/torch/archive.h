// Extra files of TorchScript archives.
#pragma once

#include <optional>
#include <string>

#include "common/layers.h"

namespace bora::models {

/// Returns the content of the extra file `name`; nullopt if the archive has none of this name. Throws
/// InputError if `path` is not a complete TorchScript archive. The message says what it is instead (missing,
/// empty, truncated, a program, weights or a model of another format) and what to do.
std::optional<std::string> read_extra_file(const std::string& path, const std::string& name);

}  // namespace bora::models
