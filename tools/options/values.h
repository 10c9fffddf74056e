// Parsers and checks of option values.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "data/images/dataset.h"

namespace bora::tools {

// All functions with a parameter `option`, e.g. "--shape", throw InputError that begins with it and states
// the value and what was expected.

/// Parses "1x28x28" (channels, height, width) or "28x28" (one channel).
ImageShape parse_shape(const std::string& text, const std::string& option);

/// Parses two numbers, low < high: "-1,1".
std::pair<float, float> parse_range(const std::string& text, const std::string& option);

/// Largest number of threads that is accepted.
inline constexpr int kMostThreads = 1024;

/// Returns `threads`, or the number of cores if it is 0. Throws InputError if it is below 0 or above
/// kMostThreads.
int checked_threads(int threads, const std::string& option);

/// Returns the absolute path if `value` is an existing file or folder; else `value`.
std::string absolute_path(const std::string& value);

// Checks of numbers in intervals that Setting::between() cannot express, for Setting::check().

/// Throws InputError unless `value` is finite and above 0.
void check_positive(double value);
/// Throws InputError unless `value` is finite and at least 0.
void check_not_negative(double value);
/// Throws InputError unless `value` is in [0, 1).
void check_part(double value);
/// Throws InputError unless `value` is in (0, 1).
void check_proper_part(double value);

}  // namespace bora::tools
