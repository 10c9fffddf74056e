// Posterior of an ensemble, computed from the predictions of its members.
#pragma once

#include <Eigen/Core>

#include "surrogates/posterior/posterior.h"

namespace bora::surrogates {

/// Returns mean and (population) variance over the members. votes: m x k, predictions of k members at m
/// points.
inline MarginalPosterior marginal_of_votes(const Eigen::MatrixXd& votes) {
  const Eigen::VectorXd mean = votes.rowwise().mean();
  return {mean, (votes.colwise() - mean).rowwise().squaredNorm() / static_cast<double>(votes.cols())};
}

/// Returns mean and (population) covariance over the members. votes: m x k.
inline JointPosterior joint_of_votes(const Eigen::MatrixXd& votes) {
  const Eigen::VectorXd mean = votes.rowwise().mean();
  const Eigen::MatrixXd centred = votes.colwise() - mean;
  return {mean, centred * centred.transpose() / static_cast<double>(votes.cols())};
}

}  // namespace bora::surrogates
