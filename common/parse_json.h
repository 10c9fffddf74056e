// Parser of JSON that somebody else wrote.
#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

namespace bora {

/// Deepest nesting of lists and objects that is read.
inline constexpr int kDeepestJson = 200;

/// Returns whether lists and objects nest deeper than `most` in a text of JSON.
inline bool nests_deeper(std::string_view text, int most) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') quoted = !quoted;
    if (quoted) {
      at += c == '\\' ? 1 : 0;
    } else if (c == '[' || c == '{') {
      if (++depth > most) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

/// Parses JSON. Returns a discarded value (is_discarded()) if `text` is none, or nests deeper than
/// kDeepestJson: values are copied and written level by level, and a million levels do not fit on the stack.
template <typename Json = nlohmann::json>
Json parse_json(std::string_view text) {
  if (nests_deeper(text, kDeepestJson)) return Json(Json::value_t::discarded);
  return Json::parse(text, nullptr, /*allow_exceptions=*/false);
}

}  // namespace bora
