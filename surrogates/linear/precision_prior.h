// The Gamma prior of ArdRegression's precisions, and the precision that it and the evidence lead to.
#pragma once

#include <optional>

namespace bora::surrogates {

/// Gamma(shape, rate) prior of a precision, which is a density of the logarithm of the precision (Ru
/// 2021, 6.13, with k = shape and theta = 1 / rate). If both are 0, the prior is flat.
struct PrecisionPrior {
  double shape = 0;
  double rate = 0;

  bool flat() const { return shape == 0; }
  /// Returns the log density at a precision minus that at the mode, which is shape / rate. The result is <=
  /// 0.
  double value(double precision) const;
  void check() const;  ///< throws InputError unless both are 0 or both positive and finite
};

struct PrecisionMaximum {
  double precision = 0;
  double value = 0;  ///< maximum of the function
};

/// Returns how much a column with precision a adds to the log evidence and the log prior:
/// (log a - log(a + s) + q^2 / (a + s)) / 2 + prior.value(a). s, q: sparsity and quality of the column given
/// all others (Tipping and Faul 2003). A pruned column thus counts as if its precision were at the mode.
double precision_value(double precision, double s, double q, const PrecisionPrior& prior);

/// Returns the precision at which precision_value is largest, for a prior that is not flat; s >= 0. The
/// derivative of precision_value times 2 a (a + s)^2 is a cubic in a, and every positive root of it is tried.
PrecisionMaximum best_precision(double s, double q, const PrecisionPrior& prior);

}  // namespace bora::surrogates
