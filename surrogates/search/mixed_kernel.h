// The kernel that optimisers over mixed spaces take where nobody chooses one.
#pragma once

#include <memory>
#include <vector>

#include "surrogates/gp/prior.h"
#include "surrogates/kernels/continuous/continuous_kernel.h"
#include "surrogates/space/mixed_space.h"

namespace bora {

/// Of points in units (MixedSpace::to_unit), with a signal variance: the blend, lambda learnt, of an
/// exponential overlap of categories, a weight each, and a Matern-5/2 kernel of numbers, a lengthscale each
/// (Wan et al. 2021); either alone where the space has no other. The lengthscales are the last
/// hyper-parameters.
std::unique_ptr<ContinuousKernel> make_mixed_kernel(const MixedSpace& space);

/// Priors of its hyper-parameters and, last, of a learnt noise: of each lengthscale log-normal, of location
/// sqrt(2) + log(d) / 2 and scale sqrt(3) (Hvarfner et al. 2024), as BoTorch has it: a density of the
/// lengthscale itself, not of its logarithm as in lengthscale_prior.h, so that its mode is about 0.2 sqrt(d);
/// of the others none. Empty where the space has no numbers.
std::vector<std::shared_ptr<const Prior>> mixed_kernel_priors(const MixedSpace& space);

}  // namespace bora
