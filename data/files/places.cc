#include "data/files/places.h"

#include <cstdlib>

namespace bora::data {
namespace {

// Returns the value of an environment variable; nullopt if it is not set or empty.
std::optional<std::filesystem::path> directory_of(const char* variable) {
  const char* value = std::getenv(variable);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

}  // namespace

std::vector<std::filesystem::path> places(const std::string& name,
                                          const std::vector<std::filesystem::path>& installed) {
  std::vector<std::filesystem::path> found;
  if (const auto own = directory_of("BORA_DATA_DIR")) found.push_back(*own / name);
  found.insert(found.end(), installed.begin(), installed.end());
  if (const auto cache = user_cache()) found.push_back(*cache / name);
  return found;
}

std::optional<std::filesystem::path> user_cache() {
  if (const auto cache = directory_of("XDG_CACHE_HOME")) return *cache / "bora";
  if (const auto home = directory_of("HOME")) return *home / ".cache" / "bora";
  return std::nullopt;
}

std::optional<std::filesystem::path> first_existing(const std::vector<std::filesystem::path>& candidates) {
  for (const auto& path : candidates) {
    std::error_code error;
    if (std::filesystem::exists(path, error)) return path;
  }
  return std::nullopt;
}

}  // namespace bora::data
