// JSON that others wrote, and JSON for others to read.
#pragma once

#include <string>
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

/// Returns `json` as text on one line, or with `indent` spaces for each level. File names and messages of
/// others may hold bytes that are not UTF-8: these become replacement characters, where dump() would throw.
template <typename Json>
std::string json_text(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace bora
