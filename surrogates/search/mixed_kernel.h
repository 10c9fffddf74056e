// The kernel that optimisers over mixed spaces take where nobody chooses one.
#pragma once

#include <memory>

#include "surrogates/kernels/continuous/continuous_kernel.h"
#include "surrogates/space/mixed_space.h"

namespace bora {

/// Of points in units (MixedSpace::to_unit), with a signal variance: the blend, lambda learnt, of an
/// exponential overlap of categories, a weight each, and a Matern-5/2 kernel of numbers, a lengthscale each
/// (Wan et al. 2021); either alone where the space has no other. The lengthscales are the last
/// hyper-parameters.
std::unique_ptr<ContinuousKernel> make_mixed_kernel(const MixedSpace& space);

}  // namespace bora
