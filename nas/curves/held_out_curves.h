// How well a model of learning curves predicts the last values of networks that it has not seen.
#pragma once

#include <vector>

#include "nas/curves/curve_search.h"

namespace bora {

/// Log densities of one held-out network's last value.
struct HeldOutCurve {
  int network = 0;
  double begun = 0;        ///< by the chain, with the values at all earlier checkpoints given
  double unseen = 0;       ///< by the chain, with no value given
  double independent = 0;  ///< by independent processes, which gain nothing from earlier values
};

/// Cross-validation over the networks that are complete, in `folds` parts of a random order; models are
/// fitted to the others, those that are incomplete included. `folds` >= 2; at least `folds` networks must be
/// complete, and one remain.
std::vector<HeldOutCurve> held_out_curves(const CurveTable& table, const CurveSearchOptions& options,
                                          int folds);

/// Mean of some values and half the width of its 95% interval (normal).
struct MeanInterval {
  double mean = 0, half_width = 0;
};
MeanInterval mean_interval(const std::vector<double>& values);

}  // namespace bora
