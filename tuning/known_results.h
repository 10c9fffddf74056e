// Results of an earlier run, or of a table, as known values for the warm start of a new run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/layers.h"
#include "tuning/tuning.h"

namespace bora::tuning {

/// Reads results.csv, or another CSV file with a column for each of `objectives` (by its name) and for each
/// parameter, in any order; a frozen parameter needs no column. objectives: TuningConfig::reported(), which
/// includes the constraints. Ignores other columns, and rows of trials that failed or have not ended (column
/// status). Skips rows that are not points of the space or with a value that is no number up to
/// kLargestValue, and adds one line for each to `left_out` that names the row and says why. Unless null,
/// `unused` receives the names of the ignored columns that may be parameters and in which the returned rows
/// differ. Throws InputError for a missing column, a row of another width (naming the line), or if every row
/// with values is skipped.
Known read_results(const std::filesystem::path& file, const ParameterSpace& space,
                   const std::vector<Objective>& objectives, std::vector<std::string>& left_out,
                   std::vector<std::string>* unused = nullptr);
/// Reads the same from the content of a file; `place` is its name in error messages.
Known parse_results(const std::string& text, const std::string& place, const ParameterSpace& space,
                    const std::vector<Objective>& objectives, std::vector<std::string>& left_out,
                    std::vector<std::string>* unused = nullptr);
/// Returns what read_results() would return for the results.csv of the run in `folder`, but reads the run's
/// database, since the results.csv of a killed run may lack its last trials. space, objectives: those of the
/// new run. `unused` receives only parameters of the stored run. Throws InputError also if the folder has no
/// valid run.
Known read_run_results(const std::filesystem::path& folder, const ParameterSpace& space,
                       const std::vector<Objective>& objectives, std::vector<std::string>& left_out,
                       std::vector<std::string>* unused = nullptr);

/// Throws InputError if an objective of the run in `folder` has the name of one of `objectives` and the other
/// direction, so that its best values would be taken for the worst.
void check_directions(const std::filesystem::path& folder, const std::vector<Objective>& objectives);

}  // namespace bora::tuning
