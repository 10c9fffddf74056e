// Sampling of hyper-parameters from their posterior, instead of using the best ones alone.
#pragma once

#include <functional>
#include <vector>

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/kernels/kernel.h"

namespace bora::surrogates {

struct HyperparameterSampling {
  int burn_in = 60;       ///< states of the chain that are discarded first, >= 0
  int thinning = 3;       ///< states from one that is kept to the next, >= 1
  int most_fitted = 200;  ///< largest number of observations in the evidence, >= 50; see best_and_others()
  void check() const;     ///< throws InputError naming the field
};

/// Independent normal distributions of p log hyper-parameters, cut off at bounds.
struct HyperparameterPrior {
  Eigen::VectorXd mean, deviation;
  Bounds bounds;

  /// Returns a prior centred between the bounds, whose deviation is a quarter of their width, at most
  /// sqrt(3). A lengthscale in one dimension then has median 0.32 and variance 3, close to those of FITBO's
  /// authors (0.3 and 3).
  static HyperparameterPrior of(const Bounds& bounds);
  void add(double mean, double deviation, double lower, double upper);
};

/// Returns `count` states of a chain (EllipticalSlice) of the posterior of log hyper-parameters.
/// log_evidence: of p values inside the bounds; start: p, moved into the bounds. The prior's mean takes its
/// place if its likelihood is 0; empty if that of the mean is, too.
std::vector<Eigen::VectorXd> sample_hyperparameters(
    const HyperparameterPrior& prior, const std::function<double(const Eigen::VectorXd&)>& log_evidence,
    const Eigen::VectorXd& start, int count, const HyperparameterSampling& options, Rng& rng);

/// Smallest noise that the Gaussian processes of searches learn, as a share of the variance of values.
inline constexpr double kLeastLearntNoise = 1e-10;

/// Noise that is sampled with a kernel's hyper-parameters, around 1e-3 within [kLeastLearntNoise, 1], the
/// widest bounds of a learnt noise. A noise outside of these bounds was fixed by the caller and stays.
struct SampledNoise {
  explicit SampledNoise(double noise);
  bool sampled;
  double noise;
  void add_to(HyperparameterPrior& prior) const;
  /// theta: log hyper-parameters of which the last is the noise's if it is sampled.
  double of(const Eigen::VectorXd& theta, Eigen::Index place) const;
};

}  // namespace bora::surrogates
