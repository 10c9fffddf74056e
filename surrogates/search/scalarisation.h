// Scalarisation of several objectives, so that a search for one objective can be used.
#pragma once

#include <Eigen/Core>

#include "common/random.h"

namespace bora::surrogates {

/// Draws weights of `objectives` objectives, positive and of sum 1, uniform on the simplex.
Eigen::VectorXd drawn_weights(int objectives, Rng& rng);

/// Returns the augmented Tchebycheff scalarisation of ParEGO (Knowles 2006, equation 2) of each row of Y (n x
/// o, larger is better), with y brought to [0, 1] by the best and the worst of each column, 0 being the
/// worst:
///   -max_k w_k (1 - y_k) - 0.05 sum_k w_k (1 - y_k).
/// Every point of the front is the largest under some weights, also where the front is not convex. n values,
/// at most 0. weights: o.
Eigen::VectorXd tchebycheff(const Eigen::MatrixXd& Y, const Eigen::VectorXd& weights);

}  // namespace bora::surrogates
