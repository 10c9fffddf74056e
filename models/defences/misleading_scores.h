// Defence that changes the scores but not the predicted class.
#pragma once

#include "models/victims/victim.h"

namespace bora::models {

/// Returns the scores that the defence "Adversarial attack on attackers" reports (AAA-linear; Chen et al.,
/// NeurIPS 2022). The margin of the predicted class over the runner-up, in logits, lies in one of the
/// intervals [k interval, (k + 1) interval). The reported margin is the true one mirrored about the middle of
/// its interval: it falls where the true one grows, which misleads a search that follows the scores. The
/// predicted class stays the same. Its probability does, too, if scores with this margin and probability
/// exist.
///
/// The paper finds the scores by 100 steps of Adam on the errors of margin and probability. Here, both errors
/// are made zero, to single precision, by scaling the distances of the other classes to the runner-up by one
/// factor. The paper's temperature, which first calibrates the probabilities on held-out data, is 1 here.
/// scores: any kind; the result has the same kind. interval: > 0; the authors use 4 (default in the class of
/// their code) or 6 (commands in their README).
Scores misleading(const Scores& scores, double interval);

}  // namespace bora::models
