// Recommendation of the best point of a noisy program, estimated from its trials.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "common/layers.h"
#include "tuning/tuning.h"

namespace bora::tuning {

struct RecommendedPoint {
  /// Estimated mean of many values at a point, with its 95% interval.
  struct Expected {
    double mean = 0, lower = 0, upper = 0;
  };
  std::int64_t trial = 0;  ///< trial with a feasible value whose point has the best expected value
  Expected expected;
  std::optional<Expected> of_best;  ///< the same at the point of the best value; none above 2,000 trials
  double noise = 0;                 ///< standard deviation of the values of trials at one point
};

/// Returns the mean and the ends of its interval, with as many digits as are significant given the interval.
std::array<std::string, 3> texts(const RecommendedPoint::Expected& expected);

/// Recommends a point by expected_values() of all trials told that have a value, whatever the optimiser, with
/// the noise measured by repeats if trials were repeated. Values far worse than all others, and those far
/// better that break a constraint, are brought nearer to the others (lower_tail_of.h), and repeats of such a
/// trial do not count, since noise does not explain a run that diverged. Returns none with several
/// objectives, or if values show no noise that matters.
std::optional<RecommendedPoint> recommend(const Tuning& tuning);

}  // namespace bora::tuning
