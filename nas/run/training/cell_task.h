// Task shared by all networks of a search, made from the options of bo-nas.
#pragma once

#include "common/layers.h"
#include "nas/run/search_config.h"
#include "nas/run/training/cell_trainer.h"
#include "nas/space/architecture_space.h"

namespace bora::nas {

/// Reads the train part of --data and divides it by the seed into training and validation images; `test`
/// is only used to count the classes. Throws InputError.
CellTask make_cell_task(const SearchConfig& config, const SpacePtr& space, const ImageDataset& test);

}  // namespace bora::nas
