// Numbers as people type shares of grey levels.
#pragma once

#include <string>

namespace bora {

/// "0.3" or "8/255". Throws InputError naming `option` and the text for anything else.
double parse_fraction(const std::string& text, const std::string& option);

}  // namespace bora
