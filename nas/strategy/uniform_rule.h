// An acquisition function that knows nothing.
#pragma once

#include "common/layers.h"
#include "nas/space/architecture.h"
#include "surrogates/acquisition/score.h"

namespace bora::nas {

/// Returns the acquisition function that RAND in Kandasamy et al. 2018 (section 5) uses: a draw from the unit
/// interval for each architecture, drawn again at each ask.
AcquisitionRule<Architecture> uniform_rule();

}  // namespace bora::nas
