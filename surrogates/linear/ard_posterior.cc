#include "surrogates/linear/ard_posterior.h"

#include <algorithm>

#include <Eigen/Cholesky>

#include "common/order.h"

namespace bora::surrogates {

ArdPosterior::ArdPosterior(const ArdRegression& regression)
    : centre_(regression.centre()),
      has_intercept_(regression.has_intercept()),
      intercept_(regression.intercept()),
      means_(regression.means()),
      covariance_(regression.covariance()),
      noise_(regression.noise()) {
  const std::vector<int> active = regression.active();
  places_ = ascending(active);
  for (const int place : places_) columns_.push_back(active[static_cast<std::size_t>(place)]);
  if (!has_intercept_) return;
  const Eigen::Index m = means_.size();
  covariance_.conservativeResizeLike(Eigen::MatrixXd::Zero(m + 1, m + 1));
  covariance_(m, m) = noise_ / regression.rows();
}

Eigen::MatrixXd ArdPosterior::active_parts(const std::vector<SparseRow>& Z) const {
  Eigen::MatrixXd X = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(Z.size()), means_.size());
  for (Eigen::Index i = 0; i < X.rows(); ++i)
    for (const SparseEntry& entry : Z[static_cast<std::size_t>(i)]) {
      const auto found = std::lower_bound(columns_.begin(), columns_.end(), entry.column);
      if (found != columns_.end() && *found == entry.column)
        X(i, places_[static_cast<std::size_t>(found - columns_.begin())]) = entry.value;
    }
  return X;
}

Eigen::MatrixXd ArdPosterior::design(const Eigen::MatrixXd& X) const {
  if (!has_intercept_) return X;
  Eigen::MatrixXd D(X.rows(), X.cols() + 1);
  D << X.rowwise() - centre_, Eigen::VectorXd::Ones(X.rows());
  return D;
}

MarginalPosterior ArdPosterior::marginal(const std::vector<SparseRow>& Z) const {
  const Eigen::MatrixXd X = active_parts(Z);
  const Eigen::Index m = means_.size();
  MarginalPosterior at;
  at.mean = (X * means_).array() + intercept_;
  const Eigen::MatrixXd C = X.rowwise() - centre_;
  at.variance = (C * covariance_.topLeftCorner(m, m)).cwiseProduct(C).rowwise().sum();
  if (has_intercept_) at.variance.array() += (2 * C * covariance_.col(m).head(m)).array() + covariance_(m, m);
  at.variance = at.variance.cwiseMax(0.0);
  return at;
}

JointPosterior ArdPosterior::joint(const std::vector<SparseRow>& Z) const {
  const Eigen::MatrixXd X = active_parts(Z);
  const Eigen::MatrixXd D = design(X);
  const Eigen::MatrixXd covariance = D * covariance_ * D.transpose();
  return {(X * means_).array() + intercept_, 0.5 * (covariance + covariance.transpose())};
}

std::shared_ptr<const Posterior<SparseRow>> ArdPosterior::given(const std::vector<SparseRow>& Z,
                                                                const Eigen::VectorXd& y) const {
  const Eigen::MatrixXd X = active_parts(Z);
  const Eigen::MatrixXd D = design(X);
  const Eigen::MatrixXd gain = covariance_ * D.transpose();
  Eigen::MatrixXd A = D * gain;
  A.diagonal().array() += noise_;
  const Eigen::LLT<Eigen::MatrixXd> factor(A);
  if (factor.info() != Eigen::Success) return nullptr;
  const Eigen::VectorXd residual = y - X * means_ - Eigen::VectorXd::Constant(y.size(), intercept_);
  const Eigen::VectorXd change = gain * factor.solve(residual);
  auto grown = std::make_shared<ArdPosterior>(*this);
  const Eigen::Index m = means_.size();
  grown->means_ += change.head(m);
  if (has_intercept_) grown->intercept_ += change[m] - centre_.dot(change.head(m));
  grown->covariance_ -= gain * factor.solve(gain.transpose());
  grown->covariance_ = (0.5 * (grown->covariance_ + grown->covariance_.transpose())).eval();
  return grown;
}

}  // namespace bora::surrogates
