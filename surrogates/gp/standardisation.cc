#include "surrogates/gp/standardisation.h"

#include <cmath>
#include <limits>

namespace bora::surrogates {
namespace {

constexpr double kRounding = 1e-13;

Standardisation with_moments(const Eigen::VectorXd& y) {
  const double mean = y.mean();
  return {mean, std::sqrt((y.array() - mean).square().mean())};
}

}  // namespace

bool exceeds_rounding(double spread, double largest) {
  return spread > kRounding * largest && spread > std::numeric_limits<double>::min();
}

Standardisation Standardisation::of(const Eigen::VectorXd& y) {
  // Below kLeast the sum of squares loses digits.
  constexpr double kLeast = 1e-140;
  Standardisation result = with_moments(y);
  const double largest = y.cwiseAbs().maxCoeff();
  if (!std::isfinite(result.mean) || !std::isfinite(result.deviation) ||
      (result.deviation < kLeast && largest > 0)) {
    // The unit is a power of 2, so that it changes no digit.
    const int exponent = std::ilogb(largest);
    const Eigen::VectorXd scaled = y.unaryExpr([&](double value) { return std::ldexp(value, -exponent); });
    result = with_moments(scaled);
    result.mean = std::ldexp(result.mean, exponent);
    result.deviation = std::ldexp(result.deviation, exponent);
  }
  if (exceeds_rounding(result.deviation, largest)) return result;
  return {result.mean, 1, (y.array() - result.mean).abs().maxCoeff()};
}

double Standardisation::apply(double y) const {
  if (std::abs(y - mean) <= rounding) return 0;
  // Values are halved because the difference of two large ones might overflow.
  return (0.5 * y - 0.5 * mean) / (0.5 * deviation);
}

}  // namespace bora::surrogates
