// Largest norm of the gradient of a posterior mean, an estimate of the Lipschitz constant of the function.
#pragma once

#include <Eigen/Core>

#include "surrogates/kernels/kernel.h"
#include "surrogates/posterior/posterior.h"

namespace bora::surrogates {

/// Returns the largest norm, as found by a local search in `box`, of the gradient of the posterior mean
/// w.r.t. the numbers, which are the coordinates from `categories` on. The search starts at the point of
/// `starts` (m >= 1 points of the box, m x d) with the largest norm and keeps its categories. box: d bounds
/// each. Gonzalez et al. 2016 estimate a Lipschitz constant in this way. Throws std::logic_error unless the
/// posterior is smooth.
double steepest_slope(const Posterior<Eigen::VectorXd>& posterior, int categories, const Bounds& box,
                      const Eigen::MatrixXd& starts);

}  // namespace bora::surrogates
