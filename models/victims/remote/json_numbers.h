// Numbers in the answers of remote victims that JSON cannot express.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "common/layers.h"

namespace bora::models {

/// Largest number of scores of one input of a remote victim.
inline constexpr std::int64_t kMostScores = 1 << 20;

/// Returns "NaN for 'data'" for the first number in `text` that is not finite, as Python writes NaN, Infinity
/// and -Infinity and others 1e999, with the name of the last field before it; "" if there is none.
std::string number_without_json(std::string_view text);

}  // namespace bora::models
