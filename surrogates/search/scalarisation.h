// Reduction of several objectives to one number, so that a search for one objective can be used.
#pragma once

#include <Eigen/Core>

#include "common/random.h"

namespace bora::surrogates {

/// Draws weights of the objectives uniformly from the simplex: `objectives` numbers >= 0 with sum 1.
Eigen::VectorXd drawn_weights(int objectives, Rng& rng);

/// Returns the augmented Tchebycheff scalarisation of ParEGO (Knowles 2006, equation 2) of each row y of Y (n
/// x o, larger is better): n values, at most 0. Each column is first scaled such that its worst value is 0
/// and its best value 1:
///   -max_k w_k (1 - y_k) - 0.05 sum_k w_k (1 - y_k).
/// Unlike with a weighted sum, some weights make a point of a non-convex part of the Pareto front the
/// maximum. weights: o.
Eigen::VectorXd tchebycheff(const Eigen::MatrixXd& Y, const Eigen::VectorXd& weights);

}  // namespace bora::surrogates
