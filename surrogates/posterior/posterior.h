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

// Posteriors of m points have two types, so that one is never mistaken for the other.
struct MarginalPosterior {
  Eigen::VectorXd mean;      ///< m
  Eigen::VectorXd variance;  ///< m: variances of the noise-free function, >= 0
};
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

/// Function that returns weights of means and variances (m each), given these means and variances.
using GradientWeights = std::function<MarginalPosterior(const MarginalPosterior&)>;

/// The same of means (m) and covariances (m x m): weights of a joint posterior, from that posterior.
using JointWeights = std::function<JointPosterior(const JointPosterior&)>;

/// Posterior of the unknown function, fixed at one moment. It never changes, so that acquisitions, pending
/// points and reports may hold it. All results are about the function without noise, on the scale of the
/// values told.
template <typename Point>
class Posterior {
 public:
  using Batch = typename BatchOf<Point>::type;
  virtual ~Posterior() = default;

  /// Returns the marginal posterior at the m points Z.
  virtual MarginalPosterior marginal(const Batch& Z) const = 0;
  /// Returns the mean alone, which may cost less.
  virtual Eigen::VectorXd mean(const Batch& Z) const { return marginal(Z).mean; }
  /// Returns the joint posterior at the m points Z.
  virtual JointPosterior joint(const Batch& Z) const = 0;
  /// Returns the posterior after values y (m) at Z, with everything else that was learnt unchanged. Returns
  /// null if these points add nothing numerically.
  virtual std::shared_ptr<const Posterior> given(const Batch& Z, const Eigen::VectorXd& y) const = 0;

  /// Returns the same if f (m) are known to be the values of the function itself, without noise. A model
  /// without noise does not distinguish the two.
  virtual std::shared_ptr<const Posterior> through(const Batch& Z, const Eigen::VectorXd& f) const {
    return given(Z, f);
  }

  /// Returns true if points are vectors and mean and variance have gradients w.r.t. them.
  virtual bool smooth() const { return false; }
  /// Returns the values of marginal(), and computes `gradient`, m x d: row i is the gradient w.r.t. z_i of
  /// sum_k w.mean[k] mean_k + w.variance[k] variance_k, w = weights(the returned values). With an
  /// acquisition's slopes as weights, these are all m of its gradients at once. Throws std::logic_error
  /// unless smooth().
  virtual MarginalPosterior marginal_with_gradient(const Batch& Z, const GradientWeights& weights,
                                                   Eigen::MatrixXd& gradient) const;
  /// Returns m x d: row i is the gradient of the mean w.r.t. z_i, which may cost less. Throws as above.
  virtual Eigen::MatrixXd mean_gradient(const Batch& Z) const;
  /// Returns the values of joint(), and computes `gradient`, m x d: row i is the gradient w.r.t. z_i of sum_k
  /// w.mean[k] mean_k + sum_kl w.covariance(k, l) covariance(k, l), w = weights(the returned values). Throws
  /// std::logic_error unless smooth().
  virtual JointPosterior joint_with_gradient(const Batch& Z, const JointWeights& weights,
                                             Eigen::MatrixXd& gradient) const;

  /// Returns the variance of an observation in addition to that of the function; 0 if the model does not know
  /// it.
  virtual double observation_noise() const { return 0; }
  /// Returns up to `count` posteriors of the same observations, each with hyper-parameters drawn from their
  /// posterior; empty if the model has none.
  virtual std::vector<std::shared_ptr<const Posterior>> resampled(int /*count*/, Rng& /*rng*/) const {
    return {};
  }
  /// Returns a whole function drawn from the posterior; null if that is not possible.
  virtual std::shared_ptr<const SampledFunction<Point>> sampled(Rng& /*rng*/) const { return nullptr; }
};

/// Learns from observations.
template <typename Point>
class Model {
 public:
  using Batch = typename BatchOf<Point>::type;
  virtual ~Model() = default;

  /// Returns the posterior given values y (n >= 1) at X, which are those of the last call and those added
  /// since. Costly parts (hyper-parameters) are relearned only when due. Returns null if no usable posterior
  /// results.
  virtual std::shared_ptr<const Posterior<Point>> posterior(Batch X, const Eigen::VectorXd& y, Rng& rng) = 0;
  /// Returns a model that has the same settings but no observation.
  virtual std::unique_ptr<Model> fresh() const = 0;
};

[[noreturn]] inline void throw_not_smooth() {
  throw std::logic_error("posterior: gradients asked of one that has none; look at smooth() first");
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
