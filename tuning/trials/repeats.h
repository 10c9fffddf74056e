// Trials that run the program several times.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/layers.h"
#include "tuning/tuning.h"

namespace bora::tuning {

/// Returns the number of trials pending at a time that keep `workers` busy, each with `repeats` runs of the
/// program.
int trials_at_once(int workers, int repeats);

/// Returns the end of a trial: with the means of the values of `wanted` repeats, or without a value, like its
/// first repeat that failed, since the mean of the others would be biased. Its seconds are the sum over all.
/// None while repeats are missing and none failed.
std::optional<RepeatRow> end_of_repeats(const std::vector<RepeatRow>& repeats, int wanted);

/// Returns the standard error of a trial's mean of objective k; none with fewer than two repeats or without a
/// value.
std::optional<double> standard_error(const TrialRow& row, std::size_t k);

/// Returns the variance of the noise in a trial's mean of objective k, pooled over the trials but for those
/// left out, by number; none where fewer than two trials were repeated.
std::optional<double> measured_noise(const Tuning& tuning, std::size_t k,
                                     const std::set<std::int64_t>& left_out = {});

/// Returns CSV with one line for each repeat: trial,repeat,status, a column for each objective and for each
/// name that is bounded, seconds (unless that is an objective), reason.
std::string repeats_csv(const Tuning& tuning);

}  // namespace bora::tuning
