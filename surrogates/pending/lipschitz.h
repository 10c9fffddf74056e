// Steepest slope of a belief's mean.
#pragma once

#include <Eigen/Core>

#include "surrogates/belief/belief.h"
#include "surrogates/kernels/kernel.h"

namespace bora::surrogates {

/// Returns the largest norm that the mean's gradient w.r.t. the numbers, that is, the coordinates from
/// `categories` on, has in `box`. The search evaluates `starts` (m >= 1 points of the box, m x d) and
/// climbs from the steepest of them. box: d each; categories are fixed where lower and upper agree. Gonzalez
/// et al. 2016 use this as an estimate of a Lipschitz constant. Throws std::logic_error unless the belief is
/// smooth.
double steepest_slope(const Belief<Eigen::VectorXd>& belief, int categories, const Bounds& box,
                      const Eigen::MatrixXd& starts);

}  // namespace bora::surrogates
