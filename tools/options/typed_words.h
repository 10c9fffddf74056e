// Words of a command line that must be known before the options are parsed.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::tools {

/// Returns true if an option such as "--resume" is among the words, with or without a value.
inline bool is_typed(const std::vector<std::string>& words, const std::string& option) {
  return std::ranges::any_of(
      words, [&](const auto& word) { return word == option || word.starts_with(option + "="); });
}

/// Returns the value of an option as typed; "" if it is not there.
inline std::string typed_value(const std::vector<std::string>& words, const std::string& option) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == option && i + 1 < words.size()) return words[i + 1];
    if (words[i].starts_with(option + "=")) return words[i].substr(option.size() + 1);
  }
  return "";
}

}  // namespace bora::tools
