// Acquisition functions of one point that use its joint posterior with other, fixed points.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "common/order.h"
#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/posterior/posterior.h"

namespace bora::surrogates {

/// Posterior moments of m points and their covariances with k other points.
struct JointMoments {
  Eigen::VectorXd mean, variance;  ///< m each
  Eigen::MatrixXd covariance;      ///< k x m
};

/// Returns the points of `others`, followed by those of Z.
template <typename Batch>
Batch together(const Batch& others, const Batch& Z) {
  // An empty batch has no columns, so it cannot be joined.
  return batch_size(others) == 0 ? Z : joined_batches(others, Z);
}

/// Returns the moments of Z (m points) with `others` (k >= 0 points). They are computed in blocks of Z, so
/// that the covariances among the points of Z, which are not used, cost little.
template <typename Point>
JointMoments joint_moments(const Posterior<Point>& posterior, const typename BatchOf<Point>::type& others,
                           const typename BatchOf<Point>::type& Z) {
  const auto k = batch_size(others), m = batch_size(Z);
  const Eigen::Index block = std::max<Eigen::Index>(16, k);
  if (k == 0) {
    MarginalPosterior at = posterior.marginal(Z);
    return {std::move(at.mean), std::move(at.variance), Eigen::MatrixXd(0, m)};
  }
  JointMoments of{Eigen::VectorXd(m), Eigen::VectorXd(m), Eigen::MatrixXd(k, m)};
  for (Eigen::Index first = 0; first < m; first += block) {
    const Eigen::Index count = std::min(block, m - first);
    const std::vector<int> places = consecutive(static_cast<int>(count), static_cast<int>(first));
    const JointPosterior joint = posterior.joint(together(others, picked(Z, places)));
    of.mean.segment(first, count) = joint.mean.tail(count);
    of.variance.segment(first, count) = joint.covariance.diagonal().tail(count).cwiseMax(0.0);
    of.covariance.middleCols(first, count) = joint.covariance.topRightCorner(k, count);
  }
  return of;
}

/// Derivatives of a value with respect to the moments of a point: mean, variance and k covariances.
struct JointMomentSlopes {
  double mean = 0, variance = 0;
  Eigen::VectorXd covariance;
};

/// Returns the gradient with respect to z of a value that depends on joint_moments(posterior, others, z).
/// slopes(moments): returns the JointMomentSlopes of the value; it is called once.
template <typename Point, typename Slopes>
Eigen::VectorXd joint_moments_gradient(const Posterior<Point>& posterior,
                                       const typename BatchOf<Point>::type& others, const Point& z,
                                       Slopes&& slopes) {
  using Batch = typename BatchOf<Point>::type;
  const auto k = batch_size(others);
  Eigen::MatrixXd gradient;
  posterior.joint_with_gradient(
      together(others, Batch(batch_of(z))),
      [&](const JointPosterior& joint) {
        const JointMomentSlopes w =
            slopes(JointMoments{joint.mean.tail(1), joint.covariance.diagonal().tail(1).cwiseMax(0.0),
                                joint.covariance.topRightCorner(k, 1)});
        JointPosterior weights{Eigen::VectorXd::Zero(k + 1), Eigen::MatrixXd::Zero(k + 1, k + 1)};
        weights.mean[k] = w.mean;
        weights.covariance(k, k) = w.variance;
        weights.covariance.topRightCorner(k, 1) = w.covariance;
        return weights;
      },
      gradient);
  return gradient.row(k).transpose();
}

/// Acquisition function that applies a formula to the joint moments of a point and fixed other points.
/// Formula has the method `double value(const JointMoments& at, Eigen::Index i, JointMomentSlopes* slopes)
/// const`, which returns the logarithm of the acquisition at point i and, unless slopes is null, computes its
/// derivatives.
template <typename Point, typename Formula>
class JointAcquisition final : public AcquisitionFunction<Point> {
 public:
  using Batch = typename BatchOf<Point>::type;
  JointAcquisition(std::shared_ptr<const Posterior<Point>> posterior, Batch others, Formula formula)
      : posterior_(std::move(posterior)), others_(std::move(others)), formula_(std::move(formula)) {}

  Eigen::VectorXd values(const Batch& Z) const override {
    const JointMoments at = joint_moments(*posterior_, others_, Z);
    Eigen::VectorXd values(at.mean.size());
    for (Eigen::Index i = 0; i < values.size(); ++i) values[i] = formula_.value(at, i, nullptr);
    return values;
  }
  bool smooth() const override { return posterior_->smooth(); }
  bool logarithmic() const override { return true; }
  double value(const Point& z, Eigen::VectorXd& gradient) const override {
    double value = 0;
    gradient = joint_moments_gradient(*posterior_, others_, z, [&](const JointMoments& at) {
      JointMomentSlopes slopes;
      value = formula_.value(at, 0, &slopes);
      return slopes;
    });
    return value;
  }

 private:
  std::shared_ptr<const Posterior<Point>> posterior_;
  Batch others_;
  Formula formula_;
};

}  // namespace bora::surrogates
