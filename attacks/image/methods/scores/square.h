// Square Attack (Andriushchenko, Croce, Flammarion and Hein, ECCV 2020): algorithm 1 with the proposals of
// algorithm 2 in L-infinity and of algorithm 3 in L2.
#pragma once

#include <optional>

#include "attacks/image/methods/scores/random_search.h"
#include "attacks/image/proposals/bump_proposals.h"
#include "attacks/image/proposals/square_proposals.h"
#include "attacks/settings/attack_settings.h"
#include "attacks/settings/attack_summary.h"

namespace bora::attacks {

struct SquareOptions {
  /// Share of the image's pixels that the first squares cover, in (0, 1]. The authors' commands have 0.3 for
  /// CIFAR-10 and MNIST, 0.8 for an adversarially trained network on MNIST and 0.05 for ImageNet, with 10,000
  /// to 20,000 queries, and they advise smaller squares for targeted attacks.
  double p = 0.3;
  /// Schedule by which p shrinks. The paper's is rescaled to the budget. AutoAttack has that of 10,000
  /// queries and spends 5,000.
  ShrinkSchedule schedule = {};
  /// Loss that is maximised; none: loss_or_default(), the paper's choice.
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

struct SquareL2Options {
  /// Share of the image's pixels that the first windows cover, in (0, 1]; the paper's for L2.
  double p = 0.1;
  ShrinkSchedule schedule = {};  ///< schedule of p; the paper's is rescaled to the budget
  /// Loss that is maximised; none: loss_or_default(), the paper's choice.
  std::optional<Loss> loss = std::nullopt;
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Random search: starts from a grid of bumps, then moves the change of one window into a bump in another
/// window and keeps the proposals that improve the loss. It follows the authors' code, except that windows
/// may also touch the lower and the right border, as in the paper.
class SquareL2Attack : public RandomSearch {
 public:
  SquareL2Attack(AttackProblem problem, SquareL2Options options);

 private:
  Pixels first() override { return proposals_.start(rng()); }
  Pixels proposal() override;

  BumpProposals proposals_;
};

}  // namespace bora::attacks
