#include "tuning/trials/launch.h"

#include <cctype>

#include "common/setting_error.h"
#include "common/text.h"

namespace bora::tuning {

std::vector<std::string> launch_words(const std::string& text) {
  std::vector<std::string> words;
  bool inside = false;  // whether the character before is part of a word
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    const bool escapes = quote == 0 || (quote == '"' && (next == '"' || next == '\\'));
    if (c == '\\' && escapes) {
      if (at + 1 == text.size()) throw SettingError("launch", "'{}' ends with a backslash", printable(text));
      words.back() += next;
      ++at;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (quote != 0 && c == quote) {
      quote = 0;
    } else {
      words.back() += c;
    }
  }
  if (quote != 0) throw SettingError("launch", "'{}' has a quote {} without end", printable(text), quote);
  return words;
}

}  // namespace bora::tuning
