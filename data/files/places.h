// Places where data are searched for.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bora::data {

/// Returns $BORA_DATA_DIR/name, the `installed` ones, and bora/name in the user's cache ($XDG_CACHE_HOME or
/// ~/.cache), in the order in which they are tried.
std::vector<std::filesystem::path> places(const std::string& name,
                                          const std::vector<std::filesystem::path>& installed);

/// Returns bora in the user's cache: in $XDG_CACHE_HOME, else in ~/.cache; nothing where neither variable is
/// set.
std::optional<std::filesystem::path> user_cache();

/// Returns the first of the candidates that exists; none if none does.
std::optional<std::filesystem::path> first_existing(const std::vector<std::filesystem::path>& candidates);

}  // namespace bora::data
