// Square Attack, L-infinity (Andriushchenko, Croce, Flammarion and Hein, ECCV 2020, algorithms 1 and 2).
#pragma once

#include <optional>

#include "attacks/image/methods/scores/random_search.h"
#include "attacks/image/proposals/square_proposals.h"
#include "attacks/settings/attack_settings.h"
#include "attacks/settings/attack_summary.h"
#include "common/layers.h"

namespace bora::attacks {

struct SquareOptions {
  /// Share of the image's pixels that the first squares cover, in (0, 1]. The paper takes 0.05 for CIFAR-10
  /// and ImageNet and 0.8 for MNIST with 10,000 queries; at 1,000 queries or fewer 0.3 is better on both.
  double p = 0.3;
  /// The paper's is rescaled to the budget. AutoAttack's is of 10,000 queries, of which it spends 5,000.
  ShrinkSchedule schedule = {};
  /// Empty: the paper's choice, margin untargeted and cross-entropy targeted.
  std::optional<Loss> loss = std::nullopt;
  /// If true, the attack starts from the result of projected gradient descent on the substitute models
  /// (substitute_pgd.h) instead of from stripes.
  bool start_from_prior = false;
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
  PriorUse prior() const { return start_from_prior ? PriorUse::required : PriorUse::none; }
};

/// Random search: starts from vertical stripes of +-epsilon, then proposes squares of constant +-epsilon per
/// channel and keeps those that improve the loss. The problem's start image, if any, replaces the stripes.
class SquareAttack : public RandomSearch {
 public:
  SquareAttack(AttackProblem problem, SquareOptions options);

 protected:
  /// Returns the incumbent changed by one more square.
  Pixels proposal() override;

 private:
  Pixels first() override;

  SquareProposals proposals_;
  bool start_from_prior_;
};

}  // namespace bora::attacks
