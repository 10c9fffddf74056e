// What the networks of a search have in common, from what bo-nas was told.
#pragma once

#include "nas/space/architecture_space.h"
#include "tools/nas/cell_trainer.h"
#include "tools/nas/nas_options.h"

namespace bora {

/// Reads the train part of --data and divides it by the seed into images to learn from and images to judge
/// by; `test` is only looked at for how many classes there are. Throws InputError.
CellTask make_cell_task(const NasOptions& options, const SpacePtr& space, const ImageDataset& test);

}  // namespace bora
