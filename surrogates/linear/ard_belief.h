// What a sparse Bayesian linear regression believes, as every search sees it.
#pragma once

#include <memory>

#include "surrogates/belief/belief.h"
#include "surrogates/linear/ard_regression.h"

namespace bora {

/// The posterior of an ArdRegression as of its last fit or update: f(x) = w'x with w ~ N(means, covariance),
/// or, where an intercept is fitted, f(x) = c + w'(x - centre), c independent of w with the noise's variance
/// divided by the rows. Columns whose weight is pruned count for nothing.
class ArdBelief final : public Belief<SparseRow> {
 public:
  /// After regression.fit(). Keeps what it needs of it.
  explicit ArdBelief(const ArdRegression& regression);

  MarginalPosterior marginal(const std::vector<SparseRow>& Z) const override;
  JointPosterior joint(const std::vector<SparseRow>& Z) const override;
  /// By the rule for Gaussian weights; precisions and noise stay.
  std::shared_ptr<const Belief<SparseRow>> given(const std::vector<SparseRow>& Z,
                                                 const Eigen::VectorXd& y) const override;
  double noise() const { return noise_; }

 private:
  // Of n points, the active columns: n x m.
  Eigen::MatrixXd active_parts(const std::vector<SparseRow>& Z) const;
  // What weights and, if there is one, the intercept at the centre are multiplied by.
  Eigen::MatrixXd design(const Eigen::MatrixXd& X) const;

  std::vector<int> columns_;   // active ones, ascending
  std::vector<int> places_;    // of each in means_
  Eigen::RowVectorXd centre_;  // of the active columns
  bool has_intercept_;
  double intercept_;  // at x = 0
  Eigen::VectorXd means_;
  Eigen::MatrixXd covariance_;  // of the weights, and last of the intercept if there is one
  double noise_;
};

}  // namespace bora
