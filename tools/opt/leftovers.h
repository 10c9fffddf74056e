// What a killed bo-opt leaves running.
#pragma once

#include <filesystem>
#include <set>

namespace bora {

/// Kills processes whose BORA_FOLDER is one of `folders` (canonical paths): programs of trials, or what these
/// started, that go on although nobody waits for them any more. By /proc, so that elsewhere, and of other
/// users and machines, none is found. Returns how many.
int end_leftovers(const std::set<std::filesystem::path>& folders);

}  // namespace bora
