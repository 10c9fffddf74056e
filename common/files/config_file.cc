#include "common/files/config_file.h"

#include <algorithm>
#include <fstream>

#include "common/files/byte_order_mark.h"
#include "common/text.h"

namespace bora {
namespace {

std::string unquoted(const std::string& value) {
  const bool quoted = value.size() >= 2 && value.front() == '"' && value.back() == '"';
  return quoted ? value.substr(1, value.size() - 2) : value;
}

}  // namespace

std::vector<ConfigLine> read_config_lines(std::istream& in) {
  std::vector<ConfigLine> lines;
  std::string text;
  for (int number = 1; std::getline(in, text); ++number) {
    text = trimmed(number == 1 ? without_byte_order_mark(text) : text);
    if (text.empty() || text[0] == '#' || text[0] == ';') continue;
    ConfigLine& line = lines.emplace_back(ConfigLine{number, text, "", ""});
    const auto equals = text.find('=');
    if (equals == std::string::npos) continue;
    line.name = trimmed(text.substr(0, equals));
    line.value = unquoted(trimmed(text.substr(equals + 1)));
  }
  return lines;
}

std::string option_in_config(const std::filesystem::path& folder, const std::string& option) {
  std::ifstream in(folder / "config.ini");
  const std::vector<ConfigLine> lines = read_config_lines(in);
  const auto found = std::ranges::find(lines, option, &ConfigLine::name);
  return found == lines.end() ? "" : found->value;
}

}  // namespace bora
