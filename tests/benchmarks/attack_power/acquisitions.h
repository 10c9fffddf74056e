// Acquisitions, which turn a model's prediction into an order of the candidates.
#pragma once

#include <string>

#include "common/random.h"
#include "ranking_model.h"

namespace bora::tools {

/// m values, the largest is asked first. `name`: mean, ucb:BETA (mean + BETA posterior deviations), ei
/// (expected improvement, by its logarithm), pi (probability of improvement) or thompson (a draw from the
/// joint posterior). Throws InputError for any other.
Eigen::VectorXd acquisition_values(const std::string& name, const Prediction& prediction, Rng& rng);

/// Throws InputError unless acquisition_values() knows the name.
void check_acquisition(const std::string& name);

}  // namespace bora::tools
