// GFCS, gradient first, coimage second (Lord, Mueller and Bertinetto, "Attacking deep networks with
// surrogate-based adversarial black-box methods is easy", ICLR 2022, algorithm 1).
#pragma once

#include <vector>

#include "attacks/image/methods/scores/simba_ods.h"
#include "common/layers.h"

namespace bora::attacks {

/// The authors bound the Euclidean norm by 12.27 (sqrt(0.001 D), images of 3 x 224 x 224) and take steps of
/// length 2, that is of 0.16 of the bound: `as=paper`. The default differs from the paper: longer steps, for
/// budgets of tens of queries.
struct GfcsOptions : SimbaOdsOptions {
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// In L2, the authors' norm, the default is their step: 2 of 12.27, 0.163 of epsilon. For images of
/// 3 x 299 x 299 their bound is 16.377 and the same step 0.122 of it.
struct GfcsL2Options : GfcsOptions {
  GfcsL2Options() { step.length = 0.163; }
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// SimBA along substitute models' gradients: of the margin between the label and the other class that is best
/// in the *victim's* eyes, or, targeted, of the substitute model's own cross-entropy. Substitute models are
/// taken in random order, each once; when none of their gradients improves the loss, output-diversified
/// directions (simba_ods.h) are tried until one does, and then the gradients again. Steps are those of
/// SimbaOdsAttack. In L2 an image outside is first clipped to [0, 1], then its change is scaled to epsilon.
/// The authors' code does the reverse, which leaves a shorter change.
class GfcsAttack : public SimbaOdsAttack {
 public:
  GfcsAttack(AttackProblem problem, const GfcsOptions& options);

 private:
  Eigen::RowVectorXf direction(const Eigen::RowVectorXf& image, const Observation& seen) override;
  void improved() override;

  std::vector<int> untried_;  // substitute models whose gradient at the present image has not been tried
};

}  // namespace bora::attacks
