// A Gaussian process whose hyper-parameters are fitted anew every so many observations.
#pragma once

#include <memory>
#include <optional>

#include "common/random.h"
#include "surrogates/gp/gaussian_process.h"
#include "surrogates/kernels/continuous/continuous_kernel.h"

namespace bora {

/// Between two fits it keeps the hyper-parameters of the last, from which the next starts, and takes in what
/// came since. The noise is learnt with them.
class RefittedProcess {
 public:
  /// every >= 1: observations from one fit to the next, or, if more, so many as make this share of those of
  /// the last; options: of a fit, but for the noise; most_fitted >= 100: hyper-parameters are fitted to so
  /// many observations at most, the 50 best and others drawn, since the time of a fit grows with their cube
  /// and what it finds hardly changes any more. What is predicted rests on all.
  RefittedProcess(std::unique_ptr<ContinuousKernel> kernel, int every, GaussianProcessOptions options,
                  double growth = 0, int most_fitted = 1000000);

  /// The process of all observations: X: n x d; y: n. None if no covariance tried was positive definite.
  std::optional<FittedGaussianProcess<Eigen::VectorXd>> of(Eigen::MatrixXd X, const Eigen::VectorXd& y,
                                                           Rng& rng);
  /// With the hyper-parameters of the last fit.
  const ContinuousKernel& kernel() const { return *kernel_; }

 private:
  GaussianProcessFit<Eigen::VectorXd> fit_to_some(const GaussianProcess<Eigen::VectorXd>& process,
                                                  const Eigen::MatrixXd& X, const Eigen::VectorXd& y,
                                                  Rng& rng) const;

  std::unique_ptr<ContinuousKernel> kernel_;
  int every_;
  double growth_;
  int most_fitted_;
  GaussianProcessOptions options_;  // with the noise of the last fit
  Eigen::Index fitted_at_ = 0;      // observations then; 0: never
};

}  // namespace bora
