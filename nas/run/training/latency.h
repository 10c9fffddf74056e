// Time that a trained network takes for one image.
#pragma once

#include <functional>

#include "common/layers.h"
#include "models/victims/victim.h"

namespace bora::nas {

/// Returns the duration, in seconds, of a pass of one grey image: the smallest of five medians, each over the
/// passes of 0.04 seconds (at least one pass), after 5 passes in which LibTorch compiles. The smallest, since
/// other programs only add time. Two measurements still differ, by 25% and more on a busy machine. Throws
/// VictimError. now: returns seconds from a fixed moment; empty: those of the system's steady clock.
double measure_latency(Victim& victim, std::function<double()> now = {});

}  // namespace bora::nas
