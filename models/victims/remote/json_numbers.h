// Checks of numbers in the answers of remote victims.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "common/layers.h"

namespace bora::models {

/// Largest number of scores of one input of a remote victim.
inline constexpr std::int64_t kMostScores = 1 << 20;

/// Returns a description of the first number in `text` that is not finite, and the name of the last field
/// before it, such as "NaN for 'data'"; "" if there is none. Recognises NaN, Infinity and -Infinity, which
/// Python writes, and numbers that overflow, such as 1e999.
std::string number_without_json(std::string_view text);

}  // namespace bora::models
