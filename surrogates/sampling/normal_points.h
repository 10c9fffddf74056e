// Quasi-random draws of the standard normal distribution.
#pragma once

#include <Eigen/Core>

#include "common/random.h"

namespace bora {

/// n x d: sobol_points() taken through the inverse of the normal distribution function, coordinate by
/// coordinate, so that averages over them converge faster than over independent draws. d: up to
/// kMaxSobolDimension, else InputError.
Eigen::MatrixXd normal_points(int n, int d, Rng& rng);

/// The z with Phi(z) = p; 0 < p < 1.
double normal_quantile(double p);

}  // namespace bora
