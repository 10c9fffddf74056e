// Statistics of trials that run the program several times.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/layers.h"
#include "tuning/tuning.h"

namespace bora::tuning {

/// Returns the number of pending trials that keeps all workers busy, if each trial takes `repeats` runs of
/// the program.
int trials_at_once(int workers, int repeats);

/// Combines the repeats of a trial; nullopt while fewer than `wanted` have ended and none failed. values: the
/// means over the repeats; empty if one failed, since the mean of the others would be biased. status, reason:
/// those of the first failed repeat, if any. seconds, attempts: the sums.
std::optional<RepeatRow> end_of_repeats(const std::vector<RepeatRow>& repeats, int wanted);

/// Returns the standard error of a trial's mean of objective k; nullopt with fewer than two repeats or
/// without a value.
std::optional<double> standard_error(const TrialRow& row, std::size_t k);

/// Returns the variance of the noise in a trial's mean of objective k, pooled over the repeated trials except
/// those whose numbers are in `left_out`; nullopt for fewer than two such trials.
std::optional<double> measured_noise(const Tuning& tuning, std::size_t k,
                                     const std::set<std::int64_t>& left_out = {});

/// Returns repeats.csv, with one line for each repeat. Columns: trial, repeat, status, one for each objective
/// and for each of bounded_columns(), seconds (unless that is an objective), reason.
std::string repeats_csv(const Tuning& tuning);

}  // namespace bora::tuning
