// Reading and writing of JSON.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace bora {

/// Maximum depth of nested lists and objects that parse_json() accepts.
inline constexpr int kDeepestJson = 200;

/// Returns whether the lists and objects of the JSON `text` nest deeper than `most` levels.
bool nests_deeper(std::string_view text, int most);

// The templates below are instantiated in json.cc, for json and ordered_json: a file that instantiates them
// itself takes seconds longer to compile.

/// Parses JSON that others wrote. Returns a discarded value (is_discarded()) if `text` is not JSON or nests
/// deeper than kDeepestJson. The limit is needed because values are copied and written recursively: a million
/// levels would overflow the stack.
template <typename Json = nlohmann::json>
Json parse_json(std::string_view text);
nlohmann::json parse_json(std::istream& in);

/// Parses JSON that this program wrote. Sets no limit on the depth. Throws nlohmann::json::parse_error if the
/// text is invalid.
template <typename Json = nlohmann::json>
Json parse_valid_json(std::string_view text);
nlohmann::json parse_valid_json(std::istream& in);

/// Returns `json` as text on one line, or with `indent` spaces for each level. Bytes that are not UTF-8,
/// which file names and messages of other programs may contain, become replacement characters; dump() would
/// throw.
std::string json_text(const nlohmann::json& json, int indent = -1);
std::string json_text(const nlohmann::ordered_json& json, int indent = -1);

}  // namespace bora
