// Maximisation of a smooth function of one variable that is costly to evaluate.
#pragma once

#include <functional>

namespace bora::surrogates {

struct ScalarMaximum {
  double x = 0;      ///< best point evaluated
  double value = 0;  ///< value there; -infinity if no value was finite
  int evaluations = 0;
};

/// Settings that maximise_scalar() takes.
struct ScalarSearch {
  double start;         ///< first point, clamped to the range
  double step;          ///< length of the first step, > 0
  double lower, upper;  ///< range, lower <= upper
  double tolerance;     ///< distance between points at which the search ends, > 0
  int max_evaluations;  ///< maximum number of evaluations, >= 3
};

/// Maximises a function inside the range: brackets the maximum by steps that double, then fits parabolas
/// through the best three points until two of them are closer than the tolerance or the evaluations are used
/// up. The function may return -infinity or NaN, which count as lower than every other value.
ScalarMaximum maximise_scalar(const std::function<double(double)>& function, const ScalarSearch& search);

}  // namespace bora::surrogates
