// The words of --launch.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::tuning {

/// Words apart by white space, quoted as a shell has it: '...' as it stands, "..." with \" and \\, and \x for
/// any character x outside quotes. Throws InputError, naming --launch, where a quote or a backslash has no
/// end.
std::vector<std::string> launch_words(const std::string& text);

}  // namespace bora::tuning
