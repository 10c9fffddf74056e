// Results of earlier runs of bo-opt, with which a tuning begins.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/layers.h"
#include "tuning/result_table.h"

namespace bora::tuning {

/// Reads the trials of a run as read_results() reads results.csv, but from its database: what a run that was
/// killed wrote last may be missing in its results.csv. Throws InputError.
Known read_run_results(const std::filesystem::path& folder, const ParameterSpace& space,
                       const std::vector<Objective>& objectives, std::vector<std::string>& left_out);

}  // namespace bora::tuning
