// A defence that changes the scores and never the decision.
#pragma once

#include "models/victims/victim.h"

namespace bora::models {

/// "Adversarial attack on attackers" (Chen et al., NeurIPS 2022, AAA-linear): margins of the predicted class
/// over the runner-up are cut into intervals of `interval` logits, and within each the margin shown falls
/// where the true one grows, mirrored about the interval's middle, so that a search that follows the scores
/// is misled. The predicted class stays the same, and so does its probability, as far as scores with both
/// exist.
///
/// The paper finds such scores by 100 steps of Adam on the two distances. Both can be made zero exactly, to
/// single precision, by scaling the distances of the other classes to the runner-up by one factor; that is
/// done here. The paper's temperature, which calibrates the probabilities on held-out data first, is 1.
/// scores: any kind; the result has the same kind. interval: > 0; 4 by default in the class of the authors'
/// code, 6 in the commands of their README.
Scores misleading(const Scores& scores, double interval);

}  // namespace bora::models
