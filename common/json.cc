#include "common/json.h"

#include <istream>
#include <iterator>

namespace bora {
namespace {

std::string read_all(std::istream& in) {
  return {std::istreambuf_iterator<char>(in), {}};
}

template <typename Json>
std::string text_of(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

bool nests_deeper(std::string_view text, int most) {
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

template <typename Json>
Json parse_json(std::string_view text) {
  if (nests_deeper(text, kDeepestJson)) return Json(Json::value_t::discarded);
  return Json::parse(text, nullptr, /*allow_exceptions=*/false);
}

template <typename Json>
Json parse_valid_json(std::string_view text) {
  return Json::parse(text);
}

template nlohmann::json parse_json(std::string_view text);
template nlohmann::ordered_json parse_json(std::string_view text);
template nlohmann::json parse_valid_json(std::string_view text);
template nlohmann::ordered_json parse_valid_json(std::string_view text);

nlohmann::json parse_json(std::istream& in) {
  return parse_json(read_all(in));
}

nlohmann::json parse_valid_json(std::istream& in) {
  return parse_valid_json(read_all(in));
}

std::string json_text(const nlohmann::json& json, int indent) {
  return text_of(json, indent);
}

std::string json_text(const nlohmann::ordered_json& json, int indent) {
  return text_of(json, indent);
}

}  // namespace bora
