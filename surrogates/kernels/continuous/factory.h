#pragma once

#include <memory>
#include <string>

#include "surrogates/kernels/continuous/continuous_kernel.h"

namespace bora::surrogates {

/// Makes a kernel over vectors by name (se, matern32, matern52), scaled by a signal variance. ard: one
/// lengthscale for each dimension. Throws InputError with the nearest valid name.
std::unique_ptr<ContinuousKernel> make_kernel(const std::string& name, int dimension, bool ard);

}  // namespace bora::surrogates
