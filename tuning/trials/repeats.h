// Trials that run the program several times.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "tuning/tuning.h"

namespace bora::tuning {

/// Number of trials pending at a time that keep `workers` busy, each of `repeats` runs of the program.
int trials_at_once(int workers, int repeats);

/// How a trial ends: with the means of the values of `wanted` repeats; without a value, as its first repeat
/// that failed, since the mean of the others would flatter the point. Its seconds are those of all together.
/// None while repeats are missing and none failed.
std::optional<RepeatRow> end_of_repeats(const std::vector<RepeatRow>& repeats, int wanted);

/// Standard error of a trial's mean of objective k; none with fewer than two repeats or without a value.
std::optional<double> standard_error(const TrialRow& row, std::size_t k);

/// Variance of the noise in a trial's mean of objective k, pooled over the trials; none where fewer than two
/// trials were repeated.
std::optional<double> measured_noise(const Tuning& tuning, std::size_t k);

/// One line a repeat: trial,repeat,status, a column an objective, seconds,reason.
std::string repeats_csv(const Tuning& tuning);

}  // namespace bora::tuning
