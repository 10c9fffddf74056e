// Sampling of hyper-parameters from their posterior, as an alternative to using the fitted ones alone.
#pragma once

#include <functional>
#include <vector>

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/kernels/kernel.h"

namespace bora::surrogates {

/// Settings of a Markov chain of hyper-parameters.
struct HyperparameterSampling {
  int burn_in = 60;       ///< number of first states that are discarded, >= 0
  int thinning = 3;       ///< number of steps from one kept state to the next, >= 1
  int most_fitted = 200;  ///< maximum number of observations in the evidence, >= 50; see best_and_others()
  void check() const;     ///< throws InputError naming the field
};

/// Prior of p log hyper-parameters: independent normal distributions, truncated at bounds.
struct HyperparameterPrior {
  Eigen::VectorXd mean, deviation;
  Bounds bounds;

  /// Returns a prior centred between the bounds, whose standard deviations are a quarter of their distance,
  /// at most sqrt(3). A lengthscale of StationaryKernel in one dimension then has median 0.32, and its
  /// logarithm variance 3, close to the prior of FITBO's authors (0.3 and 3).
  static HyperparameterPrior of(const Bounds& bounds);
  /// Appends one to the hyper-parameters.
  void add(double mean, double deviation, double lower, double upper);
};

/// Returns `count` states of a Markov chain (EllipticalSlice) whose stationary density is proportional to the
/// prior times exp(log_evidence(theta)), theta: p log hyper-parameters within the bounds. start: p, moved
/// into the bounds; if the evidence there is 0, the chain starts at the mean of the prior. Returns no states
/// if the evidence at that mean is 0, too, or p = 0.
std::vector<Eigen::VectorXd> sample_hyperparameters(
    const HyperparameterPrior& prior, const std::function<double(const Eigen::VectorXd&)>& log_evidence,
    const Eigen::VectorXd& start, int count, const HyperparameterSampling& options, Rng& rng);

/// Smallest noise variance that Gaussian processes of searches learn, as a share of the variance of values.
inline constexpr double kLeastLearntNoise = 1e-10;

/// Noise variance that is sampled together with a kernel's hyper-parameters, under a log-normal prior with
/// median 1e-3 within [kLeastLearntNoise, 1], the widest bounds of a learnt noise. A noise outside these
/// bounds was fixed by the caller and is not sampled.
struct SampledNoise {
  /// noise: that of the fitted process.
  explicit SampledNoise(double noise);
  bool sampled;
  double noise;
  /// Appends the logarithm of the noise to the prior if it is sampled.
  void add_to(HyperparameterPrior& prior) const;
  /// Returns the noise of a sample: exp(theta[place]) if it is sampled, otherwise the fixed noise.
  double of(const Eigen::VectorXd& theta, Eigen::Index place) const;
};

}  // namespace bora::surrogates
