// Parser of TOML files that users write.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include <toml++/toml.h>

#include "common/error.h"
#include "common/text.h"

namespace bora {

/// Returns the number, from 1, of the first line with a key of more than `most` parts (a.b.c has three), or 0
/// if there is none.
inline int line_of_long_key(std::string_view text, int most) {
  int line = 1, dots = 0;
  char quote = '\0';
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n') {
      ++line;
      dots = 0;
      quote = '\0';
    } else if (quote != '\0') {
      quote = c == quote ? '\0' : quote;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '#') {
      at = std::min(text.find('\n', at), text.size()) - 1;
    } else if (c == '.') {
      if (++dots >= most) return line;
    } else if (c == ',' || c == '=') {
      dots = 0;
    }
  }
  return 0;
}

/// Parses `text`, which is TOML. Throws InputError with a one-line message that begins with `place` and the
/// line number, if `text` is not TOML or a key has more than 200 parts (toml++ destroys nested tables
/// recursively).
inline toml::table parse_toml(const std::string& text, const std::string& place) {
  constexpr int kMostParts = 200;
  if (const int line = line_of_long_key(text, kMostParts); line > 0)
    throw InputError("{}:{}: a key of more than {} parts", place, line, kMostParts);
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    std::string why(error.description());
    const std::size_t quote = why.find('\'');
    if (why.find("cannot redefine existing") != std::string::npos && quote != std::string::npos)
      why = why.substr(quote, why.find('\'', quote + 1) - quote + 1) + " is given twice";
    throw InputError("{}:{}: {}", place, error.source().begin.line, printable(why));
  }
}

}  // namespace bora
