// Plans of runs on images.
#pragma once

#include "attacks/runner/plan.h"
#include "common/layers.h"
#include "data/images/dataset.h"

namespace bora::attacks {

/// Kind of the attacks: those of attacks/image or those of attacks/semantic.
enum class ImageAttackKind { pixels, semantic };

/// Makes a plan as make_plan of plan.h does; every instance has the same budget. Throws InputError also if
/// the images do not suit the victim (shape, number of classes, labels), if more scores are visible than
/// exist, or if an attack needs gradients that the victim does not have.
Plan make_plan(Victim& victim, const ImageDataset& data, const PlanOptions& options, int budget,
               ImageAttackKind kind = ImageAttackKind::pixels);

}  // namespace bora::attacks
