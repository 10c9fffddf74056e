// Line breaks for Markdown.
#pragma once

#include <sstream>
#include <string>

namespace bora {

/// Breaks a paragraph or list item at blanks into lines of at most 120 characters. All lines but the first
/// begin with `indent`, and the last ends with a line break.
inline std::string wrapped(const std::string& text, const std::string& indent = "") {
  constexpr std::size_t kWidth = 120;
  std::istringstream words(text);
  std::string out, line = indent, word;
  while (words >> word) {
    // At the beginning of a line, this word would make a list item.
    const bool markup = word == "-" || word == "+" || (word.back() == '.' && word.size() < 4);
    if (line.size() + 1 + word.size() > kWidth && line != indent && !markup) {
      out += line + '\n';
      line = indent;
    }
    line += (line == indent ? "" : " ") + word;
  }
  return (out + line).substr(indent.size()) + '\n';
}

}  // namespace bora
