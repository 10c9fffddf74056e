// Posterior of m points, marginal or joint. There are two types, so that one is never mistaken for the other.
#pragma once

#include <Eigen/Core>

namespace bora::surrogates {

struct MarginalPosterior {
  Eigen::VectorXd mean;      ///< m
  Eigen::VectorXd variance;  ///< m: variances of the noise-free function, >= 0
};

struct JointPosterior {
  Eigen::VectorXd mean;        ///< m
  Eigen::MatrixXd covariance;  ///< m x m: covariances of the noise-free function, symmetric
};

}  // namespace bora::surrogates
