#include "nas/space/numbers_in_text.h"

#include <cctype>

namespace bora::nas {

std::optional<std::vector<int>> numbers_in(const std::string& text) {
  constexpr int kMost = 999999;
  std::vector<int> numbers;
  bool within = false;
  for (const char c : text) {
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      if (!within) numbers.push_back(0);
      within = true;
      numbers.back() = 10 * numbers.back() + (c - '0');
      if (numbers.back() > kMost) return std::nullopt;
    } else {
      within = false;
      if (std::string(" ,()[]").find(c) == std::string::npos) return std::nullopt;
    }
  }
  return numbers;
}

}  // namespace bora::nas
