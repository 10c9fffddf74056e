// Shards of a run database, as several machines would have left them.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "attacks/record/shard.h"

namespace bora::attacks {

/// Copies the run in `whole` into `folder` and leaves of it what is of the shard: its inputs, and its
/// instances, numbered anew. `facts`: those of the run that are to differ.
void carve_shard(const std::filesystem::path& whole, const Shard& shard, const std::filesystem::path& folder,
                 const std::map<std::string, std::string>& facts = {});

/// The run in `whole` in `count` shards, in the folders below `folder` that are returned, by number.
std::vector<std::filesystem::path> carve_shards(const std::filesystem::path& whole, int count,
                                                const std::filesystem::path& folder);

}  // namespace bora::attacks
