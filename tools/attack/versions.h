// Versions of bora and of its libraries.
#pragma once

#include <map>
#include <string>

namespace bora {

std::string bora_version();

/// Returns the version of each library by name, for reports.
std::map<std::string, std::string> library_versions();

}  // namespace bora
