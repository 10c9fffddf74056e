// Square Attack, L2 (Andriushchenko, Croce, Flammarion and Hein, ECCV 2020, algorithms 1 and 3).
#pragma once

#include <optional>

#include "attacks/image/proposals/bump_proposals.h"
#include "attacks/settings/attack_settings.h"
#include "common/layers.h"

namespace bora::attacks {

struct SquareL2Options {
  /// Share of the image's pixels that the first windows cover, in (0, 1]; the paper's for L2.
  double p = 0.1;
  /// Empty: the paper's choice, margin untargeted and cross-entropy targeted.
  std::optional<Loss> loss = std::nullopt;
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// Random search: starts from a grid of bumps, then moves the change of one window into a bump in another and
/// keeps what improves the loss. As in the authors' code, except that windows may also touch the lower and
/// the right border, as the paper has them.
class SquareL2Attack : public Attack<Pixels> {
 public:
  SquareL2Attack(AttackProblem problem, SquareL2Options options);
  // Its proposals point to its problem.
  SquareL2Attack(const SquareL2Attack&) = delete;
  SquareL2Attack& operator=(const SquareL2Attack&) = delete;
  std::optional<Pixels> ask() override;
  void tell(const Pixels& queried, const Observation& seen) override;

 private:
  AttackProblem problem_;
  BumpProposals proposals_;
  Loss loss_;
  Rng rng_;
  int told_ = 0;
  double best_loss_ = 0;
  Eigen::RowVectorXf best_;  // the incumbent image
};

}  // namespace bora::attacks
