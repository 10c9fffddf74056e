#include "surrogates/gp/standardisation.h"

#include <cmath>

namespace bora::surrogates {

Standardisation Standardisation::of(const Eigen::VectorXd& y) {
  Standardisation result;
  result.mean = y.mean();
  double deviation = std::sqrt((y.array() - result.mean).square().mean());
  if (!std::isfinite(result.mean) || !std::isfinite(deviation)) {
    // Squares or sums overflow, so they are computed in units of the largest value.
    const double largest = y.cwiseAbs().maxCoeff();
    const Eigen::ArrayXd scaled = y.array() / largest;
    result.mean = scaled.mean() * largest;
    deviation = std::sqrt((scaled - scaled.mean()).square().mean()) * largest;
  }
  result.deviation = deviation_or_one(deviation, y.cwiseAbs().maxCoeff());
  return result;
}

}  // namespace bora::surrogates
