#include "surrogates/kernels/continuous/factory.h"

#include "surrogates/kernels/continuous/compose.h"
#include "surrogates/kernels/continuous/radial.h"
#include "surrogates/kernels/continuous/stationary.h"

namespace bora::surrogates {

std::unique_ptr<ContinuousKernel> make_kernel(const std::string& name, int dimension, bool ard) {
  return std::make_unique<ScaledKernel>(
      std::make_unique<StationaryKernel>(parse_radial_family(name), dimension, ard));
}

}  // namespace bora::surrogates
