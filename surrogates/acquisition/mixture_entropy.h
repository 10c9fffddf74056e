// Entropy of a one-dimensional mixture of normal distributions, which has no closed form, by three methods.
#pragma once

#include <Eigen/Core>

namespace bora::surrogates {

/// Mixture of M equally weighted normal distributions: p(y) = (1/M) sum_j N(y; mean_j, variance_j).
struct NormalMixture {
  Eigen::VectorXd mean;      ///< M >= 1
  Eigen::VectorXd variance;  ///< M, > 0

  /// Returns the variance that the mixture has.
  double total_variance() const { return (variance.array() + (mean.array() - mean.mean()).square()).mean(); }
};

/// Entropy in nats, with its derivatives w.r.t. each component's mean and variance (Ru 2021, eqs. C.4 and
/// C.5).
struct MixtureEntropy {
  double value = 0;
  Eigen::VectorXd mean_slope;      ///< M; empty unless `slopes`
  Eigen::VectorXd variance_slope;  ///< M; empty unless `slopes`
};

enum class EntropyMethod { quadrature, moment_matching, maximum_entropy };

/// Computes the entropy by adaptive Simpson quadrature of -p log p (ibid., section 3.2.3). The first panels
/// end at the means of components, so that no component is missed; a panel is halved until its value agrees
/// with that of its halves. tolerance: absolute error of the whole integral, > 0.
MixtureEntropy entropy_by_quadrature(const NormalMixture& mixture, bool slopes, double tolerance = 1e-4);

/// Returns the entropy of the normal distribution that has the same mean and variance, an upper bound (ibid.,
/// eqs. 3.14 and 3.15).
MixtureEntropy entropy_by_moment_matching(const NormalMixture& mixture, bool slopes);

/// Returns the largest entropy of a distribution with the same first Legendre moments on an interval that
/// contains nearly all of the mixture (MEMe: ibid., appendix A.2, algorithms 15 and 16). It is an upper
/// bound, which is tighter with more moments. The dual is minimised by Newton's method instead of conjugate
/// gradients. If 60 steps do not reach its minimum, the bound is looser and the slopes are approximate.
/// moments: 1 to 30; throws InputError otherwise.
MixtureEntropy entropy_by_maximum_entropy(const NormalMixture& mixture, bool slopes, int moments = 10);

/// Computes the entropy by `method`, with the default arguments above.
MixtureEntropy mixture_entropy(EntropyMethod method, const NormalMixture& mixture, bool slopes);

}  // namespace bora::surrogates
