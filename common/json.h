// JSON that others wrote, and JSON for others to read.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace bora {

/// Deepest nesting of lists and objects that is read.
inline constexpr int kDeepestJson = 200;

/// Returns whether lists and objects nest deeper than `most` in a text of JSON.
bool nests_deeper(std::string_view text, int most);

// The functions below are compiled once for each kind of JSON: a unit that parses and writes takes seconds more.

/// Parses JSON. Returns a discarded value (is_discarded()) if `text` is none, or nests deeper than
/// kDeepestJson: values are copied and written level by level, and a million levels do not fit on the stack.
template <typename Json = nlohmann::json>
Json parse_json(std::string_view text);
nlohmann::json parse_json(std::istream& in);

/// As parse_json(), for a text that was valid when it was written. Throws nlohmann::json::parse_error.
template <typename Json = nlohmann::json>
Json parse_valid_json(std::string_view text);
nlohmann::json parse_valid_json(std::istream& in);

/// Returns `json` as text on one line, or with `indent` spaces for each level. File names and messages of
/// others may hold bytes that are not UTF-8: these become replacement characters, where dump() would throw.
std::string json_text(const nlohmann::json& json, int indent = -1);
std::string json_text(const nlohmann::ordered_json& json, int indent = -1);

}  // namespace bora
