// Parser for fractions of the range of grey levels, such as 8/255.
#pragma once

#include <string>

namespace bora {

/// Parses numbers such as "0.3" or "8/255". Throws InputError naming `option` and the text for anything else.
double parse_fraction(const std::string& text, const std::string& option);

/// Returns the bound that `value` means on grey levels: k/255 where it is a decimal number that stands for
/// it, such as 0.03137 for 8/255, at most half a percent and a quarter of a level below; else `value` itself.
double meant_fraction(double value);

}  // namespace bora
