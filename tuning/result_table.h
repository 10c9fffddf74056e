// Writes and reads results.csv, the table of the trials of a tuning run.
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

/// Returns the names in tuning.bounds() that need a column of their own, each once: not `seconds`, and no
/// objective. With each name comes the index of its value in TrialRow::values.
std::vector<std::pair<std::string, std::size_t>> bounded_columns(const Tuning& tuning);

/// Returns CSV with one line for each trial and the columns trial, status, value, seconds, one for each
/// parameter (empty where it is inactive) and reason (`why` if that name is taken). Several objectives have a
/// column each, with their names, instead of `value`. If trials are repeated, each of these is followed by
/// NAME_error, the standard error of the mean, unless that name is taken. Constraints add the
/// bounded_columns() and `feasible` (yes or no). `seconds` is the sum over the repeats of a trial; with
/// `mean_seconds` it is their mean, which is what a constraint on seconds bounds.
std::string results_csv(const Tuning& tuning, bool mean_seconds = false);
/// Points with known values, one value for each objective and constraint.
using Known = std::vector<std::pair<Assignment, std::vector<double>>>;
/// Reads results.csv, or another CSV file with a column for each of `objectives` (by its name) and for each
/// parameter, in any order; a frozen parameter needs no column. objectives: TuningConfig::reported(), which
/// includes the constraints. Ignores other columns, and rows in which a value is empty. Skips rows that are
/// not points of the space or whose value is not a finite number, and adds one line for each to `left_out`
/// that names the row and says why. Throws InputError for a missing column, a row of another width (naming
/// the line), or if every row with values is skipped.
Known read_results(const std::filesystem::path& file, const ParameterSpace& space,
                   const std::vector<Objective>& objectives, std::vector<std::string>& left_out);
/// Reads the same from the content of a file; `place` is its name in error messages.
Known parse_results(const std::string& text, const std::string& place, const ParameterSpace& space,
                    const std::vector<Objective>& objectives, std::vector<std::string>& left_out);

/// Writes results.csv and, where trials are repeated, repeats.csv into `folder`.
void write_tables(const Tuning& tuning, const std::filesystem::path& folder);

}  // namespace bora::tuning
