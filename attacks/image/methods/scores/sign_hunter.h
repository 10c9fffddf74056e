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

/// Divide and conquer over the signs of a perturbation at the bound: starts from all +, flips the whole, its
/// halves, their halves and so on down to single values, and keeps a flip unless the loss falls. Images are
/// cut in the order row, column, channel, as the authors store them. Draws nothing at random: the seed is
/// without effect.
///
/// After about 2d queries every part has been tried; the search then starts over around the image it has
/// found, as in the authors' code, clamped to the ball around the original. The paper compares slopes, which
/// also asks for the loss at the centre; losses compare the same without it. Targeted (not in the paper):
/// the loss is the target's.
class SignHunterAttack : public ScriptedAttack {
 public:
  SignHunterAttack(AttackProblem problem, SignHunterOptions options);

 private:
  Script<> script() override;
  Script<double> loss_at(Eigen::RowVectorXf signs);

  SignHunterOptions options_;
  Eigen::RowVectorXf centre_;
  Eigen::RowVectorXf seen_;  // the image that the last query showed
};

}  // namespace bora::attacks
