// Random and quasi-random point sets: uniform in the unit cube, and standard normal.
#pragma once

#include <Eigen/Core>

#include "common/random.h"

namespace bora::surrogates {

/// Returns n x d points, independent and uniform on [0, 1).
Eigen::MatrixXd uniform_points(int n, int d, Rng& rng);

/// Returns n x d points: each coordinate has one value in each of the n strata [i/n, (i+1)/n), in random
/// order (McKay, Beckman and Conover 1979).
Eigen::MatrixXd latin_hypercube(int n, int d, Rng& rng);

/// Largest d for which sobol_points() is defined (size of Boost.Random's table of direction numbers).
inline constexpr int kMaxSobolDimension = 3667;

/// Returns n x d points: the first n points of Sobol's sequence after the origin, shifted modulo 1 by one
/// random vector (Cranley and Patterson 1976), so that two seeds give two sets. Throws InputError unless d is
/// within [1, kMaxSobolDimension].
Eigen::MatrixXd sobol_points(int n, int d, Rng& rng);

/// Returns n x d quasi-random draws of the standard normal distribution: sobol_points() transformed by the
/// quantile function, coordinate by coordinate. Averages over them converge faster than over independent
/// draws. Throws InputError as sobol_points() does.
Eigen::MatrixXd normal_points(int n, int d, Rng& rng);

}  // namespace bora::surrogates
