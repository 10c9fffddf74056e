#include "tools/options/option_of_value.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "common/text.h"

namespace bora::tools {
namespace {

OptionValues& stored_paths() {
  static OptionValues paths;
  return paths;
}

bool looks_like_path(const std::string& text) {
  return text.find_first_of("/.") != std::string::npos &&
         std::ranges::any_of(text, [](unsigned char c) { return std::isalpha(c) != 0; });
}

// Returns the paths in a value, in the forms in which errors may state them.
std::vector<std::string> paths_in(const std::string& value) {
  std::vector<std::string> paths = {value};
  std::string parts = value;
  std::ranges::replace_if(
      parts, [](char c) { return c == ';' || c == '=' || c == ':'; }, ',');
  for (const std::string& part : split(parts, ','))
    if (looks_like_path(part)) paths.push_back(part);
  for (std::size_t i = 0, n = paths.size(); i < n; ++i)
    if (looks_like_path(paths[i]))
      paths.push_back(std::filesystem::absolute(paths[i]).lexically_normal().string());
  return paths;
}

// Returns the position of `path` in `error` as a whole word or as the beginning of a longer path; npos if it
// is not there. A path that may be any word must stand at the beginning or in quotes.
std::size_t position_of(const std::string& path, const std::string& error) {
  const auto ends_at = [&](std::size_t at) {
    return at == error.size() || path.back() == '/' ||
           std::string(" :/,;')").find(error[at]) != std::string::npos;
  };
  for (std::size_t at = error.find(path); at != std::string::npos; at = error.find(path, at + 1)) {
    const std::size_t end = at + path.size();
    if (!ends_at(end)) continue;
    const char before = at == 0 ? ' ' : error[at - 1];
    const bool quoted = before == '\'' && end < error.size() && error[end] == '\'';
    const bool word = std::string(" '(,=").find(before) != std::string::npos;
    if (at == 0 || quoted || (word && looks_like_path(path))) return at;
  }
  return std::string::npos;
}

}  // namespace

std::string with_option(const std::string& error, const OptionValues& paths) {
  if (error.starts_with("--") || error.find(": --") != std::string::npos) return error;
  std::size_t first = std::string::npos, length = 0;
  std::vector<std::string> options;
  for (const auto& [option, value] : paths) {
    if (value.empty()) continue;
    for (const std::string& path : paths_in(value)) {
      const std::size_t at = position_of(path, error);
      if (at == std::string::npos || at > first || (at == first && path.size() < length)) continue;
      if (at < first || path.size() > length) options.clear();
      first = at;
      length = path.size();
      if (std::ranges::count(options, "--" + option) == 0) options.push_back("--" + option);
    }
  }
  return options.empty() ? error : join(options) + ": " + error;
}

void store_path_options(OptionValues paths) {
  stored_paths() = std::move(paths);
}

std::string with_option(const std::string& error) {
  return with_option(error, stored_paths());
}

}  // namespace bora::tools
