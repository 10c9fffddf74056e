// The Gamma prior of ArdRegression's precisions, and the precision that it and the evidence lead to.
#pragma once

#include <optional>

namespace bora::surrogates {

/// Gamma(shape, rate) prior of a precision (Ru 2021, 6.13, with k = shape and theta = 1 / rate), as a density
/// of the precision's logarithm. Both 0: the flat limit.
struct PrecisionPrior {
  double shape = 0;
  double rate = 0;

  bool flat() const { return shape == 0; }
  /// Returns the log density at a precision relative to that at its mode, shape / rate: <= 0.
  double value(double precision) const;
  void check() const;  ///< throws InputError unless both are 0 or both positive and finite
};

struct PrecisionMaximum {
  double precision = 0;
  double value = 0;  ///< of the function that is maximised
};

/// Returns log evidence and prior of a column with precision a, relative to those without the column:
/// (log a - log(a + s) + q^2 / (a + s)) / 2 + prior.value(a). s, q: sparsity and quality of the column given
/// all others (Tipping and Faul 2003). A pruned column thus counts as if its precision were at the mode.
double precision_value(double precision, double s, double q, const PrecisionPrior& prior);

/// Returns the precision at which precision_value is largest, for a prior that is not flat; s >= 0. Its
/// derivative times 2 a (a + s)^2 is a cubic in a, of which every positive root is tried.
PrecisionMaximum best_precision(double s, double q, const PrecisionPrior& prior);

}  // namespace bora::surrogates
