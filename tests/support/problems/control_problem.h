// Problems of categories only: at each of several stages an action against a contamination or pest is chosen,
// which affects all later stages.
#pragma once

#include <cstdint>
#include <memory>

#include "support/problems/mixed_problem.h"

namespace bora::surrogates {

/// Returns the problem that controls contamination (Hu, Hu, Xu, Wang and Cao 2010, as set by Oh, Tomczak,
/// Gavves and Welling, NeurIPS 2019). At each of 25 stages prevention, at a cost of 1, restores a share of
/// what is contaminated. The objective is the sum over stages of this cost and of 0.95 minus the share of 100
/// simulations that are below the threshold 0.1. The 100 simulations are drawn once, from `seed`, and there
/// is no further penalty (lambda = 0 in the paper). The minimum of seed 0, the default, was found by
/// enumeration.
std::unique_ptr<MixedProblem> make_contamination(std::uint64_t seed = 0);

/// Returns the problem that controls pests (Oh et al. 2019). At each of `stages`, 25 or 80 in Ru 2021, one of
/// four pesticides, or none, is used. The more often a pesticide is used, the lower are its price and its
/// effect. The objective is the price paid plus the sum over stages of the share of 100 simulations that are
/// above the threshold 0.1. The paper redraws the simulations for each evaluation; here they are drawn once,
/// from `seed`. The minimum is not known.
std::unique_ptr<MixedProblem> make_pest(std::uint64_t seed = 0, int stages = 25);

}  // namespace bora::surrogates
