// Ending of orphaned processes, which a killed bo-opt has left running.
#pragma once

#include <filesystem>
#include <set>

#include "common/layers.h"

namespace bora::tuning {

/// Kills processes whose BORA_FOLDER is one of `folders` (canonical paths): orphaned programs of trials and
/// their child processes. Returns their number. It searches /proc, so it finds none on systems without /proc,
/// and none of other users and machines.
int end_orphans(const std::set<std::filesystem::path>& folders);

}  // namespace bora::tuning
