// Cross-validation of learning-curve models: predictions of the last values of held-out networks.
#pragma once

#include <vector>

#include "common/layers.h"
#include "nas/curves/curve_search.h"

namespace bora::nas {

/// Log densities of one held-out network's last value.
struct HeldOutCurve {
  int network = 0;
  double begun = 0;        ///< under the chain, given the values at all earlier checkpoints
  double unseen = 0;       ///< under the chain, given none of the curve's values
  double independent = 0;  ///< under independent processes, which do not use earlier values
};

/// Cross-validates over the complete networks, in `folds` parts of a random order. Models are fitted to all
/// other networks, incomplete ones included. `folds` >= 2; at least `folds` networks must be complete, and
/// one must remain for the fit.
std::vector<HeldOutCurve> held_out_curves(const CurveTable& table, const CurveSearchOptions& options,
                                          int folds);

/// Mean of some values and half the width of its 95% interval (Student's t).
struct MeanInterval {
  double mean = 0, half_width = 0;
};
/// Throws InputError for fewer than two values.
MeanInterval mean_interval(const std::vector<double>& values);

}  // namespace bora::nas
