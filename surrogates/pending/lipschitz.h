// How steep a belief's mean is.
#pragma once

#include <Eigen/Core>

#include "surrogates/belief/belief.h"
#include "surrogates/kernels/kernel.h"

namespace bora {

/// The largest norm of the gradient of the mean w.r.t. the numbers, the coordinates from `categories` on,
/// that is found in `box` (d each; categories are held where lower and upper agree): among `starts` (m >= 1
/// points of it, m x d) and by climbing from the steepest of them. As an estimate of a Lipschitz constant:
/// Gonzalez et al. 2016. Throws std::logic_error unless the belief is smooth.
double steepest_slope(const Belief<Eigen::VectorXd>& belief, int categories, const Bounds& box,
                      const Eigen::MatrixXd& starts);

}  // namespace bora
