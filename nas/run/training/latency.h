// Time that a trained network takes for one image.
#pragma once

#include "common/layers.h"
#include "models/victims/victim.h"

namespace bora::nas {

/// Returns the median duration, in seconds, of passes of one grey image: 30 passes, or fewer, at least 5, if
/// they take more than a second, after 5 in which LibTorch compiles. Measured under the machine's current
/// load, so no two measurements are equal. Throws VictimError.
double measure_latency(Victim& victim);

}  // namespace bora::nas
