// Writer of archives for tests.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "support/layers.h"

namespace bora::testing {

/// Contents of text files, by their names.
using TextFiles = std::map<std::string, std::string>;

void write_zip(const std::filesystem::path& path, const TextFiles& files);

}  // namespace bora::testing
