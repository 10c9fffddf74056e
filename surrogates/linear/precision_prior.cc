#include "surrogates/linear/precision_prior.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "common/error.h"

namespace bora::surrogates {
namespace {

/// Returns the root of a function whose signs differ at `low` and `high`, both > 0.
template <typename Function>
double bisected(const Function& function, double low, double high) {
  const bool rising = function(high) > 0;
  for (int i = 0; i < 100 && high / low > 1 + 1e-14; ++i) {
    const double middle = std::sqrt(low * high);
    ((function(middle) > 0) == rising ? high : low) = middle;
  }
  return std::sqrt(low * high);
}

}  // namespace

double PrecisionPrior::value(double precision) const {
  if (flat()) return 0;
  return shape * std::log(precision * rate / shape) - (rate * precision - shape);
}

void PrecisionPrior::check() const {
  const bool proper = shape > 0 && rate > 0 && std::isfinite(shape) && std::isfinite(rate);
  if (!proper && !(shape == 0 && rate == 0))
    throw InputError("precision_prior: shape {} and rate {} are not both 0 or both positive", shape, rate);
}

double precision_value(double precision, double s, double q, const PrecisionPrior& prior) {
  return 0.5 * (-std::log1p(s / precision) + q * q / (precision + s)) + prior.value(precision);
}

PrecisionMaximum best_precision(double s, double q, const PrecisionPrior& prior) {
  const double k = prior.shape, b = prior.rate;
  const auto slope = [&](double a) { return s * (a + s) - q * q * a + 2 * (k - b * a) * (a + s) * (a + s); };
  // The cubic is positive at 0 and negative from here on, and monotone between its own extrema.
  double beyond = std::max(1.0, 2 * k / b);
  while (slope(beyond) > 0) beyond *= 4;
  std::vector<double> bounds{std::numeric_limits<double>::min() * 1e10};
  const double a2 = -6 * b, a1 = 4 * k - 8 * b * s, a0 = s - q * q + 4 * k * s - 2 * b * s * s;
  if (const double root = a1 * a1 - 4 * a2 * a0; root > 0)
    for (const double sign : {1.0, -1.0})
      if (const double at = (-a1 + sign * std::sqrt(root)) / (2 * a2); at > bounds.back() && at < beyond)
        bounds.push_back(at);
  bounds.push_back(beyond);
  PrecisionMaximum best{k / b, precision_value(k / b, s, q, prior)};
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
    if ((slope(bounds[i]) > 0) == (slope(bounds[i + 1]) > 0)) continue;
    const double at = bisected(slope, bounds[i], bounds[i + 1]);
    const double value = precision_value(at, s, q, prior);
    if (value > best.value) best = {at, value};
  }
  return best;
}

}  // namespace bora::surrogates
