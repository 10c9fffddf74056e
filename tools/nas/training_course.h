// What the training of one network leaves in its folder, so that one that was cut short goes on.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "models/checkpoint.h"
#include "tools/nas/search_store.h"

namespace bora {

/// Goes on with what an earlier try left in `folder`, if that is whole and of the same `training` (what
/// decides it, by name): then `epochs` gets the epochs that are done.
CheckpointPlan training_course(const std::filesystem::path& folder,
                               const std::map<std::string, std::string>& training,
                               std::vector<TrainedEpoch>& epochs);

/// epochs.csv: the course of the training, for whoever looks into the folder, too.
void write_epochs(const std::filesystem::path& folder, const std::vector<TrainedEpoch>& epochs);

/// When all is done.
void remove_checkpoint(const std::filesystem::path& folder);

}  // namespace bora
