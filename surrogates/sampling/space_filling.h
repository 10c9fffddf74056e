// Point sets in the unit cube, and of the normal distribution.
#pragma once

#include <Eigen/Core>

#include "common/random.h"

namespace bora::surrogates {

/// Returns n x d points, independent and uniform on [0, 1).
Eigen::MatrixXd uniform_points(int n, int d, Rng& rng);

/// Returns n x d points: each column holds one point in each of the n strata [i/n, (i+1)/n), in random order
/// (McKay, Beckman and Conover 1979).
Eigen::MatrixXd latin_hypercube(int n, int d, Rng& rng);

/// Largest d for which sobol_points is defined (Boost.Random's table of direction numbers).
inline constexpr int kMaxSobolDimension = 3667;

/// Returns n x d points: the first n points of Sobol's sequence after the origin, shifted modulo 1 by one
/// random vector (Cranley and Patterson 1976), so that two seeds give two sets. Throws InputError if d is
/// above kMaxSobolDimension.
Eigen::MatrixXd sobol_points(int n, int d, Rng& rng);

/// Returns n x d quasi-random draws of the standard normal distribution: sobol_points() transformed by the
/// inverse of its distribution function, coordinate by coordinate. Averages over them converge faster than
/// over independent draws. d: up to kMaxSobolDimension, else InputError.
Eigen::MatrixXd normal_points(int n, int d, Rng& rng);

/// Returns the standard normal quantile z, which satisfies Phi(z) = p; 0 < p < 1.
double normal_quantile(double p);

}  // namespace bora::surrogates
