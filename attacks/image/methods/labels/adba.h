// ADBA, the approximation decision boundary approach (Wang, Zuo, Huang and Chen, AAAI 2025).
#pragma once

#include "attacks/image/methods/labels/block_descent.h"
#include "attacks/settings/attack_settings.h"
#include "common/layers.h"

namespace bora::attacks {

struct AdbaOptions {
  enum class Start { up, down, random };
  /// ADBA compares directions in the middle, ADBA-md at the median. The middle was better within 1,000
  /// queries on the first images of MNIST and CIFAR-10 (tools/tune).
  DescentRadii radii = {};
  Start signs = Start::up;  ///< signs of the first direction
  StartOptions from = {};
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
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
