// Entropy of a mixture of normal distributions on the line, which has no closed form, computed in three ways.
#pragma once

#include <Eigen/Core>

namespace bora::surrogates {

/// Mixture of M equally weighted normal distributions: p(y) = (1/M) sum_j N(y; mean_j, variance_j).
struct NormalMixture {
  Eigen::VectorXd mean;      ///< M >= 1
  Eigen::VectorXd variance;  ///< M, > 0

  double total_variance() const { return (variance.array() + (mean.array() - mean.mean()).square()).mean(); }
};

/// Entropy in nats, with its derivatives w.r.t. each component's mean and variance (Ru 2021, eqs. C.4 and
/// C.5).
struct MixtureEntropy {
  double value = 0;
  Eigen::VectorXd mean_slope;      ///< M; empty unless asked for
  Eigen::VectorXd variance_slope;  ///< M; empty unless asked for
};

enum class EntropyMethod { quadrature, moment_matching, maximum_entropy };

/// Computes the entropy, integrating -p log p by adaptive Simpson quadrature (section 3.2.3). Panels begin at
/// the components' means, so that none is missed, and are halved until they agree with their halves.
/// tolerance: absolute, of the whole integral, > 0.
MixtureEntropy entropy_by_quadrature(const NormalMixture& mixture, bool slopes, double tolerance = 1e-4);

/// Returns the entropy of the normal distribution that has the same mean and variance: an upper bound (eqs.
/// 3.14, 3.15).
MixtureEntropy entropy_by_moment_matching(const NormalMixture& mixture, bool slopes);

/// Returns the entropy of the distribution of largest entropy that has the same first Legendre moments on an
/// interval holding almost all of the mixture (MEMe: appendix A.2, algorithms 15 and 16). It is an upper
/// bound that tightens with the number of moments, 1 to 30. The dual is minimised by Newton's method instead
/// of conjugate gradients. If 60 steps do not reach its minimum, the bound is looser and the slopes are those
/// of the multipliers found.
MixtureEntropy entropy_by_maximum_entropy(const NormalMixture& mixture, bool slopes, int moments = 10);

/// Computes the entropy by `method`, with its defaults.
MixtureEntropy mixture_entropy(EntropyMethod method, const NormalMixture& mixture, bool slopes);

}  // namespace bora::surrogates
