// TorchScript archives as files: recognition of one, and its extra files.
#pragma once

#include <optional>
#include <string>

#include "common/layers.h"

namespace bora::models {

/// Returns the content of the extra file `name`, or nothing if the archive has none of that name. Throws
/// InputError saying what `path` is instead, and what to do about it, unless it is a complete TorchScript
/// archive: missing, empty, truncated, a pickle or a state dict of torch.save, an archive of torch.export.
std::optional<std::string> read_extra_file(const std::string& path, const std::string& name);

}  // namespace bora::models
