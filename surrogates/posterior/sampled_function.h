// Function drawn from a posterior, which can be evaluated at any point.
#pragma once

#include <Eigen/Core>

#include "surrogates/kernels/batch.h"

namespace bora::surrogates {

template <typename Point>
class SampledFunction {
 public:
  using Batch = typename BatchOf<Point>::type;
  virtual ~SampledFunction() = default;
  /// Returns the m values at the m points Z. A point has the same value at every call.
  virtual Eigen::VectorXd values(const Batch& Z) const = 0;
  /// Returns m x d: row i is the gradient at z_i, times weights[i]. Points must be vectors.
  virtual Eigen::MatrixXd gradients(const Batch& Z, const Eigen::VectorXd& weights) const = 0;
};

}  // namespace bora::surrogates
