// Cross-validation of learning-curve models: predictions of the last values of held-out networks.
#pragma once

#include <vector>

#include "common/layers.h"
#include "nas/curves/curve_search.h"

namespace bora::nas {

/// Predictive log densities of the last value of one held-out network.
struct HeldOutCurve {
  int network = 0;         ///< row of the table
  double begun = 0;        ///< under GPAR, given the values at all earlier checkpoints
  double unseen = 0;       ///< under GPAR, given none of the curve's values
  double independent = 0;  ///< under a Gaussian process of the last values only
};

/// Cross-validates the models `gpar` and `final` over the complete networks, which are split at random into
/// `folds` parts. Each fit uses all networks outside the part, incomplete ones included. folds: >= 2. Throws
/// InputError if fewer than `folds` networks are complete.
std::vector<HeldOutCurve> held_out_curves(const CurveTable& table, const CurveSearchOptions& options,
                                          int folds);

/// Mean of values and half the width of its 95% confidence interval (Student's t).
struct MeanInterval {
  double mean = 0, half_width = 0;
};
/// Returns the mean of `values` with its interval. Throws InputError for fewer than two values.
MeanInterval mean_interval(const std::vector<double>& values);

}  // namespace bora::nas
