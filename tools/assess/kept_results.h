// Detection and removal of assessments without results.
#pragma once

#include <filesystem>

#include "common/layers.h"

namespace bora::tools {

/// Returns whether the assessment in `folder` holds results: a network of the search with a value, a file of
/// a training, or an answered query of an attack. Throws InputError if a search or a run cannot be read.
bool holds_results(const std::filesystem::path& folder);

/// Removes the files of an assessment. Throws InputError if another process has it open.
void discard_assessment(const std::filesystem::path& folder);

}  // namespace bora::tools
