// One run of the shards that several machines made of it.
#pragma once

#include <filesystem>
#include <vector>

#include "attacks/ledger/shard.h"

namespace bora {

/// Whether the run in a folder is a shard, and which: number 0 if it is none. Throws InputError if there is
/// no run, or it is damaged.
Shard shard_of(const std::filesystem::path& folder);

struct MergedRun {
  int shards = 0;      ///< that were merged
  int of = 0;          ///< of so many
  int unfinished = 0;  ///< of those merged, how many had not ended
};

/// Writes the run that the runs in `shards` are shards of into `out`/run.sqlite, with inputs, instances and
/// all that belongs to these as the run would hold them that one process made of the same plan; and
/// config.ini. Files of adversarial examples stay where they are, and are named relative to `out`. A merged
/// run that is in `out` is replaced. Shards that are still being written are taken as they stand.
///
/// Throws InputError if the runs do not belong together (merge_facts.h), one is no shard, `out` holds another
/// run, or some are missing and not `partial`; and StorageError if it cannot be written.
MergedRun merge_shards(const std::vector<std::filesystem::path>& shards, const std::filesystem::path& out,
                       bool partial);

}  // namespace bora
