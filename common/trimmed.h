// Text without the blanks around it.
#pragma once

#include <string>
#include <string_view>

namespace bora {

/// Returns `text` without the spaces, tabs and line ends that it begins and ends with.
inline std::string trimmed(std::string_view text) {
  constexpr const char* kBlank = " \t\r\n";
  const auto begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin));
}

}  // namespace bora
