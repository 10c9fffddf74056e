// Ending of processes that a killed bo-opt has left running.
#pragma once

#include <filesystem>
#include <set>

#include "common/layers.h"

namespace bora::tuning {

/// Kills processes whose BORA_FOLDER is one of `folders` (canonical paths): orphaned programs of trials and
/// their child processes. Returns their number. Searches /proc, so that it finds none on systems without it,
/// and none of other users and machines.
int end_leftovers(const std::set<std::filesystem::path>& folders);

}  // namespace bora::tuning
