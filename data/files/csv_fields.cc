#include "data/files/csv_fields.h"

#include <string_view>

#include "common/error.h"

namespace bora::data {
namespace {

constexpr std::string_view kBlanks = " \t";

}  // namespace

std::vector<std::string> csv_fields(std::string line, const std::string& where, bool trim) {
  if (!line.empty() && line.back() == '\r') line.pop_back();
  std::vector<std::string> fields(1);
  bool inside = false, quoted = false;
  const auto end_field = [&] {
    std::string& field = fields.back();
    if (trim && !quoted) field.erase(field.find_last_not_of(kBlanks) + 1);
    quoted = false;
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (inside && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (c == '"') {
      inside = !inside;
      quoted = true;
    } else if (c == ',' && !inside) {
      end_field();
      fields.emplace_back();
    } else if (!trim || inside || !fields.back().empty() || kBlanks.find(c) == std::string::npos) {
      fields.back() += c;
    }
  }
  if (inside) throw InputError("{}: a quote is not closed", where);
  end_field();
  return fields;
}

std::string csv_field(const std::string& text) {
  const bool blank_end = text.find_first_of(kBlanks) == 0 || text.find_last_of(kBlanks) + 1 == text.size();
  if (text.empty() || (!blank_end && text.find_first_of(",\"\r\n") == std::string::npos)) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

}  // namespace bora::data
