// Real data sets that a machine may hold: tests that want them skip where they are absent.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/layers.h"

namespace bora::testing {

/// The folder `name` (mnist, cifar10, ...) of $BORA_DATA, or of shared/data beside the source tree; an empty
/// path if it is not there.
inline std::filesystem::path real_data(const std::string& name) {
  const char* variable = std::getenv("BORA_DATA");
  const std::filesystem::path root = variable != nullptr
                                         ? std::filesystem::path(variable)
                                         : std::filesystem::path(BORA_TEST_SOURCE_DIR) / "../../shared/data";
  std::error_code error;
  return std::filesystem::is_directory(root / name, error) ? root / name : std::filesystem::path();
}

}  // namespace bora::testing
