// Durations of evaluations by simulated workers.
#pragma once

#include <string>
#include <vector>

#include "common/random.h"

namespace bora::surrogates {

/// Distributions of mean 1:
/// - constant: always 1;
/// - half-normal: |N(0, pi/2)|, of which the most likely time is 0 (Kandasamy et al. 2018; Ru 2021, section
///   4.6.2);
/// - exponential: of rate 1, with some times that are many times the mean.
enum class WorkTime { constant, half_normal, exponential };

/// Draws a time >= 0.
double draw_time(WorkTime of, Rng& rng);

/// Returns the valid names: constant, half-normal, exponential.
const std::vector<std::string>& work_time_names();
/// Parses a name; throws InputError with the nearest valid one.
WorkTime parse_work_time(const std::string& name);

}  // namespace bora::surrogates
