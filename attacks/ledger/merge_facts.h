// Whether shards belong together, and what the facts of the run are that they make.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "attacks/ledger/shard.h"

namespace bora {

/// A shard's folder and its table run (schema.h).
struct ShardFacts {
  std::filesystem::path folder;
  Shard shard;
  std::map<std::string, std::string> facts;
};

/// Throws InputError, one line that names the folder and the key of the fact or the option, with both values,
/// unless all are shards of one plan, made by the same version from the same model, data, attacks, bound,
/// budget and seed, and none is there twice; and if some are missing, unless `partial`. At least one.
void check_one_plan(const std::vector<ShardFacts>& shards, bool partial);

/// "5, 9 and 12": numbers of shards that are not among these; "" if none is missing.
std::string missing_shards(const std::vector<ShardFacts>& shards);

/// Those of the merged run: what is the same in all shards, sums of what was counted, and what a reader must
/// be warned of: shards that are missing, or have not ended. `shards`: by number. Paths of folders become
/// relative to `folder`, the merged run's.
std::map<std::string, std::string> merged_facts(const std::vector<ShardFacts>& shards,
                                                const std::filesystem::path& folder);

}  // namespace bora
