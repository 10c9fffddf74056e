// Checks of shards before a merge, and the facts of the merged run.
#pragma once

#include <filesystem>
#include <vector>

#include "attacks/record/fact_table.h"

namespace bora::attacks {

struct ShardFacts {
  std::filesystem::path folder;
  Shard shard;
  FactTexts facts;  ///< its table run
};

/// Throws InputError unless all are different shards of the same run: the same version, model, data, attacks,
/// epsilon, budget, seed and options. The message names the folder and the fact or option, with both values.
/// Also throws if shards are missing, unless `partial`. shards: at least one.
void check_one_plan(const std::vector<ShardFacts>& shards, bool partial);

/// Returns the facts of the merged run by their merge rules (Merge), with a warning that names missing
/// shards. `shards`: at least one, in the order of their numbers. `folder`: folder of the merged run, to
/// which paths of shards become relative.
FactTexts merged_facts(const std::vector<ShardFacts>& shards, const std::filesystem::path& folder);

}  // namespace bora::attacks
