#include "surrogates/gp/standardisation.h"

#include <cmath>

namespace bora::surrogates {

Standardisation Standardisation::of(const Eigen::VectorXd& y) {
  Standardisation result;
  result.mean = y.mean();
  double deviation = std::sqrt((y.array() - result.mean).square().mean());
  if (!std::isfinite(result.mean) || !std::isfinite(deviation)) {
    // Squares or sums overflow: in units of the largest value.
    const double largest = y.cwiseAbs().maxCoeff();
    const Eigen::ArrayXd scaled = y.array() / largest;
    result.mean = scaled.mean() * largest;
    deviation = std::sqrt((scaled - scaled.mean()).square().mean()) * largest;
  }
  // Differences of the size of rounding errors are no signal.
  if (deviation > 1e-13 * (1e-200 + y.cwiseAbs().maxCoeff())) result.deviation = deviation;
  return result;
}

}  // namespace bora::surrogates
