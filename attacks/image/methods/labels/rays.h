// RayS (Chen and Gu, "RayS: a ray searching method for hard-label adversarial attack", KDD 2020).
#pragma once

#include "attacks/image/decision_attack.h"
#include "attacks/image/proposals/directions.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

/// The method has no parameters.
struct RaysOptions {
  StartOptions start = {};
  void read(AttackSettings& settings) {  ///< throws InputError
    settings.accept_as();
    start.read(settings);
  }
  PriorUse prior() const { return start.prior(); }
};

/// Search over the directions of +-1 for the one with the nearest decision boundary. It flips blocks of the
/// best direction so far: the whole image in CHW order, then its halves, quarters and so on. For each new
/// direction it queries the image at the best radius, and bisects for the new radius only if this image is
/// adversarial.
///
/// A targeted attack (not in the paper) starts from the signs of the difference to an image of the target
/// class. No value moves beyond that image's value until its block is flipped, so that the first direction
/// ends at an adversarial image. The precision of the radius is 0.001 in Euclidean distance, as the authors',
/// but not below the resolution of an image. Off the 8-bit grid nothing is random, so the seed has no effect.
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
