// Lines of Markdown.
#pragma once

#include <sstream>
#include <string>

namespace bora {

/// Breaks a paragraph or an item of a list into lines of at most 120 characters, where it has blanks; all but
/// the first begin with `indent`. Ends in a line break.
inline std::string wrapped(const std::string& text, const std::string& indent = "") {
  constexpr std::size_t kWidth = 120;
  std::istringstream words(text);
  std::string out, line = indent, word;
  while (words >> word) {
    // A line that began so would be an item of a list.
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
