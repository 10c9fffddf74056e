// How long a trained network takes for one image.
#pragma once

#include "common/layers.h"
#include "models/victims/victim.h"

namespace bora::nas {

/// Median seconds of single passes of one grey image after a warm-up, in which LibTorch compiles: 30 passes,
/// fewer where they would take more than a second. Of this machine as busy as it is: no two measurements are
/// the same. Throws VictimError.
double measure_latency(Victim& victim);

}  // namespace bora::nas
