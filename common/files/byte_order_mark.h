// Removal of the byte order mark that some editors and spreadsheet programs write before UTF-8 text.
#pragma once

#include <string>

namespace bora {

/// Returns `text` without a leading UTF-8 byte order mark. Readers of text files that users may have edited
/// call it; the parsers of JSON and TOML skip the mark themselves.
inline std::string without_byte_order_mark(std::string text) {
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
  return text;
}

}  // namespace bora
