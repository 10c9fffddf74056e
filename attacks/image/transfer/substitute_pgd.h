// Where projected gradient descent on the attacker's own classifiers leads: the start of a transfer attack.
#pragma once

#include "attacks/image/image_attack.h"
#include "common/random.h"

namespace bora {

/// Steps along the gradient's sign from a uniformly random point of the ball (Madry et al., ICLR 2018), on
/// the mean loss of an ensemble (Liu, Chen, Liu and Song, "Delving into transferable adversarial examples and
/// black-box attacks", ICLR 2017, ensemble-based approaches, with losses instead of probabilities averaged),
/// with momentum (Dong et al., "Boosting adversarial attacks with momentum", CVPR 2018) and at randomly
/// shifted images (Xie et al., "Improving transferability of adversarial examples with input diversity", CVPR
/// 2019, with shifts in place of resizing; Dong et al., "Evading defenses to transferable adversarial
/// examples by translation-invariant attacks", CVPR 2019). What raises the loss of one network at one place
/// alone does not fool another; the last two pass over it.
struct SubstitutePgdOptions {
  int steps = 100;
  double step = 0.1;           ///< as a share of epsilon
  double momentum = 1;         ///< share of the sum of earlier gradients, each of mean absolute value 1
  double shift = 1.0 / 16;     ///< of the image in each direction at most, as a share of its shorter side
  Loss loss = Loss::log_odds;  ///< of the substitute models; raised, as everywhere
};

struct SubstitutePgdResult {
  /// m x d: pushed to the corners of the ball, so every pixel is as far up or down as the ball and [0, 1]
  /// allow.
  Batch images;
  /// m x d: the gradients of all steps as momentum has summed them, what they agreed on.
  Batch slopes;
};

/// m runs at once. weights: m x substitute models, what each loss counts in the sum that a run climbs. Costs
/// no query. Throws InputError if the problem holds no substitute models.
SubstitutePgdResult substitute_pgd(const AttackProblem& problem, const SubstitutePgdOptions& options,
                                   const Eigen::MatrixXd& weights, Rng& rng);

/// One run in which all count alike. Returns d values.
Eigen::RowVectorXf substitute_pgd(const AttackProblem& problem, const SubstitutePgdOptions& options,
                                  Rng& rng);

}  // namespace bora
