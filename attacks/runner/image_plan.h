// Plans of runs on images.
#pragma once

#include "attacks/runner/plan.h"
#include "data/dataset.h"

namespace bora {

/// Whether attacks are those of attacks/image or those of attacks/semantic.
enum class ImageAttackKind { pixels, semantic };

/// As make_plan of plan.h; every instance has the same budget. Throws InputError also if the images do
/// not suit the victim (shape, number of classes, labels), if more of the scores is visible than there is, or
/// if an attack needs gradients that the victim does not have.
Plan make_plan(Victim& victim, const ImageDataset& data, const PlanOptions& options, int budget,
               ImageAttackKind kind = ImageAttackKind::pixels);

}  // namespace bora
