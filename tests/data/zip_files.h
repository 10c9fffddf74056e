// Archives, written for tests.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "support/layers.h"

namespace bora::testing {

/// Name -> content.
using TextFiles = std::map<std::string, std::string>;

void write_zip(const std::filesystem::path& path, const TextFiles& files);

}  // namespace bora::testing
