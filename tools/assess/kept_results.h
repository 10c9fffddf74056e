// Tells whether the folder of an assessment holds results that would be lost if it were deleted.
#pragma once

#include <filesystem>

#include "common/layers.h"

namespace bora::tools {

/// Returns whether the assessment in `folder` holds a network with a value, a file of a training or an
/// answered query of an attack. Throws InputError like the readers of runs.
bool holds_results(const std::filesystem::path& folder);

/// Removes an assessment without results. Throws InputError if it is in use.
void discard_assessment(const std::filesystem::path& folder);

}  // namespace bora::tools
