// Descent over the blocks of a direction of signs, the search of ADBA (Wang, Zuo, Huang and Chen, "ADBA:
// approximation decision boundary approach for black-box adversarial attacks", AAAI 2025, algorithms 1 and
// 2).
#pragma once

#include "attacks/image/decision_attack.h"
#include "attacks/image/proposals/directions.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

/// Returns the median of the decision boundaries in (low, high), by the density that the authors fitted on
/// ImageNet, a / (k + d)^b + c of k = 1 - radius / reach. `reach`: the radius at which a direction is known
/// to be adversarial. 0 <= low < high <= reach.
double adba_median(double low, double high, double reach);

/// Radii at which two directions are compared.
struct DescentRadii {
  bool median = false;  ///< at the median of the authors' distribution of boundaries, else in the middle
  bool below = false;   ///< below epsilon too, as the authors do; a direction adversarial there is a success
};

/// Base of attacks that search over directions of +-1 as in RayS, but without locating the decision boundary.
/// Two variants of the best direction are made by flipping either half of a block; both are queried at the
/// radius at which the best is known to be adversarial. If only one is adversarial there, it replaces the
/// best, with that radius; if both are, they are queried at smaller radii until one fails, and the other
/// replaces the best with the last radius at which it did not fail. Blocks are the whole image in CHW order,
/// its halves, quarters and so on; after single values the search starts over, a case that the paper does not
/// reach. A direction may also have values of 0, which stay 0.
class BlockDescent : public DecisionAttack {
 protected:
  BlockDescent(AttackProblem problem, StartOptions start, DescentRadii radii);

  /// Searches from best_ and radius_; never ends by itself.
  Script<> descend();

  SignDirection best_;
  double radius_ = SignDirection::kFarthest;  ///< at which best_ is adversarial, or the largest

 private:
  Script<bool> adversarial_at(const SignDirection& direction, double radius);
  /// Makes the better of two directions that are both adversarial at radius_ the new best_.
  Script<> compare(SignDirection first, SignDirection second);

  DescentRadii radii_;
};

struct AdbaOptions {
  enum class Start { up, down, random };
  /// ADBA compares directions in the middle, ADBA-md at the median. The middle was better within 1,000
  /// queries on the first images of MNIST and CIFAR-10 (tools/tune).
  DescentRadii radii = {};
  Start signs = Start::up;  ///< signs of the first direction
  StartOptions from = {};
  void read(AttackSettings& settings);  ///< throws InputError
  PriorUse prior() const { return from.prior(); }
};

/// Searches as BlockDescent says, from a direction of equal or random signs.
///
/// Targeted attacks (not in the paper) start from an image of the target class, as RaysAttack does.
class AdbaAttack : public BlockDescent {
 public:
  AdbaAttack(AttackProblem problem, AdbaOptions options);

 private:
  Script<> script() override;

  AdbaOptions options_;
};

}  // namespace bora::attacks
