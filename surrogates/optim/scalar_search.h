// Maximisation of a smooth function of one variable that is costly to evaluate.
#pragma once

#include <functional>

namespace bora::surrogates {

struct ScalarMaximum {
  double x = 0;
  double value = 0;  ///< -infinity if the function was nowhere finite
  int evaluations = 0;
};

/// Climbs from `start` inside [lower, upper]: brackets the maximum by steps that start at `step` and double,
/// then fits parabolas through the best three points until two of them lie closer than `tolerance` or
/// `max_evaluations` (at least 3) are spent. A value of -infinity or NaN is a wall.
ScalarMaximum maximise_scalar(const std::function<double(double)>& function, double start, double step,
                              double lower, double upper, double tolerance, int max_evaluations);

}  // namespace bora::surrogates
