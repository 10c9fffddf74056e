#include "surrogates/linear/ard_belief.h"

#include <algorithm>
#include <numeric>

#include <Eigen/Cholesky>

namespace bora {

ArdBelief::ArdBelief(const ArdRegression& regression)
    : centre_(regression.centre()),
      means_(regression.means()),
      covariance_(regression.covariance()),
      noise_(regression.noise()) {
  const std::vector<int> active = regression.active();
  places_.resize(active.size());
  std::iota(places_.begin(), places_.end(), 0);
  std::sort(places_.begin(), places_.end(), [&](int a, int b) {
    return active[static_cast<std::size_t>(a)] < active[static_cast<std::size_t>(b)];
  });
  for (const int place : places_) columns_.push_back(active[static_cast<std::size_t>(place)]);
  if (!regression.has_intercept()) return;
  const Eigen::Index m = means_.size();
  const double at_centre = regression.intercept() + centre_.dot(means_);
  means_.conservativeResize(m + 1);
  means_[m] = at_centre;
  covariance_.conservativeResizeLike(Eigen::MatrixXd::Zero(m + 1, m + 1));
  covariance_(m, m) = noise_ / regression.rows();
}

Eigen::MatrixXd ArdBelief::active_parts(const std::vector<SparseRow>& Z) const {
  const auto n = static_cast<Eigen::Index>(Z.size());
  const Eigen::Index m = centre_.size();
  Eigen::MatrixXd X = Eigen::MatrixXd::Zero(n, means_.size());
  for (Eigen::Index i = 0; i < n; ++i)
    for (const SparseEntry& entry : Z[static_cast<std::size_t>(i)]) {
      const auto found = std::lower_bound(columns_.begin(), columns_.end(), entry.column);
      if (found != columns_.end() && *found == entry.column)
        X(i, places_[static_cast<std::size_t>(found - columns_.begin())]) = entry.value;
    }
  if (means_.size() == m) return X;
  X.leftCols(m).rowwise() -= centre_;
  X.col(m).setOnes();
  return X;
}

MarginalPosterior ArdBelief::marginal(const std::vector<SparseRow>& Z) const {
  const Eigen::MatrixXd X = active_parts(Z);
  return {X * means_, (X * covariance_).cwiseProduct(X).rowwise().sum().cwiseMax(0.0)};
}

JointPosterior ArdBelief::joint(const std::vector<SparseRow>& Z) const {
  const Eigen::MatrixXd X = active_parts(Z);
  const Eigen::MatrixXd covariance = X * covariance_ * X.transpose();
  return {X * means_, 0.5 * (covariance + covariance.transpose())};
}

std::shared_ptr<const Belief<SparseRow>> ArdBelief::given(const std::vector<SparseRow>& Z,
                                                          const Eigen::VectorXd& y) const {
  const Eigen::MatrixXd X = active_parts(Z);
  const Eigen::MatrixXd gain = covariance_ * X.transpose();  // m x n
  Eigen::MatrixXd A = X * gain;
  A.diagonal().array() += noise_;
  const Eigen::LLT<Eigen::MatrixXd> factor(A);
  if (factor.info() != Eigen::Success) return nullptr;
  auto grown = std::make_shared<ArdBelief>(*this);
  grown->means_ += gain * factor.solve(y - X * means_);
  grown->covariance_ -= gain * factor.solve(gain.transpose());
  grown->covariance_ = (0.5 * (grown->covariance_ + grown->covariance_.transpose())).eval();
  return grown;
}

}  // namespace bora
