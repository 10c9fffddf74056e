// RayS (Chen and Gu, "RayS: a ray searching method for hard-label adversarial attack", KDD 2020).
#pragma once

#include "attacks/image/decision_attack.h"
#include "attacks/image/proposals/directions.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

/// The method has no parameters.
struct RaysOptions {
  StartOptions start = {};
  void read(AttackSettings& settings) {
    settings.read_as_paper("which the defaults are");
    start.read(settings);
  }  ///< throws InputError
  PriorUse prior() const { return start.prior(); }
};

/// Search over the directions of +-1 for the one with the nearest decision boundary. Flips blocks of the best
/// direction so far, first the whole, then halves, quarters and so on of the image in CHW order; first checks
/// whether the image at the best radius is adversarial in the new direction, and only then bisects for the
/// new radius.
///
/// Targeted (not in the paper): starts from the signs of the difference to an image of the target class. A
/// value stays within that image's value until its block is flipped, so that the first direction ends at an
/// adversarial image. The radius is searched to 0.001 of Euclidean distance, as the authors do, but not below
/// the resolution of an image. Off the 8-bit grid nothing is random and the seed has no effect.
class RaysAttack : public DecisionAttack {
 public:
  RaysAttack(AttackProblem problem, RaysOptions options);

 protected:
  SignDirection best_;
  double radius_;  // radius of the boundary along best_, or the largest radius

 private:
  Script<> script() override;
  /// Finds the smallest adversarial radius along a direction that is adversarial at `radius`.
  Script<double> find_radius(SignDirection direction, double radius);
};

}  // namespace bora::attacks
