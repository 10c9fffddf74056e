// Slice sampling of one variable within bounds. It has no parameters to tune.
#pragma once

#include <functional>

#include "common/random.h"

namespace bora::surrogates {

/// Returns the state after x of a Markov chain whose stationary density is proportional to
/// exp(log_density(.)) within [lower, upper] (Neal 2003). The first interval is the whole range; it shrinks
/// towards x until a point on the slice is drawn (figure 5 there). log_density: -infinity or NaN where the
/// density is 0; its last call is at the returned point, unless that is x.
double slice_sample(const std::function<double(double)>& log_density, double x, double lower, double upper,
                    Rng& rng);

}  // namespace bora::surrogates
