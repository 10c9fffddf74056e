// Checks that shards belong together, and computes the facts of the merged run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "attacks/record/fact_table.h"

namespace bora::attacks {

/// Facts that a shard brings: its folder and its table run.
struct ShardFacts {
  std::filesystem::path folder;
  Shard shard;
  FactTexts facts;
};

/// Throws InputError, one line that names the folder and the key of the fact or the option, with both values,
/// unless all are shards of one plan, made by the same version from the same model, data, attacks, bound,
/// budget and seed, and none occurs twice; also if some are missing, unless `partial`. At least one.
void check_one_plan(const std::vector<ShardFacts>& shards, bool partial);

/// Returns the facts of the merged run by their merge rules (Merge), with warnings about shards that are
/// missing. `shards`: by number. Paths of folders become relative to `folder`, the merged run's.
FactTexts merged_facts(const std::vector<ShardFacts>& shards, const std::filesystem::path& folder);

}  // namespace bora::attacks
