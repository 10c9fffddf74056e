#include "surrogates/acquisition/normal.h"

#include <cmath>
#include <numbers>

namespace bora::surrogates {
namespace {

// From here on the continued fraction converges to rounding within kTerms; below, the direct formula loses at
// most a factor t^2 + 1 = 10 of accuracy.
constexpr double kTail = 3.0;
constexpr int kTerms = 100;

}  // namespace

double normal_density(double z) {
  return std::exp(-0.5 * z * z - kLogSqrtTwoPi);
}

double normal_cdf(double z) {
  return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

LogImprovement log_improvement(double z) {
  if (z > -kTail) {
    const double density = normal_density(z);
    const double cdf = normal_cdf(z);
    const double h = density + z * cdf;
    return {std::log(h), cdf / h, density / h};
  }
  const double t = -z;
  double c = 0;
  for (int k = kTerms; k >= 1; --k) c = k / (t + c);
  // c / (t + c) as a difference of logarithms would lose digits for large t only in log c, which is exact
  // enough: log c ~ -log t.
  return {-0.5 * t * t - kLogSqrtTwoPi + std::log(c / (t + c)), 1 / c, (t + c) / c};
}

}  // namespace bora::surrogates
