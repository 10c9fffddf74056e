// Steps in spaces of combinations, shared by all searches in them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "attacks/semantic/semantic_space.h"
#include "common/random.h"

namespace bora::attacks {

/// Draws all changes anywhere within their bounds.
Eigen::VectorXd drawn_combination(const SemanticSpace& space, Rng& rng);
/// Draws `active` changes, at least 1, anywhere within their bounds; the others change nothing.
Eigen::VectorXd drawn_combination(const SemanticSpace& space, int active, Rng& rng);
/// Moves every change that the point makes to 70% to 100% of its bound on that side.
Eigen::VectorXd pushed_out(const SemanticSpace& space, const Eigen::VectorXd& point, Rng& rng);
/// Scales every change to a `share`, in [0, 1], of what it was.
Eigen::VectorXd taken_back(const SemanticSpace& space, const Eigen::VectorXd& point, double share);
/// Scales a single change, which is that of bound i, in the same way.
Eigen::VectorXd taken_back(const SemanticSpace& space, const Eigen::VectorXd& point, int i, double share);
/// Changes one variable by a small step (MixedSpace::neighbours).
Eigen::VectorXd stepped(const SemanticSpace& space, const Eigen::VectorXd& point, Rng& rng);
/// Set of the combinations asked for. It includes the original, for which the victim's answer is known.
class AskedBefore {
 public:
  explicit AskedBefore(const SemanticSpace& space) { keys_.insert(space.space().key(space.identity())); }
  /// Returns the first of up to 100 draws that was not asked for, and adds it to the set; the last if all
  /// were.
  template <typename Draw>
  Eigen::VectorXd fresh(const SemanticSpace& space, const Draw& draw) {
    constexpr int kTries = 100;
    Eigen::VectorXd point = draw();
    for (int tries = 1; !keys_.insert(space.space().key(point)).second && tries < kTries; ++tries)
      point = draw();
    return point;
  }

 private:
  std::set<std::string> keys_;
};

/// Returns the bounds whose change is not none at the point.
std::vector<int> active_bounds(const SemanticSpace& space, const Eigen::VectorXd& point);

}  // namespace bora::attacks
