// Checks that shards belong together, and computes the facts of the merged run.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "attacks/ledger/shard.h"

namespace bora {

/// Facts that a shard brings to the merge: its folder and its table run (schema.h).
struct ShardFacts {
  std::filesystem::path folder;
  Shard shard;
  std::map<std::string, std::string> facts;
};

/// Throws InputError, one line that names the folder and the key of the fact or the option, with both values,
/// unless all are shards of one plan, made by the same version from the same model, data, attacks, bound,
/// budget and seed, and none occurs twice; also if some are missing, unless `partial`. At least one.
void check_one_plan(const std::vector<ShardFacts>& shards, bool partial);

/// Returns the numbers of shards that are not among these, as in "5, 9 and 12"; "" if none is missing.
std::string missing_shards(const std::vector<ShardFacts>& shards);

/// Returns the facts of the merged run: those equal in all shards, sums of counts, and warnings about shards
/// that are missing or have not ended. `shards`: by number. Paths of folders become relative to `folder`, the
/// merged run's.
std::map<std::string, std::string> merged_facts(const std::vector<ShardFacts>& shards,
                                                const std::filesystem::path& folder);

}  // namespace bora
