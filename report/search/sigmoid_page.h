// Figures of sigmoid networks for a report's page.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/sigmoid/sigmoid_network.h"
#include "report/views/formats/figures_json.h"

namespace bora::report {

/// Mean cost after each epoch on the training and the validation points.
struct CostCurves {
  std::vector<double> training, validation;
};

/// Returns the values of a drawing of the regions in which a network answers one of two classes, shaded by
/// the difference of its answers, with training points as crosses and validation points as circles; null
/// unless points are in the plane and of two classes.
Json regions_values(const SigmoidNetwork& network, const LabelledPoints& training,
                    const LabelledPoints& validation);
/// Returns a plot of costs by epoch.
std::string costs_plot(const CostCurves& curves);

}  // namespace bora::report
