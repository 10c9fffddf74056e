// A defence that changes the scores and never the decision.
#pragma once

#include "common/layers.h"
#include "models/victims/victim.h"

namespace bora::models {

/// "Adversarial attack on attackers" (Chen et al., NeurIPS 2022, AAA-linear): margins of the predicted class
/// over the runner-up are cut into intervals of `interval` logits, and within each the margin shown falls
/// where the true one grows, mirrored about the interval's middle; so whoever follows the scores downhill is
/// led away. The predicted class stays, and so does its probability, as far as there are scores that have
/// both.
///
/// The paper looks for such scores by 100 steps of Adam on the two distances. Both can be brought to zero
/// exactly, by the distances of the other classes to the runner-up, all scaled alike: what is done here, to
/// single precision. Its temperature, which calibrates the probabilities on held-out data first, is 1.
/// scores: any kind, given back in the same one. interval: > 0; 4 in the authors' code.
Scores misleading(const Scores& scores, double interval);

}  // namespace bora::models
