// Quasi-random draws of the standard normal distribution.
#pragma once

#include <Eigen/Core>

#include "common/random.h"

namespace bora::surrogates {

/// Returns n x d points: sobol_points() transformed by the inverse of the normal distribution function,
/// coordinate by coordinate. Averages over them converge faster than over independent draws. d: up to
/// kMaxSobolDimension, else InputError.
Eigen::MatrixXd normal_points(int n, int d, Rng& rng);

/// Returns the standard normal quantile z, which satisfies Phi(z) = p; 0 < p < 1.
double normal_quantile(double p);

}  // namespace bora::surrogates
