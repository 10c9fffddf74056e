// Posterior of a sparse Bayesian linear regression, with the interface that every search uses.
#pragma once

#include <memory>

#include "surrogates/linear/ard_regression.h"
#include "surrogates/posterior/posterior.h"

namespace bora::surrogates {

/// Posterior of an ArdRegression after its last fit() or update(): f(x) = w'x with w ~ N(means, covariance).
/// With an intercept, f(x) = c + w'(x - centre), where c is independent of w and its variance is that of the
/// noise divided by the number of rows. Pruned columns have no effect.
class ArdPosterior final : public Posterior<SparseRow> {
 public:
  /// Copies the state of `regression`, for which fit() must have been called.
  explicit ArdPosterior(const ArdRegression& regression);

  MarginalPosterior marginal(const std::vector<SparseRow>& Z) const override;
  JointPosterior joint(const std::vector<SparseRow>& Z) const override;
  /// Returns the posterior by the update rule for normal weights, with the same precisions and noise.
  std::shared_ptr<const Posterior<SparseRow>> given(const std::vector<SparseRow>& Z,
                                                    const Eigen::VectorXd& y) const override;
  /// Returns the variance that the noise has.
  double noise() const { return noise_; }

 private:
  // Returns the values of n points in the m active columns: n x m.
  Eigen::MatrixXd active_parts(const std::vector<SparseRow>& Z) const;
  // Returns the matrix that multiplies the weights and, if there is one, the intercept c at the centre.
  Eigen::MatrixXd design(const Eigen::MatrixXd& X) const;

  std::vector<int> columns_;   // active columns, ascending
  std::vector<int> places_;    // index of each of them in means_
  Eigen::RowVectorXd centre_;  // means of the active columns over the rows
  bool has_intercept_;
  double intercept_;  // f(0)
  Eigen::VectorXd means_;
  Eigen::MatrixXd covariance_;  // covariance of the weights and, last, of the intercept if there is one
  double noise_;
};

}  // namespace bora::surrogates
