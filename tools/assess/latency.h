// How long a model takes for one image.
#pragma once

#include <string>

#include "models/victim.h"

namespace bora {

/// Median seconds of `times` passes of one grey image each, after three that are not counted. Of this machine
/// as busy as it is. Throws VictimError.
double measure_latency(Victim& victim, int times = 21);

}  // namespace bora
