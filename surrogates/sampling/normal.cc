#include "surrogates/sampling/normal.h"

#include <cmath>
#include <numbers>

#include <boost/math/special_functions/erf.hpp>

namespace bora::surrogates {

double normal_density(double z) {
  return std::exp(-0.5 * z * z - kLogSqrtTwoPi);
}

double normal_cdf(double z) {
  return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

double normal_quantile(double p) {
  return -std::numbers::sqrt2 * boost::math::erfc_inv(2 * p);
}

double normal_hazard(double z) {
  constexpr double kTail = -8;
  if (z > kTail) return normal_density(z) / normal_cdf(z);
  // The reciprocal of Mills' ratio, by its continued fraction.
  constexpr int kTerms = 40;
  double fraction = -z;
  for (int k = kTerms; k >= 1; --k) fraction = -z + k / fraction;
  return fraction;
}

LogImprovement log_improvement(double z) {
  // Beyond kTail the continued fraction converges to rounding within kTerms; before it, the direct formula
  // loses at most a factor t^2 + 1 = 10 of accuracy.
  constexpr double kTail = -3;
  constexpr int kTerms = 100;
  if (z > kTail) {
    const double density = normal_density(z);
    const double cdf = normal_cdf(z);
    const double h = density + z * cdf;
    return {std::log(h), cdf / h, density / h};
  }
  const double t = -z;
  double c = 0;
  for (int k = kTerms; k >= 1; --k) c = k / (t + c);
  return {-0.5 * t * t - kLogSqrtTwoPi + std::log(c / (t + c)), 1 / c, (t + c) / c};
}

}  // namespace bora::surrogates
