// Plans of runs on images.
#pragma once

#include "attacks/runner/plan.h"
#include "attacks/threat/norm_ball.h"
#include "data/images/dataset.h"

namespace bora::attacks {

/// Makes a plan as make_plan() of plan.h does, for attacks on Input: Pixels or Transformed. `budget`: queries
/// of each instance. Also throws InputError if the images do not suit the victim (shape, number of classes,
/// labels), if more classes are visible than exist, or if an attack needs gradients that the victim does not
/// have.
template <typename Input = Pixels>
Plan make_plan(Victim& victim, const ImageDataset& data, const PlanOptions& options, int budget);

}  // namespace bora::attacks
