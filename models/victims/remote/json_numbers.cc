#include "models/victims/remote/json_numbers.h"

#include <cctype>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "common/text.h"

namespace bora::models {

std::string number_without_json(std::string_view text) {
  constexpr std::size_t kMost = 80;
  std::string field, last;  // the last field and the last text
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == ':') field = last;
    if (text[at] == '"') {
      const std::size_t begin = ++at;
      while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
      last = text.substr(begin, std::min(at, text.size()) - begin);
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 ||
                                 std::string_view("+-.").find(text[end]) != std::string_view::npos))
      ++end;
    if (end == at) continue;
    const std::string word(text.substr(at, end - at));
    char* stop = nullptr;
    const double number = std::strtod(word.c_str(), &stop);
    if (stop == word.c_str() + word.size() && !std::isfinite(number))
      return fmt::format("{} for '{}'", printable(word, kMost), printable(field, kMost));
    at = end - 1;
  }
  return "";
}

}  // namespace bora::models
