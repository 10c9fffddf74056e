// Where projected gradient descent on the attacker's own classifiers leads: the start of a transfer attack.
#pragma once

#include "attacks/image/image_attack.h"
#include "common/random.h"

namespace bora {

/// Steps along the gradient's sign from a uniformly random point of the ball (Madry et al., ICLR 2018,
/// section 2.1), on the mean loss of an ensemble (Liu, Chen, Liu and Song, "Delving into transferable
/// adversarial examples", ICLR 2017, section 5.1, with losses instead of probabilities averaged).
struct SurrogatePgdOptions {
  int steps = 20;
  double step = 0.25;  ///< as a share of epsilon
};

/// The image found, pushed to the corners of the ball: every pixel is as far up or down as the ball and
/// [0, 1] allow, so it holds shape.size() values inside the threat model. `loss` is raised, as everywhere.
/// Costs no query. Throws InputError if the problem holds no surrogates.
Eigen::RowVectorXf surrogate_pgd(const AttackProblem& problem, Loss loss, const SurrogatePgdOptions& options,
                                 Rng& rng);

}  // namespace bora
