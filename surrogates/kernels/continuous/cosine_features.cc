#include "surrogates/kernels/continuous/cosine_features.h"

namespace bora::surrogates {

Eigen::MatrixXd CosineFeatures::at(const Eigen::MatrixXd& X) const {
  Eigen::MatrixXd features = X * frequencies.transpose();
  features.rowwise() += phases.transpose();
  return features.array().cos().matrix() * amplitudes.asDiagonal();
}

Eigen::MatrixXd CosineFeatures::gradient(const Eigen::MatrixXd& X, const Eigen::VectorXd& scale,
                                         const Eigen::VectorXd& weights) const {
  Eigen::MatrixXd angles = X * frequencies.transpose();
  angles.rowwise() += phases.transpose();
  return -(scale.asDiagonal() * angles.array().sin().matrix()) *
         (amplitudes.cwiseProduct(weights).asDiagonal() * frequencies);
}

}  // namespace bora::surrogates
