// Parser for fractions of the range of grey levels, such as 8/255.
#pragma once

#include <string>

namespace bora {

/// Parses numbers such as "0.3" or "8/255". A fraction that is below a grey level is not an abbreviation of
/// it for round_up_to_level(), for which its last binary digit may be one lower. Throws InputError naming
/// `option` and the text for anything else.
double parse_fraction(const std::string& text, const std::string& option);

/// Rounds a decimal bound that abbreviates a number of grey levels up to this number: 0.03137 to 8/255.
/// Returns k/255 if `value` is below it by less than 0.5%, a quarter of a level and one unit of its own last
/// decimal digit, else `value`.
double round_up_to_level(double value);

}  // namespace bora
