// The entropy of a mixture of normal distributions on the line, which has no closed form, in five ways.
#pragma once

#include <Eigen/Core>

#include "common/random.h"

namespace bora {

/// p(y) = (1/M) sum_j N(y; mean_j, variance_j).
struct NormalMixture {
  Eigen::VectorXd mean;      ///< M >= 1
  Eigen::VectorXd variance;  ///< M, > 0

  double total_mean() const { return mean.mean(); }
  double total_variance() const { return (variance.array() + (mean.array() - mean.mean()).square()).mean(); }
};

/// In nats, with the derivatives w.r.t. each component's mean and variance (Ru 2021, eqs. C.4 and C.5).
struct MixtureEntropy {
  double value = 0;
  Eigen::VectorXd mean_slope;      ///< M; empty unless asked for
  Eigen::VectorXd variance_slope;  ///< M; empty unless asked for
};

enum class EntropyMethod { quadrature, moment_matching, maximum_entropy };

/// By adaptive Simpson quadrature of -p log p (section 3.2.3): panels begin at the components' means, so that
/// none is missed, and are halved until they agree with their halves. tolerance: of the whole, absolute, > 0.
MixtureEntropy entropy_by_quadrature(const NormalMixture& mixture, bool slopes, double tolerance = 1e-4);

/// That of the normal distribution with the same mean and variance (eqs. 3.14, 3.15): an upper bound.
MixtureEntropy entropy_by_moment_matching(const NormalMixture& mixture, bool slopes);

/// That of the distribution of largest entropy with the same first Legendre moments on an interval that holds
/// all but nothing of the mixture (MEMe: appendix A.2, algorithms 15 and 16): an upper bound that tightens
/// with the number of moments, 1 to 30. The dual is minimised by Newton's method instead of conjugate
/// gradients; where 60 steps do not reach its minimum, it is a looser bound and the slopes are those of the
/// multipliers found.
MixtureEntropy entropy_by_maximum_entropy(const NormalMixture& mixture, bool slopes, int moments = 10);

/// By the method of that name, with its defaults.
MixtureEntropy mixture_entropy(EntropyMethod method, const NormalMixture& mixture, bool slopes);

/// The logarithm of p expanded to the second order around the mean of each component (Huber, Bailey,
/// Durrant-Whyte and Hanebeck 2008). For comparison: in O(M^2) it is neither a bound nor near where
/// components overlap little.
double entropy_by_taylor(const NormalMixture& mixture);

/// From `draws` >= 1 draws of p (eq. 3.13, stratified over the components). For comparison.
double entropy_by_monte_carlo(const NormalMixture& mixture, int draws, Rng& rng);

}  // namespace bora
