// Merges the shards that several machines made of a run into one run.
#pragma once

#include <filesystem>
#include <vector>

#include "attacks/record/shard.h"

namespace bora::attacks {

/// Returns the shard number of the run in a folder; number 0 if it is no shard. Throws InputError if there is
/// no run, or it is damaged.
Shard shard_of(const std::filesystem::path& folder);

struct MergedRun {
  int shards = 0;      ///< number of merged shards
  int of = 0;          ///< number of shards of the whole run
  int unfinished = 0;  ///< number of merged shards that had not ended
};

/// Writes the run of which `shards` are the shards into `out`/run.sqlite, with inputs, instances and all data
/// that belong to them as if one process had made it from the same plan; and config.ini. Files of adversarial
/// examples stay where they are, and are named relative to `out`. An earlier merged run in `out` is replaced.
/// Shards that are still being written are read as they are.
///
/// Throws InputError if the runs do not belong together (merge_facts.h), one is no shard, `out` holds another
/// run, or some are missing and not `partial`; and StorageError if it cannot be written.
MergedRun merge_shards(const std::vector<std::filesystem::path>& shards, const std::filesystem::path& out,
                       bool partial);

}  // namespace bora::attacks
