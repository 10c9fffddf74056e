// Lessons from the attack on one image for the attack on another.
#pragma once

#include <vector>

#include "recording.h"

namespace bora::tools {

/// The linear part of what a trajectory saw: ridge regression of all classes' centred log-probabilities on
/// the perturbation, the ratio of noise to signal by evidence. d x classes, of unit norm.
Eigen::MatrixXd class_weights(const RankingState& state);

/// Those of `all` (one a trajectory, at its last checkpoint) that come from other images than the state's,
/// the first `most` of them.
std::vector<const Eigen::MatrixXd*> lessons_for(const RankingState& state, const Recording& recording,
                                                const std::vector<Eigen::MatrixXd>& all, int most);

}  // namespace bora::tools
