// Versions of bora and of its libraries.
#pragma once

#include <map>
#include <string>

#include "common/layers.h"

namespace bora::tools {

std::string bora_version();

/// Returns the version of each library by name, for reports.
std::map<std::string, std::string> library_versions();

}  // namespace bora::tools
