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
/// Writes results.csv and, where trials are repeated, repeats.csv into `folder`.
void write_tables(const Tuning& tuning, const std::filesystem::path& folder);

}  // namespace bora::tuning
