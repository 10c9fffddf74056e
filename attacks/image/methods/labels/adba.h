// ADBA (Wang, Zuo, Huang and Chen, "ADBA: approximation decision boundary approach for black-box adversarial
// attacks", AAAI 2025, algorithms 1 and 2): a search over directions of signs that flips blocks.
#pragma once

#include "attacks/image/decision_attack.h"
#include "attacks/image/proposals/directions.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

/// Returns the median of the radius of a decision boundary in (low, high), by the density that the authors
/// fitted on ImageNet: a / (k + d)^b + c of k = 1 - radius / reach. `reach`: radius at which a direction is
/// known to be adversarial. 0 <= low < high <= reach.
double adba_median(double low, double high, double reach);

/// Radii at which two directions are compared.
struct DescentRadii {
  bool median = false;  ///< whether they are adba_median(); false: the middle of the interval
  /// If true, they may be below epsilon, as in the paper. By default they are not, because a direction that
  /// is adversarial at epsilon is a success.
  bool below = false;
};

/// Base of attacks that search over directions of +-1 as in RayS, but without locating the decision boundary.
/// Two variants of the best direction are made by flipping either half of a block, and queried at the radius
/// at which the best direction is known to be adversarial. If one of them is adversarial, it replaces the
/// best. If both are, they are queried at smaller radii until only one is adversarial; this one replaces the
/// best, at that radius. Blocks are the whole image in CHW order, its halves, quarters and so on. After
/// single values the search starts over, a case that the paper does not reach. Values of 0 in a direction
/// stay 0.
class BlockDescent : public DecisionAttack {
 protected:
  BlockDescent(AttackProblem problem, StartOptions start, DescentRadii radii);

  /// Searches from best_ and radius_; never returns.
  Script<> descend();

  SignDirection best_;
  /// Radius at which best_ is adversarial; kFarthest until a direction was adversarial.
  double radius_ = SignDirection::kFarthest;

 private:
  /// Queries a direction at a radius. Returns whether it is adversarial there.
  Script<bool> adversarial_at(const SignDirection& direction, double radius);
  /// Sets best_ to the better of two directions that are both adversarial at radius_, and updates radius_.
  Script<> compare(SignDirection first, SignDirection second);

  DescentRadii radii_;
};

struct AdbaOptions {
  enum class Start { up, down, random };
  /// ADBA compares directions at the middle of the interval, ADBA-md at the median. The middle was better
  /// within 1,000 queries on the first images of MNIST and CIFAR-10 (tools/tune).
  DescentRadii radii = {};
  Start signs = Start::up;  ///< signs of the first direction
  StartOptions from = {};
  void read(AttackSettings& settings);  ///< throws InputError
  PriorUse prior() const { return from.prior(); }
};

/// Search of BlockDescent from a direction of equal or random signs.
///
/// A targeted attack (not in the paper) starts from the signs towards an image of the target class, as
/// RaysAttack does.
class AdbaAttack : public BlockDescent {
 public:
  AdbaAttack(AttackProblem problem, AdbaOptions options);

 private:
  Script<> script() override;

  AdbaOptions options_;
};

}  // namespace bora::attacks
