// Splitting of --launch into words.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::tuning {

/// Returns the words of `text`, which are separated by white space and quoted as in a shell: '...' literally,
/// "..." with \" and \\, and \x for any character x outside quotes. Throws InputError, naming --launch, for
/// an unclosed quote or a backslash at the end.
std::vector<std::string> launch_words(const std::string& text);

}  // namespace bora::tuning
