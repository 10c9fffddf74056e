// Line breaks for Markdown.
#pragma once

#include <algorithm>
#include <sstream>
#include <string>

namespace bora {

/// Returns whether a line of Markdown that begins with this word may be other than text: a list item, a rule,
/// the underline of a heading, or the second row of a table.
inline bool begins_block(const std::string& word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  const std::string rest = word.substr(digits);
  return digits > 0 ? rest == "." || rest == ")" : word.find_first_not_of("-+=:*") == std::string::npos;
}

/// Breaks a paragraph or list item at blanks into lines of at most 120 characters. All lines but the first
/// begin with `indent`, and the last ends with a line break.
inline std::string wrapped(const std::string& text, const std::string& indent = "") {
  constexpr std::size_t kWidth = 120;
  std::istringstream words(text);
  std::string out, line = indent, word;
  while (words >> word) {
    if (line.size() + 1 + word.size() > kWidth && line != indent && !begins_block(word)) {
      out += line + '\n';
      line = indent;
    }
    line += (line == indent ? "" : " ") + word;
  }
  return (out + line).substr(indent.size()) + '\n';
}

}  // namespace bora
