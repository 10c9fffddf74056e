#include "surrogates/search/scalarisation.h"

#include <cmath>
#include <limits>

#include "surrogates/gp/standardisation.h"

namespace bora::surrogates {

Eigen::VectorXd drawn_weights(int objectives, Rng& rng) {
  Eigen::VectorXd weights(objectives);
  for (double& weight : weights) weight = -std::log1p(-rng.uniform());
  return weights / weights.sum();
}

Eigen::VectorXd tchebycheff(const Eigen::MatrixXd& Y, const Eigen::VectorXd& weights) {
  constexpr double kAugmentation = 0.05;
  // Values are halved because the difference of two large ones might overflow.
  const Eigen::MatrixXd half = 0.5 * Y;
  const Eigen::RowVectorXd best = half.colwise().maxCoeff(), worst = half.colwise().minCoeff();
  const Eigen::RowVectorXd largest = half.cwiseAbs().colwise().maxCoeff();
  // Division by infinity makes `missing` 0 everywhere for an objective that is constant up to rounding
  // errors.
  const Eigen::RowVectorXd range = (best - worst).binaryExpr(largest, [](double r, double most) {
    return exceeds_rounding(r, most) ? r : std::numeric_limits<double>::infinity();
  });
  const Eigen::MatrixXd missing = (best.replicate(Y.rows(), 1) - half).array().rowwise() / range.array() *
                                  weights.transpose().array().replicate(Y.rows(), 1);
  return -missing.rowwise().maxCoeff() - kAugmentation * missing.rowwise().sum();
}

}  // namespace bora::surrogates
