// Numbers that JSON has no word for, in what victims elsewhere say.
#pragma once

#include <string>
#include <string_view>

#include "common/layers.h"

namespace bora::models {

/// Returns "NaN for 'data'" for the first number in `text` that is not finite, as Python writes NaN, Infinity
/// and -Infinity and others 1e999, with the name of the last field before it; "" if there is none.
std::string number_without_json(std::string_view text);

}  // namespace bora::models
