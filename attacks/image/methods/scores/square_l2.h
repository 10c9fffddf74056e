// Square Attack, L2 (Andriushchenko, Croce, Flammarion and Hein, ECCV 2020, algorithms 1 and 3).
#pragma once

#include <optional>

#include "attacks/image/methods/scores/random_search.h"
#include "attacks/image/proposals/bump_proposals.h"
#include "attacks/settings/attack_settings.h"
#include "common/layers.h"

namespace bora::attacks {

struct SquareL2Options {
  /// Share of the image's pixels that the first windows cover, in (0, 1]; the paper's for L2.
  double p = 0.1;
  ShrinkSchedule schedule = {};  ///< the paper's is rescaled to the budget
  /// Empty: the paper's choice, margin untargeted and cross-entropy targeted.
  std::optional<Loss> loss = std::nullopt;
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// Random search: starts from a grid of bumps, then moves the change of one window into a bump in another and
/// keeps what improves the loss. As in the authors' code, except that windows may also touch the lower and
/// the right border, as the paper has them.
class SquareL2Attack : public RandomSearch {
 public:
  SquareL2Attack(AttackProblem problem, SquareL2Options options);

 private:
  Pixels first() override { return proposals_.start(rng()); }
  Pixels proposal() override;

  BumpProposals proposals_;
};

}  // namespace bora::attacks
