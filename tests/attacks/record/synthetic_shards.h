// Shards of a run database, as several machines would have written them.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "attacks/record/shard.h"

namespace bora::attacks {

/// Copies the run in `whole` into `folder` and removes all but the shard's inputs and instances, which are
/// renumbered. `facts`: facts of the shard that differ from the run's.
void carve_shard(const std::filesystem::path& whole, const Shard& shard, const std::filesystem::path& folder,
                 const std::map<std::string, std::string>& facts = {});

/// Splits the run in `whole` into `count` shards. Returns their folders, which are below `folder`, by number.
std::vector<std::filesystem::path> carve_shards(const std::filesystem::path& whole, int count,
                                                const std::filesystem::path& folder);

}  // namespace bora::attacks
