// GFCS, gradient first, coimage second (Lord, Mueller and Bertinetto, "Attacking deep networks with
// substitute-based adversarial black-box methods is easy", ICLR 2022, algorithm 1).
#pragma once

#include <vector>

#include "attacks/image/methods/scores/simba_ods.h"
#include "common/layers.h"

namespace bora::attacks {

/// The authors bound the Euclidean norm by 12.27 (sqrt(0.001 D), images of 3 x 224 x 224) and take steps of
/// length 2, that is of 0.16 of the bound: `as=paper`. The default is ours, longer steps for budgets of tens
/// of queries.
struct GfcsOptions : SimbaOdsOptions {
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// SimBA along substitute models' gradients: of the margin between the label and the other class that is best
/// in the *victim's* eyes, or, targeted, of the substitute model's own cross-entropy. Substitute models are
/// taken in random order, each once; when none of their gradients improves the loss, output-diversified
/// directions (simba_ods.h) are tried until one does, and then the gradients again. Adapted to the L-infinity
/// ball as SimbaOdsAttack is.
class GfcsAttack : public SimbaOdsAttack {
 public:
  GfcsAttack(AttackProblem problem, const GfcsOptions& options);

 private:
  Eigen::RowVectorXf direction(const Eigen::RowVectorXf& image, const Observation& seen) override;
  void improved() override;

  std::vector<int> untried_;  // substitute models whose gradient at the present image has not been tried
};

}  // namespace bora::attacks
