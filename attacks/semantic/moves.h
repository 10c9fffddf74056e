// Steps in spaces of combinations, as every search in them takes.
#pragma once

#include <set>
#include <string>
#include <vector>

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
/// Combinations that were asked for. The original is one of them: what the victim says of it is known.
class AskedBefore {
 public:
  explicit AskedBefore(const SemanticSpace& space) { keys_.insert(space.space().key(space.identity())); }
  /// The first of up to 100 drawn that was not asked for, and from now on was; the last if all were.
  template <typename Draw>
  Eigen::VectorXd fresh(const SemanticSpace& space, const Draw& draw) {
    constexpr int kTries = 100;
    Eigen::VectorXd point = draw();
    for (int tries = 1; tries < kTries && !keys_.insert(space.space().key(point)).second; ++tries)
      point = draw();
    return point;
  }

 private:
  std::set<std::string> keys_;
};

/// Bounds whose change is not none at the point.
std::vector<int> active_bounds(const SemanticSpace& space, const Eigen::VectorXd& point);

}  // namespace bora
