// Parsing of architectures that are written as tuples of whole numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::nas {

/// Returns the numbers in a text such as "(0, 1, 2)" or "[[(0, 4), (1, 2)]]", in their order; nullopt if it
/// has other characters than digits, blanks, commas, brackets and parentheses, or a number above 999,999.
std::optional<std::vector<int>> numbers_in(const std::string& text);

}  // namespace bora::nas
