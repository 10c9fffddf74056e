#include "surrogates/sampling/normal_points.h"

#include <algorithm>
#include <numbers>

#include <boost/math/special_functions/erf.hpp>

#include "surrogates/sampling/space_filling.h"

namespace bora::surrogates {

double normal_quantile(double p) {
  return -std::numbers::sqrt2 * boost::math::erfc_inv(2 * p);
}

Eigen::MatrixXd normal_points(int n, int d, Rng& rng) {
  // A coordinate may be exactly 0.
  constexpr double kLeast = 1e-15;
  return sobol_points(n, d, rng).unaryExpr(
      [=](double u) { return normal_quantile(std::clamp(u, kLeast, 1 - kLeast)); });
}

}  // namespace bora::surrogates
