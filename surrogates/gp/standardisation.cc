#include "surrogates/gp/standardisation.h"

#include <cmath>

namespace bora {

Standardisation Standardisation::of(const Eigen::VectorXd& y) {
  Standardisation result;
  result.mean = y.mean();
  const double deviation = std::sqrt((y.array() - result.mean).square().mean());
  // Differences of the size of rounding errors are no signal.
  if (deviation > 1e-13 * (1e-200 + y.cwiseAbs().maxCoeff())) result.deviation = deviation;
  return result;
}

}  // namespace bora
