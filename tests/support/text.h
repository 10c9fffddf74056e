// Words in texts, for tests of reports.
#pragma once

#include <string>

namespace bora::testing {

inline bool contains(const std::string& text, const std::string& word) {
  return text.find(word) != std::string::npos;
}

/// Returns how often `word` occurs in `text`.
inline int occurrences(const std::string& text, const std::string& word) {
  int count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

}  // namespace bora::testing
