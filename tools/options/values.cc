#include "tools/options/values.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <thread>

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"

namespace bora::tools {

ImageShape parse_shape(const std::string& text, const std::string& option) {
  auto parts = split(text, 'x');
  if (parts.size() == 2) parts.insert(parts.begin(), "1");
  ImageShape shape;
  int* const sides[] = {&shape.channels, &shape.height, &shape.width};
  bool valid = parts.size() == 3;
  for (std::size_t i = 0; valid && i < 3; ++i) {
    constexpr int kLargestSide = 1 << 14;
    const auto side = to_number<int>(parts[i], 1, kLargestSide);
    valid = side.has_value();
    *sides[i] = side.value_or(0);
  }
  if (!valid)
    throw InputError("{}: '{}' is not a shape, expected e.g. 3x32x32 (channels, height, width)", option,
                     text);
  return shape;
}

std::pair<float, float> parse_range(const std::string& text, const std::string& option) {
  const auto parts = split(text, ',');
  if (parts.size() == 2) {
    const auto low = to_finite<float>(parts[0]), high = to_finite<float>(parts[1]);
    if (low && high && *low < *high) return {*low, *high};
  }
  throw InputError("{}: got '{}', expected LOW,HIGH, two numbers with LOW < HIGH, e.g. -1,1", option, text);
}

std::string absolute_path(const std::string& value) {
  std::error_code error;
  return !value.empty() && std::filesystem::exists(value, error)
             ? std::filesystem::absolute(value).lexically_normal().string()
             : value;
}

int checked_threads(int threads, const std::string& option) {
  if (threads < 0 || threads > kMostThreads)
    throw InputError("{}: got {}, expected 0 (one per core) to {}", option, threads, kMostThreads);
  if (threads > 0) return threads;
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostThreads);
}

void check_positive(double value) {
  if (!(value > 0 && std::isfinite(value))) throw InputError("got {}, expected a number above 0", value);
}

void check_not_negative(double value) {
  if (!(value >= 0 && std::isfinite(value)))
    throw InputError("got {}, expected a number of at least 0", value);
}

void check_part(double value) {
  if (!(value >= 0 && value < 1))
    throw InputError("got {}, expected a share of at least 0 and below 1", value);
}

void check_proper_part(double value) {
  if (!(value > 0 && value < 1)) throw InputError("got {}, expected a share above 0 and below 1", value);
}

}  // namespace bora::tools
