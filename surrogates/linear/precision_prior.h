// Gamma prior of the precisions of ArdRegression, and the precision that maximises evidence times prior.
#pragma once

#include <optional>

namespace bora::surrogates {

/// Gamma(shape, rate) prior of a precision, which is written as a density of the logarithm of the precision
/// (Ru 2021, eq. 6.13, with k = shape and theta = 1 / rate). If both are 0, the prior is flat.
struct PrecisionPrior {
  double shape = 0;
  double rate = 0;

  bool flat() const { return shape == 0; }
  /// Returns the log density at a precision minus that at the mode, which is shape / rate; <= 0.
  double value(double precision) const;
  void check() const;  ///< throws InputError unless both are 0 or both positive and finite
};

struct PrecisionMaximum {
  double precision = 0;
  double value = 0;  ///< maximum that precision_value() has
};

/// Returns the increase of the log evidence plus log prior by a column with precision a instead of a pruned
/// one:
///   (log a - log(a + s) + q^2 / (a + s)) / 2 + prior.value(a).
/// s, q: sparsity and quality of the column given all others (Tipping and Faul 2003). The prior of a pruned
/// column is taken to be that at the mode.
double precision_value(double precision, double s, double q, const PrecisionPrior& prior);

/// Returns the precision at which precision_value is largest, for a prior that is not flat; s >= 0. The
/// derivative of precision_value times 2 a (a + s)^2 is a cubic in a, and every positive root of it is tried.
PrecisionMaximum best_precision(double s, double q, const PrecisionPrior& prior);

}  // namespace bora::surrogates
