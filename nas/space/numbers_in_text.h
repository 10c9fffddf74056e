// Architectures that are written down as tuples of whole numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::nas {

/// The numbers of "(0, 1, 2)" or "[[(0, 4), (1, 2)]]" in their order; none where anything but digits, blanks,
/// commas, brackets and parentheses is in the text, or a number has more than six digits.
std::optional<std::vector<int>> numbers_in(const std::string& text);

}  // namespace bora::nas
