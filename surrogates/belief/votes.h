// Posterior of an ensemble, computed from the predictions of its members.
#pragma once

#include <Eigen/Core>

#include "surrogates/belief/posterior.h"

namespace bora {

/// votes: m x k, of k members at m points. Mean and variance over the members (1 / k).
inline MarginalPosterior marginal_of_votes(const Eigen::MatrixXd& votes) {
  const Eigen::VectorXd mean = votes.rowwise().mean();
  return {mean, (votes.colwise() - mean).rowwise().squaredNorm() / static_cast<double>(votes.cols())};
}

/// The same with covariances.
inline JointPosterior joint_of_votes(const Eigen::MatrixXd& votes) {
  const Eigen::VectorXd mean = votes.rowwise().mean();
  const Eigen::MatrixXd centred = votes.colwise() - mean;
  return {mean, centred * centred.transpose() / static_cast<double>(votes.cols())};
}

}  // namespace bora
