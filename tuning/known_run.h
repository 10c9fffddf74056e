// Results of an earlier run of bo-opt, as known values for the warm start of a new run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/layers.h"
#include "tuning/result_table.h"

namespace bora::tuning {

/// Returns what read_results() (result_table.h) would return for the results.csv of the run in `folder`, but
/// reads the run's database, since the results.csv of a killed run may lack its last trials. space,
/// objectives: those of the new run. Throws InputError also if the folder holds no valid run.
Known read_run_results(const std::filesystem::path& folder, const ParameterSpace& space,
                       const std::vector<Objective>& objectives, std::vector<std::string>& left_out);

}  // namespace bora::tuning
