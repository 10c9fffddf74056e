// Termination of processes that a killed bo-opt has left running.
#pragma once

#include <filesystem>
#include <set>

#include "common/layers.h"

namespace bora::tuning {

/// Kills the processes whose environment variable BORA_FOLDER is one of `folders` (canonical paths) or a
/// folder in one of them: programs of trials and their child processes. Returns the number of killed
/// processes. Processes are found in /proc: none on systems without it, none of other users or machines.
int end_orphans(const std::set<std::filesystem::path>& folders);

}  // namespace bora::tuning
