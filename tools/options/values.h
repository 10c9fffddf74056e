// Values of options that are more than a number.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "data/images/dataset.h"

namespace bora::tools {

// `option` is what the error names, e.g. "--shape". All throw InputError with the value and what was
// expected.

/// "1x28x28" (channels, height, width) or "28x28" (one channel).
ImageShape parse_shape(const std::string& text, const std::string& option);

/// "-1,1": low < high.
std::pair<float, float> parse_range(const std::string& text, const std::string& option);

/// As many threads as are sensible on any machine.
inline constexpr int kMostThreads = 1024;

/// The number of threads to use: `threads`, or one a core for 0. Throws InputError naming `option` below 0
/// and above kMostThreads.
int checked_threads(int threads, const std::string& option);

/// Returns the absolute path if `value` is a file or a folder, else `value`.
std::string absolute_path(const std::string& value);

/// `text` if it is one of `valid`; otherwise the error names them and the nearest.
const std::string& check_name(const std::string& text, const std::string& option,
                              const std::vector<std::string>& valid);

}  // namespace bora::tools
