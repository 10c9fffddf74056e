// Task shared by all networks of a search, made from the options of bo-nas.
#pragma once

#include "nas/space/architecture_space.h"
#include "tools/nas/cell_trainer.h"
#include "tools/nas/search_config.h"

namespace bora {

/// Reads the train part of --data and divides it by the seed into training and validation images; `test`
/// is only used to count the classes. Throws InputError.
CellTask make_cell_task(const SearchConfig& config, const SpacePtr& space, const ImageDataset& test);

}  // namespace bora
