// ADBA, the approximation decision boundary approach (Wang, Zuo, Huang and Chen, "ADBA: approximation
// decision boundary approach for black-box adversarial attacks", AAAI 2025, algorithms 1 and 2).
#pragma once

#include "attacks/image/decision_attack.h"
#include "attacks/image/proposals/sign_direction.h"
#include "attacks/settings/attack_settings.h"
#include "common/layers.h"

namespace bora::attacks {

struct AdbaOptions {
  enum class Start { up, down, random };
  /// Point between two radii at which directions are compared: at the median of the authors' distribution of
  /// boundaries (ADBA-md), or in the middle (ADBA), which was better within 1,000 queries on the first images
  /// of MNIST and CIFAR-10 (tools/tune).
  bool median = false;
  Start signs = Start::up;  ///< signs of the first direction
  /// If true, directions are compared at radii below epsilon too, as the authors do. A direction that is
  /// adversarial at epsilon is already a success.
  bool below = false;
  StartOptions from = {};
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
  PriorUse prior() const { return from.prior(); }
};

/// Returns the median of the decision boundaries in (low, high), by the density that the authors fitted on
/// ImageNet, a / (k + d)^b + c of k = 1 - radius / reach. `reach`: the radius at which a direction is known
/// to be adversarial. 0 <= low < high <= reach.
double adba_median(double low, double high, double reach);

/// Search over the directions of +-1 as in RayS, but without locating the decision boundary. Two variants of
/// the best direction are made by flipping either half of a block; both are queried at the radius at which
/// the best is known to be adversarial. If only one is adversarial there, it replaces the best, with that
/// radius; if both are, they are queried at smaller radii until one fails, and the other replaces the best
/// with the last radius at which it did not fail. Blocks are the whole image in CHW order, its halves,
/// quarters and so on; after single values the search starts over, a case that the paper does not reach.
///
/// Targeted attacks (not in the paper) start from an image of the target class, as RaysAttack does.
class AdbaAttack : public DecisionAttack {
 public:
  AdbaAttack(AttackProblem problem, AdbaOptions options);

 protected:
  SignDirection best_;
  double radius_;  // radius at which best_ is adversarial, or the largest radius

 private:
  Script<> script() override;
  Script<bool> adversarial_at(const SignDirection& direction, double radius);
  /// Makes the better of two directions that are both adversarial at radius_ the new best_.
  Script<> compare(SignDirection first, SignDirection second);

  AdbaOptions options_;
};

}  // namespace bora::attacks
