// Default kernel of optimisers over mixed spaces.
#pragma once

#include <memory>
#include <vector>

#include "surrogates/gp/evidence/prior.h"
#include "surrogates/kernels/continuous/continuous_kernel.h"
#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

/// Kernel of the categories. scaled: (5.11) of Ru 2021, divided by its value at equal points; printed:
/// (5.11); overlap: (5.7), which counts equal categories, with a variance.
enum class CategoryKernel { scaled, printed, overlap };

/// Returns the kernel of points in units (MixedSpace::to_unit), multiplied by a signal variance. It blends a
/// kernel of the categories (CategoryKernel) and a Matern-5/2 kernel of the numbers, with a lengthscale for
/// each number, by a learnt weight lambda (Wan et al. 2021). If the space has only categories or only
/// numbers, it is that kernel alone. The lengthscales are the last hyper-parameters. lambda is within [1e-3,
/// 1] with CategoryKernel::scaled, and within [0, 1] with the others.
std::unique_ptr<ContinuousKernel> make_mixed_kernel(const MixedSpace& space,
                                                    CategoryKernel categories = CategoryKernel::scaled);

/// Returns the priors of the hyper-parameters of make_mixed_kernel() and, last, of a learnt noise. The prior
/// of each lengthscale is log-normal with location sqrt(2) + log(d) / 2 and scale sqrt(3) (Hvarfner et al.
/// 2024), as in BoTorch. It is a density of the lengthscale, not of its logarithm as in lengthscale_prior.h,
/// so its mode is about 0.2 sqrt(d). The other hyper-parameters have no prior (null). The list is empty if
/// the space has no numbers.
std::vector<std::shared_ptr<const Prior>> mixed_kernel_priors(
    const MixedSpace& space, CategoryKernel categories = CategoryKernel::scaled);

/// Kernel with the priors of its hyper-parameters.
struct KernelAndPriors {
  std::unique_ptr<ContinuousKernel> kernel;
  std::vector<std::shared_ptr<const Prior>> priors;  ///< as returned by mixed_kernel_priors()
};

/// Returns whether make_default_kernel() adds a sum over the numbers: with 3 to 20 numbers and no categories.
bool sums_over_numbers(const MixedSpace& space);

/// Returns the default kernel of BayesianOptimiser, which is make_mixed_kernel(). If the space has 3 to 20
/// numbers and no categories, a CoordinateSumKernel with a variance of its own is added, which models the
/// separate effect of each number (Duvenaud, Nickisch and Rasmussen 2011, "Additive Gaussian processes"). The
/// evidence determines the weight of that part. Hyper-parameters: variance and lengthscales of the sum, then
/// those of make_mixed_kernel().
KernelAndPriors make_default_kernel(const MixedSpace& space);

}  // namespace bora::surrogates
