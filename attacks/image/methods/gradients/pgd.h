// Projected gradient descent, L-infinity and L2 (Madry, Makelov, Schmidt, Tsipras and Vladu, ICLR 2018,
// section 2.1).
#pragma once

#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct PgdOptions {
  int steps = 40;
  /// Step size as a share of epsilon; 0: 2.5 / steps, with which the iterates can reach the border of the
  /// ball from anywhere and move along it (the paper, appendix on evaluation: 2.5 epsilon / 100 for 100
  /// steps).
  double step = 0;
  Loss loss = Loss::margin;
  void read(AttackSettings& settings);  ///< throws InputError
};

/// White-box reference: an attacker with the victim's gradients. Starts from a uniformly random point of the
/// ball and ascends the loss by steps along the gradient's sign, in L2 along the gradient, projecting into
/// the ball; when the steps are used up it restarts from another point. A forward and backward pass is one
/// query.
///
/// On the 8-bit grid the iterate stays between the grid's points (a step may be shorter than their distance)
/// and is queried, with its gradient, at the nearest one.
class Pgd : public ScriptedAttack {
 public:
  Pgd(AttackProblem problem, PgdOptions options);
  std::optional<GradientRequest> gradient_wanted() const override { return GradientRequest{options_.loss}; }

 protected:
  Script<> script() override;

 private:
  PgdOptions options_;
};

}  // namespace bora::attacks
