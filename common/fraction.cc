#include "common/fraction.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"

namespace bora {

double parse_fraction(const std::string& text, const std::string& option) {
  const auto number = [&](std::string_view part) {
    const auto value = to_number<double>(part);
    if (!value || !std::isfinite(*value))
      throw InputError("{}: got '{}', expected a number such as 0.3 or a fraction such as 8/255", option,
                       printable(text));
    return *value;
  };
  const auto slash = text.find('/');
  if (slash == std::string::npos) return number(text);
  const double denominator = number(std::string_view(text).substr(slash + 1));
  if (denominator == 0)
    throw InputError("{}: got '{}', a fraction with denominator 0", option, printable(text));
  return number(std::string_view(text).substr(0, slash)) / denominator;
}

double round_up_to_level(double value) {
  constexpr double kShare = 0.005, kLevels = 0.25;
  const double nearest = std::round(value * 255);
  const double missing = nearest - value * 255;
  return missing > 0 && missing < std::min(kShare * nearest, kLevels) ? nearest / 255 : value;
}

}  // namespace bora
