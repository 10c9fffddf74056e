// Places where installed data are searched.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bora::data {

/// Returns the places to search for `name`, in order: $BORA_DATA_DIR/name, the paths `installed`, and `name`
/// in user_cache().
std::vector<std::filesystem::path> places(const std::string& name,
                                          const std::vector<std::filesystem::path>& installed);

/// Returns bora's folder in the user's cache: $XDG_CACHE_HOME/bora, else $HOME/.cache/bora; nullopt if
/// neither variable is set.
std::optional<std::filesystem::path> user_cache();

/// Returns the first of the candidates that exists; nullopt if none does.
std::optional<std::filesystem::path> first_existing(const std::vector<std::filesystem::path>& candidates);

}  // namespace bora::data
