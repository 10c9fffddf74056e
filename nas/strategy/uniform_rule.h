// An acquisition function that ignores the model.
#pragma once

#include "common/layers.h"
#include "nas/space/architecture.h"
#include "surrogates/acquisition/acquisition_function.h"

namespace bora::nas {

/// Returns the acquisition function that RAND uses (section 5 of Kandasamy et al. 2018): a value drawn from
/// the unit interval for each architecture at each ask.
AcquisitionRule<Architecture> uniform_rule();

}  // namespace bora::nas
