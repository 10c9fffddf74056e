#include "surrogates/gp/evidence.h"

#include <cmath>
#include <numbers>

namespace bora {

double log_evidence(const CholeskyFactor& factor, const Eigen::VectorXd& y, const Eigen::VectorXd& alpha) {
  return -0.5 * y.dot(alpha) - 0.5 * log_determinant(factor) -
         0.5 * static_cast<double>(y.size()) * std::log(2 * std::numbers::pi);
}

Eigen::MatrixXd evidence_gradient_weights(const CholeskyFactor& factor, const Eigen::VectorXd& alpha) {
  Eigen::MatrixXd W = inverse(factor);
  W *= -0.5;
  W.noalias() += 0.5 * alpha * alpha.transpose();
  return W;
}

}  // namespace bora
