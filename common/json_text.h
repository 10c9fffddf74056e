// JSON as text that every reader of UTF-8 accepts.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace bora {

/// Returns `json` as text on one line, or with `indent` spaces a level. File names and messages of others may
/// hold bytes that are not UTF-8: these become replacement characters, where dump() would throw.
template <typename Json>
std::string json_text(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace bora
