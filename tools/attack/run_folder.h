// Choice, check and removal of the folder of a run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "attacks/record/shard.h"
#include "common/layers.h"

namespace bora::tools {

/// Returns `out` if it is given, else the first free of bora-run-1, bora-run-2, ... in the working directory,
/// or shard-K-of-N for a shard, so that shards started at the same time do not choose the same folder.
std::filesystem::path choose_folder(const std::string& out, const std::optional<Shard>& shard);

/// Returns whether no query of the run in `folder` was answered, so that it can be deleted without loss.
/// Throws like RunDatabase::open().
bool is_without_answers(const std::filesystem::path& folder);

/// Removes the files that a run has written beside its database.
void remove_outputs(const std::filesystem::path& folder);

/// Throws InputError unless a run can be started in `folder`: it holds no run with answers, it or its nearest
/// existing parent is a writable folder, and it is not on a network disk. Creates nothing.
void check_folder(const std::filesystem::path& folder);

}  // namespace bora::tools
