// Stages at each of which something may be done against what spreads: categories alone, each acting on all
// that follow.
#pragma once

#include <cstdint>
#include <memory>

#include "surrogates/problems/mixed_problem.h"

namespace bora {

/// Contamination control (Hu, Hu, Xu, Wang and Cao 2010, as set by Oh, Tomczak, Gavves and Welling, NeurIPS
/// 2019): 25 stages, at each of which prevention, at a cost of 1, restores a share of what is contaminated;
/// the sum of costs and of how far the share of 100 simulations that stay below the threshold 0.1 falls short
/// of 0.95. 100 simulations drawn once, from `seed`, and no further penalty (lambda = 0 there); the minimum
/// of seed 0, the default, by enumeration.
std::unique_ptr<MixedProblem> make_contamination(std::uint64_t seed = 0);

/// Pest control (Oh et al. 2019): 25 stages with four pesticides, or none, whose prices fall and whose effect
/// wears off the more often they are used; the price paid and the sum over stages of the share of 100
/// simulations that are above the threshold 0.1. There simulations are drawn anew for each evaluation, here
/// once, from `seed`. The minimum is not known.
std::unique_ptr<MixedProblem> make_pest(std::uint64_t seed = 0);

}  // namespace bora
