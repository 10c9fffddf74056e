// What was found in a file, as a message can hold it.
#pragma once

#include <string>
#include <string_view>

namespace bora {

/// The text with a '?' for each byte that is no printable ASCII, cut after so many: what a damaged or
/// tampered file holds may be of any length, and have line breaks or terminal commands in it.
inline std::string one_line(std::string_view text, std::size_t most = 120) {
  std::string line(text.substr(0, most));
  for (char& c : line)
    if (c < ' ' || c > '~') c = '?';
  if (text.size() > most) line += "...";
  return line;
}

}  // namespace bora
