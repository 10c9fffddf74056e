// SignHunter (Al-Dujaili and O'Reilly, "Sign bits are all you need for black-box attacks", ICLR 2020).
#pragma once

#include <optional>

#include "attacks/image/proposals/start_image.h"
#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct SignHunterOptions {
  Loss loss = Loss::cross_entropy;
  StartOptions start = {};
  void read(AttackSettings& settings);  ///< throws InputError
  PriorUse prior() const { return start.prior(); }
};

/// Divide and conquer over the signs of a perturbation at the bound. It starts from all +, flips the whole,
/// its halves, their halves and so on down to single values, and keeps a flip unless the loss falls. Values
/// are split in the order row, column, channel, in which the authors store images. Nothing is drawn at
/// random, so the seed has no effect.
///
/// After about 2d queries every part has been flipped. The search then starts over around the best image, as
/// in the authors' code, clamped to the ball around the original. The paper compares slopes, for which it
/// also queries the centre; comparing losses gives the same result without this query. A targeted attack is
/// not in the paper.
class SignHunterAttack : public ScriptedAttack {
 public:
  SignHunterAttack(AttackProblem problem, SignHunterOptions options);

 private:
  Script<> script() override;
  /// Queries centre_ + epsilon signs. Sets seen_ and returns the loss.
  Script<double> loss_at(Eigen::RowVectorXf signs);

  SignHunterOptions options_;
  Eigen::RowVectorXf centre_;  // image around which it searches: the original at first
  Eigen::RowVectorXf seen_;    // last query as the victim saw it
};

}  // namespace bora::attacks
