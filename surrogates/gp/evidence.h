// The log marginal likelihood of a Gaussian process and its gradient, over matrices alone.
#pragma once

#include <Eigen/Core>

#include "surrogates/linalg/cholesky.h"

namespace bora {

/// log N(y; 0, A) = -1/2 y' A^-1 y - 1/2 log det A - n/2 log 2 pi (Rasmussen and Williams 2006, eq. 5.8).
/// alpha: A^-1 y.
double log_evidence(const CholeskyFactor& factor, const Eigen::VectorXd& y, const Eigen::VectorXd& alpha);

/// W = (alpha alpha' - A^-1) / 2, n x n, so that the evidence's derivative w.r.t. any parameter t of A is
/// sum_ab W(a,b) dA(a,b)/dt (eq. 5.9). Given to Kernel::gram_gradient it yields all derivatives at once.
Eigen::MatrixXd evidence_gradient_weights(const CholeskyFactor& factor, const Eigen::VectorXd& alpha);

}  // namespace bora
