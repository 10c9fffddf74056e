#include "report/views/formats/xml_text.h"

#include <nlohmann/json.hpp>

#include "common/json.h"

namespace bora::report {

std::string xml_text(const std::string& text) {
  constexpr const char* kReplacement = "\xef\xbf\xbd";
  const std::string valid = parse_valid_json(json_text(nlohmann::json(text))).get<std::string>();
  std::string out;
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const auto byte = static_cast<unsigned char>(valid[i]);
    const bool control = byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r';
    // U+FFFE and U+FFFF are valid UTF-8, but not allowed in XML.
    const bool noncharacter = valid.compare(i, 2, "\xef\xbf") == 0 && i + 2 < valid.size() &&
                              (valid[i + 2] == '\xbe' || valid[i + 2] == '\xbf');
    if (noncharacter) {
      out += kReplacement;
      i += 2;
    } else if (control) {
      out += kReplacement;
    } else {
      out += valid[i];
    }
  }
  return out;
}

}  // namespace bora::report
