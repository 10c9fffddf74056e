// Latency of a trained network for one image.
#pragma once

#include <functional>

#include "common/layers.h"
#include "models/victims/victim.h"

namespace bora::nas {

/// Returns the duration, in seconds, of a forward pass of one grey image: the smallest of five medians, each
/// over the passes of 0.04 seconds (at least one), after 5 warm-up passes in which LibTorch compiles. The
/// smallest median is used since other programs only add time; two measurements may still differ by 25% and
/// more on a busy machine. now: function that returns the time in seconds; empty: the steady clock. Throws
/// VictimError.
double measure_latency(Victim& victim, std::function<double()> now = {});

}  // namespace bora::nas
