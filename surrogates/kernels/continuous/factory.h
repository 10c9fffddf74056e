// Kernels over vectors by name.
#pragma once

#include <memory>
#include <string>

#include "surrogates/kernels/continuous/continuous_kernel.h"

namespace bora::surrogates {

/// Makes a StationaryKernel over vectors of length `dimension`, multiplied by a signal variance. name: se,
/// matern32 or matern52; throws InputError, with the nearest valid name, for others. ard: whether each
/// coordinate has its own lengthscale; false: they share one.
std::unique_ptr<ContinuousKernel> make_kernel(const std::string& name, int dimension, bool ard);

}  // namespace bora::surrogates
