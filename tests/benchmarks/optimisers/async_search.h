// Search of Ru 2021, chapter 4, with any policy for pending points.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "common/layers.h"
#include "surrogates/search/mixed/mixed_optimiser.h"

namespace bora::tools {

/// Section 4.6.1 and, where it is silent, the authors' code (github.com/a5a/asynchronous-BO): a process with
/// a Matern-5/2 kernel, a lengthscale each, by maximum likelihood every four observations, lengthscales
/// within [0.05, 1] of [-1, 1]^d, noise 1e-6; mean + 2 sd; 3,000 points scored, the five best improved by 20
/// evaluations of the gradient. The first 3 d + `workers` points are uniform. Ours: targets are standardised,
/// two starts of L-BFGS-B a fit, points scored are Sobol's. pending: of pending_policy_names();
/// thompson, a function drawn at each ask, of which the largest of 10,000 uniform points is taken; or
/// authors-hlp and authors-local-hlp, which are as in the authors' code: cones of all pending points
/// multiplied before they are clipped, and slopes looked up within a whole lengthscale. Numbers only. Throws
/// InputError.
std::unique_ptr<MixedOptimiser> make_thesis_search(const MixedSpace& space, const std::string& pending,
                                                   int workers, std::uint64_t seed);

}  // namespace bora::tools
