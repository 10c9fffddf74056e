// Entropies of a mixture of normal distributions, to compare with those of acquisition/mixture_entropy.h.
#pragma once

#include <cmath>

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/acquisition/mixture_entropy.h"

namespace bora::surrogates {

/// Density of a mixture.
class MixtureDensity {
 public:
  explicit MixtureDensity(const NormalMixture& mixture)
      : mean_(mixture.mean.array()),
        scale_(mixture.variance.array().rsqrt()),
        weight_(scale_ / (std::sqrt(2 * M_PI) * static_cast<double>(mixture.mean.size()))) {}
  /// Returns the part that each component has in p(y): M.
  Eigen::ArrayXd parts(double y) const { return weight_ * (-0.5 * ((y - mean_) * scale_).square()).exp(); }

 private:
  Eigen::ArrayXd mean_, scale_, weight_;
};

/// Returns the entropy with the logarithm of p expanded to second order around the mean of each component
/// (Huber, Bailey, Durrant-Whyte and Hanebeck 2008). It costs O(M^2), is not a bound, and is inaccurate if
/// components overlap little.
inline double entropy_by_taylor(const NormalMixture& mixture) {
  const MixtureDensity density(mixture);
  const Eigen::Index M = mixture.mean.size();
  double sum = 0;
  for (Eigen::Index j = 0; j < M; ++j) {
    const Eigen::ArrayXd part = density.parts(mixture.mean[j]);
    const Eigen::ArrayXd away = (mixture.mean[j] - mixture.mean.array()) / mixture.variance.array();
    const double p = part.sum();
    const double first = -(part * away).sum() / p;
    const double second = (part * (away.square() - mixture.variance.array().inverse())).sum() / p;
    sum += std::log(p) + 0.5 * mixture.variance[j] * (second - first * first);
  }
  return -sum / static_cast<double>(M);
}

/// Estimates the entropy from `draws` >= 1 draws of p (Ru 2021, eq. 3.13, stratified over the components).
inline double entropy_by_monte_carlo(const NormalMixture& mixture, int draws, Rng& rng) {
  const MixtureDensity density(mixture);
  const Eigen::Index M = mixture.mean.size();
  double sum = 0;
  for (int i = 0; i < draws; ++i) {
    const Eigen::Index j = i % M;
    const double y = mixture.mean[j] + std::sqrt(mixture.variance[j]) * rng.normal();
    sum += std::log(density.parts(y).sum());
  }
  return -sum / draws;
}

}  // namespace bora::surrogates
