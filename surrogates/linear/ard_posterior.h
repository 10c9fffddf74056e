// Posterior of a sparse Bayesian linear regression, in the form that every search uses.
#pragma once

#include <memory>

#include "surrogates/linear/ard_regression.h"
#include "surrogates/posterior/posterior.h"

namespace bora::surrogates {

/// Posterior of an ArdRegression at its last fit or update: f(x) = w'x with w ~ N(means, covariance). If an
/// intercept is fitted, f(x) = c + w'(x - centre), where c is independent of w and has the noise's variance
/// divided by the rows. Columns whose weight is pruned are ignored.
class ArdPosterior final : public Posterior<SparseRow> {
 public:
  /// Copies what it needs of `regression`, for which fit() must have been called.
  explicit ArdPosterior(const ArdRegression& regression);

  MarginalPosterior marginal(const std::vector<SparseRow>& Z) const override;
  JointPosterior joint(const std::vector<SparseRow>& Z) const override;
  /// Returns the posterior by the update rule for Gaussian weights; precisions and noise stay.
  std::shared_ptr<const Posterior<SparseRow>> given(const std::vector<SparseRow>& Z,
                                                    const Eigen::VectorXd& y) const override;
  double noise() const { return noise_; }

 private:
  // Returns the active columns of n points: n x m.
  Eigen::MatrixXd active_parts(const std::vector<SparseRow>& Z) const;
  // Returns the matrix that multiplies the weights and, if there is one, the intercept at the centre.
  Eigen::MatrixXd design(const Eigen::MatrixXd& X) const;

  std::vector<int> columns_;   // active ones, ascending
  std::vector<int> places_;    // index of each in means_
  Eigen::RowVectorXd centre_;  // centre of the active columns
  bool has_intercept_;
  double intercept_;  // at x = 0
  Eigen::VectorXd means_;
  Eigen::MatrixXd covariance_;  // covariance of the weights and, last, of the intercept if there is one
  double noise_;
};

}  // namespace bora::surrogates
