// Detection and removal of assessments without results.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "common/layers.h"

namespace bora::tools {

/// Returns whether the assessment in `folder` holds results: a network of the search with a value, a file of
/// a training, or an answered query of an attack. Throws InputError if a search or a run cannot be read.
bool holds_results(const std::filesystem::path& folder);

/// Removes the files of an assessment. Returns OutputConfig::sent_before for the attacks that replace its
/// attacks. Throws InputError if another process has it open, or if a run cannot be read.
std::map<std::string, std::int64_t> discard_assessment(const std::filesystem::path& folder);

}  // namespace bora::tools
