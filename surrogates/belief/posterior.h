// What a belief says about m points: each on its own, or together. Two types, so that one is never
// taken for the other.
#pragma once

#include <Eigen/Core>

namespace bora {

struct MarginalPosterior {
  Eigen::VectorXd mean;      ///< m
  Eigen::VectorXd variance;  ///< m, of the noise-free function, >= 0
};

struct JointPosterior {
  Eigen::VectorXd mean;        ///< m
  Eigen::MatrixXd covariance;  ///< m x m, of the noise-free function, symmetric
};

}  // namespace bora
