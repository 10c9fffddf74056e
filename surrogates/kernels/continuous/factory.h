#pragma once

#include <memory>
#include <string>

#include "surrogates/kernels/continuous/continuous_kernel.h"

namespace bora::surrogates {

/// Makes a kernel over vectors of length `dimension`, scaled by a signal variance. name: se, matern32 or
/// matern52. ard: true for one lengthscale for each dimension, false for one in all. Throws InputError with
/// the nearest valid name.
std::unique_ptr<ContinuousKernel> make_kernel(const std::string& name, int dimension, bool ard);

}  // namespace bora::surrogates
