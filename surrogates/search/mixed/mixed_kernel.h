// Default kernel of optimisers over mixed spaces.
#pragma once

#include <memory>
#include <vector>

#include "surrogates/gp/evidence/prior.h"
#include "surrogates/kernels/continuous/continuous_kernel.h"
#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

/// Kernel of the categories: (5.11) of Ru 2021 divided by its value at equal points; as printed; or (5.7),
/// which counts equal categories, with a variance.
enum class CategoryKernel { scaled, printed, overlap };

/// Returns the kernel of points in units (MixedSpace::to_unit), with a signal variance: a blend (lambda is
/// learnt) of a kernel of categories and a Matern-5/2 kernel of numbers, a lengthscale each (Wan et al.
/// 2021); either alone where the space has no other. The lengthscales are the last hyper-parameters. lambda
/// is within [1e-3, 1] with CategoryKernel::scaled, and within [0, 1] with the others.
std::unique_ptr<ContinuousKernel> make_mixed_kernel(const MixedSpace& space,
                                                    CategoryKernel categories = CategoryKernel::scaled);

/// Returns the priors of its hyper-parameters and, last, of a learnt noise. That of each lengthscale is
/// log-normal with location sqrt(2) + log(d) / 2 and scale sqrt(3) (Hvarfner et al. 2024), as in BoTorch: a
/// density of the lengthscale itself, not of its logarithm as in lengthscale_prior.h, so that its mode is
/// about 0.2 sqrt(d). The others have none (null). Empty if the space has no numbers.
std::vector<std::shared_ptr<const Prior>> mixed_kernel_priors(
    const MixedSpace& space, CategoryKernel categories = CategoryKernel::scaled);

/// Kernel with the priors of its hyper-parameters.
struct KernelAndPriors {
  std::unique_ptr<ContinuousKernel> kernel;
  std::vector<std::shared_ptr<const Prior>> priors;  ///< as mixed_kernel_priors() has them
};

/// Returns whether make_default_kernel() adds a sum over the numbers.
bool sums_over_numbers(const MixedSpace& space);

/// Returns the default kernel of BayesianOptimiser: make_mixed_kernel(); where a space has 3 to 20 numbers
/// and no categories, the sum of that and a CoordinateSumKernel with a variance of its own, so that
/// what each number does on its own is learnt as such (Duvenaud, Nickisch and Rasmussen 2011, "Additive
/// Gaussian processes"), and the evidence says how much of the function that is. Hyper-parameters: variance
/// and lengthscales of the sum, then those of make_mixed_kernel().
KernelAndPriors make_default_kernel(const MixedSpace& space);

}  // namespace bora::surrogates
