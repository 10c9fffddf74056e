// Kernels of optimisers over mixed spaces, and priors of their hyper-parameters.
#pragma once

#include <memory>
#include <vector>

#include "surrogates/gp/evidence/prior.h"
#include "surrogates/kernels/continuous/continuous_kernel.h"
#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

/// Kernel of the categories (Ru 2021).
enum class CategoryKernel {
  scaled,   ///< equation (5.11), divided by its value at equal points
  printed,  ///< equation (5.11)
  overlap,  ///< equation (5.7), the share of equal categories, times a variance
};

/// Makes a kernel of points in unit coordinates (MixedSpace::to_unit), scaled by a signal variance: a blend
/// (BlendKernel, Wan et al. 2021) of a kernel of the categories and a Matern-5/2 kernel of the numbers with a
/// lengthscale for each. If the space has only categories or only numbers, it is that kernel alone. The
/// weight lambda of the blend's product is fitted, within [1e-3, 1] with CategoryKernel::scaled and within
/// [0, 1] with the others. The lengthscales are the last hyper-parameters.
std::unique_ptr<ContinuousKernel> make_mixed_kernel(const MixedSpace& space,
                                                    CategoryKernel categories = CategoryKernel::scaled);

/// Returns the priors of the hyper-parameters of make_mixed_kernel() and, last, of a fitted noise. Each
/// lengthscale has a log-normal prior with location sqrt(2) + log(d_x) / 2 and scale sqrt(3) (Hvarfner et al.
/// 2024), as in BoTorch; d_x is the number of numbers. The fit maximises the density of the lengthscale,
/// whose mode is about 0.2 sqrt(d_x), not the density of its logarithm as lengthscale_prior.h. The other
/// priors are null (none). The list is empty if the space has no numbers.
std::vector<std::shared_ptr<const Prior>> mixed_kernel_priors(
    const MixedSpace& space, CategoryKernel categories = CategoryKernel::scaled);

/// Kernel and the priors of its hyper-parameters.
struct KernelAndPriors {
  std::unique_ptr<ContinuousKernel> kernel;
  /// One for each hyper-parameter and, last, for a fitted noise; null: none. Empty: no priors at all.
  std::vector<std::shared_ptr<const Prior>> priors;
};

/// Returns whether make_default_kernel() adds a CoordinateSumKernel: with 3 to 20 numbers and no categories.
bool sums_over_numbers(const MixedSpace& space);

/// Makes the default kernel of BayesianOptimiser: make_mixed_kernel() and, if sums_over_numbers(), plus a
/// CoordinateSumKernel with its own variance, which models the separate effect of each number (Duvenaud,
/// Nickisch and Rasmussen 2011, "Additive Gaussian processes"). The hyper-parameters are the variance and the
/// lengthscales of that sum, if any, followed by those of make_mixed_kernel().
KernelAndPriors make_default_kernel(const MixedSpace& space);

}  // namespace bora::surrogates
