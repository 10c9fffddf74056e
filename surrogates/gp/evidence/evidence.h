// Log marginal likelihood (evidence) of a Gaussian process and its gradient, from matrices alone. Every model
// computes its evidence by these functions.
#pragma once

#include <Eigen/Core>

#include "surrogates/linalg/cholesky.h"

namespace bora::surrogates {

/// Returns log N(y; 0, A), which is -1/2 y' A^-1 y - 1/2 log det A - n/2 log 2 pi (Rasmussen and Williams
/// 2006, eq. 5.8). lower: L of L L' = A, n x n, of which the lower triangle is read; whitened: L^-1 y.
double log_evidence(const Eigen::Ref<const Eigen::MatrixXd>& lower, const Eigen::VectorXd& whitened);

/// Evidence of o outputs, each N(0, s_j^2 A), with every s_j^2 at its maximum. Setting the derivative w.r.t.
/// s_j^2 to zero gives
///   s_j^2 = y_j' A^-1 y_j / n,
///   log evidence = sum_j -n/2 (log(2 pi s_j^2) + 1) - 1/2 log det A.
struct ProfiledEvidence {
  double log_evidence;
  Eigen::VectorXd signal_variances;  ///< o, at least 1e-12: with s_j^2 = 0 the evidence would be infinite
};
/// Computes the evidence that is largest over every s_j^2. lower: L of L L' = A, n x n, lower triangle read;
/// whitened: L^-1 Y, n x o.
ProfiledEvidence profiled_evidence(const Eigen::Ref<const Eigen::MatrixXd>& lower,
                                   const Eigen::Ref<const Eigen::MatrixXd>& whitened);
/// Computes the same from y_j' A^-1 y_j, the squared lengths of the columns of L^-1 Y: o values.
ProfiledEvidence profiled_evidence_of_lengths(const Eigen::Ref<const Eigen::MatrixXd>& lower,
                                              const Eigen::Ref<const Eigen::VectorXd>& squared_lengths);

/// Returns W = (alpha alpha' - A^-1) / 2, n x n, both triangles, with alpha = A^-1 y. The derivative of the
/// log evidence w.r.t. any parameter t of A is sum_ab W(a,b) dA(a,b)/dt (ibid., eq. 5.9);
/// Kernel::gram_gradient() computes all derivatives at once from W. factor: that of A, which is overwritten.
Eigen::MatrixXd evidence_gradient_weights(CholeskyFactor&& factor, const Eigen::VectorXd& alpha);

}  // namespace bora::surrogates
