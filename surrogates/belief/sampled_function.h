// A function drawn from a belief, known everywhere.
#pragma once

#include <Eigen/Core>

#include "surrogates/kernels/batch.h"

namespace bora::surrogates {

template <typename Point>
class SampledFunction {
 public:
  using Batch = typename BatchOf<Point>::type;
  virtual ~SampledFunction() = default;
  /// Z: m points; returns m. The same point has the same value at every call.
  virtual Eigen::VectorXd values(const Batch& Z) const = 0;
  /// m x d: row i is the gradient at z_i, times weights[i]. Points are vectors.
  virtual Eigen::MatrixXd gradients(const Batch& Z, const Eigen::VectorXd& weights) const = 0;
};

}  // namespace bora::surrogates
