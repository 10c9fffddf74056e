// Recommendation of the best point of a noisy program, estimated from its trials.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "common/layers.h"
#include "tuning/tuning.h"

namespace bora::tuning {

/// Recommended trial of a noisy program, with the expected value at its point.
struct RecommendedPoint {
  /// Estimated mean of the noisy values at a point, with its 95% interval.
  struct Expected {
    double mean = 0, lower = 0, upper = 0;
  };
  std::int64_t trial = 0;  ///< trial with a feasible value whose point has the best expected value
  Expected expected;
  /// Expected value at the point of the best single value; none if that is not among the 2,000 points used.
  std::optional<Expected> of_best;
  double noise = 0;  ///< standard deviation of the values of trials at one point
  /// Largest amount by which the expected value of a constraint violates its bound, in standard deviations of
  /// the noise of the constraint; 0 if all are met.
  double excess = 0;
};

/// Returns mean, lower and upper end as texts, with as many decimals as the width of the interval justifies.
std::array<std::string, 3> texts(const RecommendedPoint::Expected& expected);

/// Returns the feasible trial whose point has the best expected value, by the model of expected_values()
/// (noisy_values.h) for all told trials with a value; the optimiser of the run does not matter. The
/// expected values of noisy constraints must meet their bounds, too, by models of the same kind; if no trial
/// meets all, the trial with the least RecommendedPoint::excess is returned. The noise is measured_noise() if
/// trials were repeated. Values far worse than all others, and infeasible values far better than all feasible
/// ones, are first brought nearer to the others (lower_tail_of.h); repeats of such trials are not used to
/// measure noise, since noise does not explain a run that diverged. Returns nullopt for several objectives,
/// without a feasible trial, or if expected_values() detects no noise.
std::optional<RecommendedPoint> recommend(const Tuning& tuning);

}  // namespace bora::tuning
