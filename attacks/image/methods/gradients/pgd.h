// Projected gradient descent, L-infinity and L2 (Madry, Makelov, Schmidt, Tsipras and Vladu, ICLR 2018,
// section 2.1).
#pragma once

#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct PgdOptions {
  int steps = 40;  ///< number of steps from one start; fewer if the budget ends before them
  /// Step size as a share of epsilon; 0: 2.5 / steps, which lets the iterates reach the border of the ball
  /// from any start and move along it (appendix of the paper on evaluation: 2.5 epsilon / 100 for 100 steps).
  double step = 0;
  Loss loss = Loss::margin;
  void read(AttackSettings& settings);  ///< throws InputError
};

/// White-box reference, which sees the victim's gradients. Starts from a uniformly random point of the ball
/// and takes projected steps along the gradient's sign, in L2 along the gradient, then restarts from another
/// point. A forward and backward pass is one query.
///
/// The iterate is not rounded to the 8-bit grid, since a step may be shorter than a grey level. The victim
/// sees the nearest image of the grid and returns the gradient there.
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
