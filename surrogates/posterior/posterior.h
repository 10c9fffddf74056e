// Posterior of an unknown function, and the model that learns it: the two interfaces that every search uses.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/kernels/batch.h"

namespace bora::surrogates {

/// Marginal posteriors at m points.
struct MarginalPosterior {
  Eigen::VectorXd mean;      ///< m
  Eigen::VectorXd variance;  ///< m: variances of the noise-free function, >= 0
};
/// Joint posterior at m points.
struct JointPosterior {
  Eigen::VectorXd mean;        ///< m
  Eigen::MatrixXd covariance;  ///< m x m: covariances of the noise-free function, symmetric
};

/// Function drawn from a posterior, which can be evaluated at any point.
template <typename Point>
class SampledFunction {
 public:
  using Batch = typename BatchOf<Point>::type;
  virtual ~SampledFunction() = default;
  /// Returns the m values at the m points Z. A point has the same value at every call.
  virtual Eigen::VectorXd values(const Batch& Z) const = 0;
  /// Returns m x d: row i is the gradient at z_i, times weights[i]. Points must be vectors.
  virtual Eigen::MatrixXd gradients(const Batch& Z, const Eigen::VectorXd& weights) const = 0;
};

/// Function that returns a weight for each mean and each variance (m each), given these means and variances.
using GradientWeights = std::function<MarginalPosterior(const MarginalPosterior&)>;

/// Function that returns a weight for each mean (m) and each covariance (m x m) of a joint posterior, given
/// that posterior.
using JointWeights = std::function<JointPosterior(const JointPosterior&)>;

/// Immutable posterior of an unknown function given observations, which acquisitions, pending points and
/// reports may share. All results are about the function without noise, on the scale of the observed values.
template <typename Point>
class Posterior {
 public:
  using Batch = typename BatchOf<Point>::type;
  virtual ~Posterior() = default;

  /// Returns the marginal posterior at the m points Z.
  virtual MarginalPosterior marginal(const Batch& Z) const = 0;
  /// Returns the means alone (m), which may cost less than marginal().
  virtual Eigen::VectorXd mean(const Batch& Z) const { return marginal(Z).mean; }
  /// Returns the joint posterior at the m points Z.
  virtual JointPosterior joint(const Batch& Z) const = 0;
  /// Returns the posterior given further noisy values y (m) at Z, with the same hyper-parameters. Returns
  /// null if the points add nothing numerically: the enlarged covariance cannot be factorised.
  virtual std::shared_ptr<const Posterior> given(const Batch& Z, const Eigen::VectorXd& y) const = 0;

  /// Returns the posterior given further values f (m) of the function at Z, without noise; null as given().
  /// By default that of given(), which is exact for a model without noise.
  virtual std::shared_ptr<const Posterior> through(const Batch& Z, const Eigen::VectorXd& f) const {
    return given(Z, f);
  }

  /// Returns whether points are vectors and mean and variance have gradients w.r.t. them.
  virtual bool smooth() const { return false; }
  /// Returns the values of marginal(), and computes `gradient`, m x d: row i is the gradient w.r.t. z_i of
  /// sum_k w.mean[k] mean_k + w.variance[k] variance_k, w = weights(the returned values). With an
  /// acquisition's slopes as weights, these are all m of its gradients at once. Throws std::logic_error
  /// unless smooth().
  virtual MarginalPosterior marginal_with_gradient(const Batch& Z, const GradientWeights& weights,
                                                   Eigen::MatrixXd& gradient) const;
  /// Returns m x d: row i is the gradient of the mean w.r.t. z_i. Throws std::logic_error unless smooth().
  virtual Eigen::MatrixXd mean_gradient(const Batch& Z) const;
  /// Returns the values of joint(), and computes `gradient`, m x d: row i is the gradient w.r.t. z_i of sum_k
  /// w.mean[k] mean_k + sum_kl w.covariance(k, l) covariance(k, l), w = weights(the returned values). Throws
  /// std::logic_error unless smooth().
  virtual JointPosterior joint_with_gradient(const Batch& Z, const JointWeights& weights,
                                             Eigen::MatrixXd& gradient) const;

  /// Returns the variance of the noise of an observation; 0 if the model has no estimate of it.
  virtual double observation_noise() const { return 0; }
  /// Returns up to `count` posteriors given the same observations, each with hyper-parameters drawn from
  /// their posterior; empty if the model has no hyper-parameters.
  virtual std::vector<std::shared_ptr<const Posterior>> resampled(int /*count*/, Rng& /*rng*/) const {
    return {};
  }
  /// Returns a function drawn from the posterior; null if the model cannot draw whole functions.
  virtual std::shared_ptr<const SampledFunction<Point>> sampled(Rng& /*rng*/) const { return nullptr; }
};

/// Model of an unknown function, which learns from observations.
template <typename Point>
class Model {
 public:
  using Batch = typename BatchOf<Point>::type;
  virtual ~Model() = default;

  /// Returns the posterior given values y (n >= 1) at X: the observations of the last call, followed by those
  /// made since. The model decides when to refit its hyper-parameters. Returns null if it cannot be fitted.
  virtual std::shared_ptr<const Posterior<Point>> posterior(Batch X, const Eigen::VectorXd& y, Rng& rng) = 0;
  /// Returns a model with the same settings and no observations.
  virtual std::unique_ptr<Model> fresh() const = 0;
};

[[noreturn]] inline void throw_not_smooth() {
  throw std::logic_error("posterior: gradients of a posterior that is not smooth; check smooth() first");
}

template <typename Point>
MarginalPosterior Posterior<Point>::marginal_with_gradient(const Batch& /*Z*/,
                                                           const GradientWeights& /*weights*/,
                                                           Eigen::MatrixXd& /*gradient*/) const {
  throw_not_smooth();
}

template <typename Point>
Eigen::MatrixXd Posterior<Point>::mean_gradient(const Batch& Z) const {
  Eigen::MatrixXd gradient;
  const auto of_mean = [](const MarginalPosterior& at) -> MarginalPosterior {
    return {Eigen::VectorXd::Ones(at.mean.size()), Eigen::VectorXd::Zero(at.mean.size())};
  };
  marginal_with_gradient(Z, of_mean, gradient);
  return gradient;
}

template <typename Point>
JointPosterior Posterior<Point>::joint_with_gradient(const Batch& /*Z*/, const JointWeights& /*weights*/,
                                                     Eigen::MatrixXd& /*gradient*/) const {
  throw_not_smooth();
}

}  // namespace bora::surrogates
