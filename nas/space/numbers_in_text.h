// Architectures that are written down as tuples of whole numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::nas {

/// Returns the numbers of "(0, 1, 2)" or "[[(0, 4), (1, 2)]]" in their order; nullopt if the text has
/// anything but digits, blanks, commas, brackets and parentheses, or a number of more than six digits.
std::optional<std::vector<int>> numbers_in(const std::string& text);

}  // namespace bora::nas
