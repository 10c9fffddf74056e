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

/// Removes the files of an assessment, after the numbers of inputs that its runs sent to models are stored
/// beside them in sent_before.json. A process that is killed at any moment loses none of these numbers.
/// Throws InputError if another process has the assessment open, or if a run cannot be read.
void discard_assessment(const std::filesystem::path& folder);

/// Returns OutputConfig::sent_before for the next new run of the assessment in `folder`: what discarded runs
/// sent to each model, without the models on which there is a run, because that run counts it.
std::map<std::string, std::int64_t> sent_by_discarded(const std::filesystem::path& folder);

}  // namespace bora::tools
