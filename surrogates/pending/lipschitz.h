// Largest norm of the gradient of a posterior's mean.
#pragma once

#include <Eigen/Core>

#include "surrogates/kernels/kernel.h"
#include "surrogates/posterior/posterior.h"

namespace bora::surrogates {

/// Returns the largest norm that the gradient of the posterior's mean has in `box`, w.r.t. the numbers (the
/// coordinates from `categories` on), as found by a local search. The search evaluates `starts` (m >= 1
/// points of the box, m x d) and climbs from the one with the largest norm. box: d bounds each; categories
/// are fixed where lower and upper agree. Gonzalez et al. 2016 use this norm as an estimate of a Lipschitz
/// constant. Throws std::logic_error unless the posterior is smooth.
double steepest_slope(const Posterior<Eigen::VectorXd>& posterior, int categories, const Bounds& box,
                      const Eigen::MatrixXd& starts);

}  // namespace bora::surrogates
