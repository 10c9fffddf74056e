// What a run was made with.
#pragma once

#include <map>
#include <string>

namespace bora {

std::string bora_version();

/// Library -> version, for reports.
std::map<std::string, std::string> library_versions();

}  // namespace bora
