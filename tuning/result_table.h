// Table of the trials of a tuning run, results.csv.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "tuning/tuning.h"

namespace bora::tuning {

/// Returns `value` for display, with six digits; results.csv has all digits.
std::string short_text(const ParameterValue& value);

/// Returns the names that are bounded, without seconds and objectives, each once, with the place of its value
/// in TrialRow::values.
std::vector<std::pair<std::string, std::size_t>> bounded_columns(const Tuning& tuning);

/// Returns CSV with one line for each trial: trial,status,value,seconds and a column for each parameter,
/// empty where the parameter is inactive. With several objectives there is a column for each, with its name,
/// instead of value. Where trials are repeated, each of these is followed by a column NAME_error, the
/// standard error of the mean, unless the name is taken. Constraints add a column for each name that is
/// bounded, and `feasible`: yes or no. `seconds` is the sum over the repeats of a trial; with `mean_seconds`
/// it is their mean, which is what a constraint on seconds bounds.
std::string results_csv(const Tuning& tuning, bool mean_seconds = false);
/// Reads results.csv, or another file with a column `value` and one for each parameter, in any order; several
/// `objectives` or constraints have a column each, by their names, instead of value. Ignores further columns
/// and rows where one of the values is empty; a parameter with one value needs no column. Skips rows that are
/// not points of the space or whose value is not a finite number, and adds a line to `left_out` that names
/// each and says why. Throws InputError naming the line, or if every row is skipped.
using Known = std::vector<std::pair<Assignment, std::vector<double>>>;
Known read_results(const std::filesystem::path& file, const ParameterSpace& space,
                   const std::vector<Objective>& objectives, std::vector<std::string>& left_out);
/// Reads the same from the content of a file; `place` is its name in error messages.
Known parse_results(const std::string& text, const std::string& place, const ParameterSpace& space,
                    const std::vector<Objective>& objectives, std::vector<std::string>& left_out);

/// Writes results.csv and, where trials are repeated, repeats.csv into `folder`.
void write_tables(const Tuning& tuning, const std::filesystem::path& folder);

}  // namespace bora::tuning
