// Parser for fractions of the range of grey levels, such as 8/255.
#pragma once

#include <string>

namespace bora {

/// Parses numbers such as "0.3" or "8/255". Throws InputError naming `option` and the text for anything else.
double parse_fraction(const std::string& text, const std::string& option);

/// Rounds a bound slightly below a number of grey levels up to this number: 0.03137 or 8/256 to 8/255.
/// Returns k/255 if `value` is below it by less than 0.5% and less than a quarter of a level, else `value`.
double round_up_to_level(double value);

}  // namespace bora
