#include "surrogates/search/scalarisation.h"

#include <cmath>

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
  // A constant objective has range 0; division by 1 instead makes `missing` 0 everywhere.
  const Eigen::RowVectorXd range = (best - worst).unaryExpr([](double r) { return r > 0 ? r : 1; });
  const Eigen::MatrixXd missing = (best.replicate(Y.rows(), 1) - half).array().rowwise() / range.array() *
                                  weights.transpose().array().replicate(Y.rows(), 1);
  return -missing.rowwise().maxCoeff() - kAugmentation * missing.rowwise().sum();
}

}  // namespace bora::surrogates
