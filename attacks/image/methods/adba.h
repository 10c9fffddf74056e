// ADBA, the approximation decision boundary approach (Wang, Zuo, Huang and Chen, "ADBA: approximation
// decision boundary approach for black-box adversarial attacks", AAAI 2025, algorithms 1 and 2).
#pragma once

#include "attacks/image/decision_attack.h"
#include "attacks/image/proposals/sign_direction.h"
#include "attacks/settings/attack_settings.h"

namespace bora {

struct AdbaOptions {
  enum class Start { up, down, random };
  /// Where between two radii directions are told apart: at the median of the authors' distribution of
  /// boundaries (ADBA-md), or in the middle (ADBA), which was better within 1,000 queries on the first images
  /// of MNIST and CIFAR-10 (tools/tune).
  bool median = false;
  Start signs = Start::up;  ///< of the first direction
  /// Whether directions are compared at radii below epsilon too, as the authors' are. A direction that is
  /// adversarial at epsilon has won already.
  bool below = false;
  StartOptions from = {};
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
  PriorUse prior() const { return from.prior(); }
};

/// Where in (low, high) half of the decision boundaries lie that are nearer than `reach`, the radius at which
/// a direction is known to be adversarial: the median of the density that the authors fitted on ImageNet,
/// a / (k + d)^b + c of k = 1 - radius / reach. 0 <= low < high <= reach.
double adba_median(double low, double high, double reach);

/// Searches the directions of +-1 as RayS does, but never for where the decision boundary is. Of the best
/// direction two others are made by flipping either half of a block; both are asked at the radius at which
/// the best is known to be adversarial. If one alone is adversarial there it takes over, with that radius; if
/// both are they are asked at smaller radii until one fails, and the other takes over with the last at which
/// it did not. Blocks are the whole image in CHW order, its halves, quarters and so on; after single values
/// it starts over, which the paper does not come to.
///
/// Targeted (not in the paper) it starts from an image of the target class, as RaysAttack does.
class AdbaAttack : public DecisionAttack {
 public:
  AdbaAttack(AttackProblem problem, AdbaOptions options);

 protected:
  SignDirection best_;
  double radius_;  // at which best_ is adversarial, or the farthest there is

 private:
  Script<> script() override;
  Script<bool> adversarial_at(const SignDirection& direction, double radius);
  /// Of two directions that are both adversarial at radius_: makes the better one best_.
  Script<> compare(SignDirection first, SignDirection second);

  AdbaOptions options_;
};

}  // namespace bora
