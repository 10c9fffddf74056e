// When scores reach a goal.
#pragma once

#include "attacks/threat/objective.h"
#include "common/layers.h"

namespace bora::attacks {

/// Returns whether row `i` of `scores` reaches the goal strictly: untargeted, some class scores higher than
/// the true one; targeted, the target scores higher than every other class. Equal largest scores do not
/// decide for a class, so that a tie is no success.
bool reaches(const Goal& goal, const Scores& scores, int i);

/// Returns whether the largest score of row `i` is there twice; false where there are no scores.
bool tied(const Scores& scores, int i);

}  // namespace bora::attacks
