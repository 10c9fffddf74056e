// Steps in spaces of combinations, as every search in them takes.
#pragma once

#include "attacks/semantic/semantic_space.h"
#include "common/random.h"

namespace bora {

/// All changes anywhere within their bounds.
Eigen::VectorXd drawn_combination(const SemanticSpace& space, Rng& rng);
/// `active` changes, at least 1, anywhere within their bounds, the others none.
Eigen::VectorXd drawn_combination(const SemanticSpace& space, int active, Rng& rng);
/// Every change that the point makes, made 70% to 100% as far as it may go on its side.
Eigen::VectorXd pushed_out(const SemanticSpace& space, const Eigen::VectorXd& point, Rng& rng);
/// Every change taken back to `share` of what it was, in [0, 1].
Eigen::VectorXd taken_back(const SemanticSpace& space, const Eigen::VectorXd& point, double share);
/// The same of a single change, bound i.
Eigen::VectorXd taken_back(const SemanticSpace& space, const Eigen::VectorXd& point, int i, double share);
/// One variable changed by little (MixedSpace::neighbours).
Eigen::VectorXd stepped(const SemanticSpace& space, const Eigen::VectorXd& point, Rng& rng);
/// Bounds whose change is not none at the point.
std::vector<int> active_bounds(const SemanticSpace& space, const Eigen::VectorXd& point);

}  // namespace bora
