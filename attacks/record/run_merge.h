// Merging of shards, which several machines may have made, into one run.
#pragma once

#include <filesystem>
#include <vector>

#include "attacks/record/shard.h"

namespace bora::attacks {

/// Returns the shard in a folder; its number is 0 if the run there is not a shard. Throws InputError if there
/// is no run, or it is damaged.
Shard shard_of(const std::filesystem::path& folder);

/// Result of merge_shards().
struct MergedRun {
  int shards = 0;      ///< number of merged shards
  int of = 0;          ///< number of shards of the whole run
  int unfinished = 0;  ///< number of merged shards that had not ended
};

/// Merges `shards`, folders of at least one shard, into `out`/run.sqlite and `out`/config.ini. Inputs,
/// instances and their data are the same as if one process had made the run from the same plan. Files of
/// adversarial examples stay where they are; the merged run refers to them relative to `out`. An earlier
/// merged run in `out` is replaced. Shards that are still being written are merged as far as they are stored.
///
/// Throws InputError if a run is not a shard, the shards are not of the same run (check_one_plan()), `out`
/// holds another run, or shards are missing without `partial`; and StorageError if writing fails.
MergedRun merge_shards(const std::vector<std::filesystem::path>& shards, const std::filesystem::path& out,
                       bool partial);

}  // namespace bora::attacks
