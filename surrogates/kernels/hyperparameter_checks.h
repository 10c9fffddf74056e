// Checks of hyper-parameter vectors that all kernels share.
#pragma once

#include "common/error.h"
#include "surrogates/kernels/kernel.h"

namespace bora::surrogates {

inline void check_hyperparameters(const Eigen::VectorXd& log_values, int count) {
  if (log_values.size() != count)
    throw InputError("kernel hyper-parameters: {} values, expected {}", log_values.size(), count);
  if (!log_values.allFinite()) throw InputError("kernel hyper-parameters: not all are finite");
}

inline void check_bounds(const Bounds& bounds, int count) {
  if (bounds.lower.size() != count || bounds.upper.size() != count)
    throw InputError("kernel bounds: {} and {} values, expected {}", bounds.lower.size(), bounds.upper.size(),
                     count);
  if (!bounds.lower.allFinite() || !bounds.upper.allFinite() ||
      (bounds.lower.array() > bounds.upper.array()).any())
    throw InputError("kernel bounds: expected finite lower <= upper");
}

}  // namespace bora::surrogates
