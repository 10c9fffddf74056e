// Random draws and steps in a space of combinations, which the searches share.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "attacks/semantic/semantic_space.h"
#include "common/random.h"

namespace bora::attacks {

/// Returns a point that is uniformly random in the space.
Eigen::VectorXd drawn_combination(const SemanticSpace& space, Rng& rng);
/// Returns a random point that makes at most `active` (at least 1) of the changes, chosen at random.
Eigen::VectorXd drawn_combination(const SemanticSpace& space, int active, Rng& rng);
/// Returns the point with every change that it makes moved to a random 70% to 100% of its bound on that side.
Eigen::VectorXd pushed_out(const SemanticSpace& space, const Eigen::VectorXd& point, Rng& rng);
/// Returns the point with every change scaled by `share`, in [0, 1].
Eigen::VectorXd taken_back(const SemanticSpace& space, const Eigen::VectorXd& point, double share);
/// Returns the point with the change of bound i scaled by `share`, in [0, 1].
Eigen::VectorXd taken_back(const SemanticSpace& space, const Eigen::VectorXd& point, int i, double share);
/// Returns the point with one variable changed by a small random step (MixedSpace::neighbours).
Eigen::VectorXd stepped(const SemanticSpace& space, const Eigen::VectorXd& point, Rng& rng);
/// Set of the combinations that were queried. It includes the original, for which the answer is known.
class QueriedCombinations {
 public:
  explicit QueriedCombinations(const SemanticSpace& space) {
    keys_.insert(space.space().key(space.identity()));
  }
  /// Returns the first of up to 100 results of draw() that is not in the set, and adds it; the last one if
  /// all are in it.
  template <typename Draw>
  Eigen::VectorXd draw_new(const SemanticSpace& space, const Draw& draw) {
    constexpr int kTries = 100;
    Eigen::VectorXd point = draw();
    for (int tries = 1; !keys_.insert(space.space().key(point)).second && tries < kTries; ++tries)
      point = draw();
    return point;
  }

 private:
  std::set<std::string> keys_;
};

/// Returns the indices of the bounds whose changes the point makes.
std::vector<int> active_bounds(const SemanticSpace& space, const Eigen::VectorXd& point);

}  // namespace bora::attacks
