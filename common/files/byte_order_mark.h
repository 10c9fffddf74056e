// The three bytes that some editors and spreadsheet programs write before UTF-8.
#pragma once

#include <string>

namespace bora {

/// Returns `text` without a byte order mark of UTF-8 at its beginning. Every reader of text that people may
/// have saved calls it; parsers of JSON and TOML skip the mark themselves.
inline std::string without_byte_order_mark(std::string text) {
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
  return text;
}

}  // namespace bora
