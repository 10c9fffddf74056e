// Numbers that JSON has no word for, in what victims elsewhere say.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "common/layers.h"

namespace bora::models {

inline constexpr std::int64_t kMostScores = 1
                                            << 20;  ///< scores of one input that a victim elsewhere may have

/// Returns "NaN for 'data'" for the first number in `text` that is not finite, as Python writes NaN, Infinity
/// and -Infinity and others 1e999, with the name of the last field before it; "" if there is none.
std::string number_without_json(std::string_view text);

}  // namespace bora::models
