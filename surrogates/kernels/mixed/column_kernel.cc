#include "surrogates/kernels/mixed/column_kernel.h"

#include "common/error.h"

namespace bora::surrogates {

ColumnKernel::ColumnKernel(std::unique_ptr<ContinuousKernel> child, int first, int count, int dimension)
    : child_(std::move(child)), first_(first), count_(count), dimension_(dimension) {
  if (first < 0 || count < 1 || first + count > dimension)
    throw InputError("kernel: columns {} to {} are not among {}", first, first + count - 1, dimension);
}

Eigen::MatrixXd ColumnKernel::selected(const Eigen::MatrixXd& X) const {
  if (X.cols() != dimension_)
    throw InputError("kernel inputs: {} columns, expected {}", X.cols(), dimension_);
  return X.middleCols(first_, count_);
}

Eigen::MatrixXd ColumnKernel::placed(const Eigen::MatrixXd& gradient) const {
  Eigen::MatrixXd whole = Eigen::MatrixXd::Zero(gradient.rows(), dimension_);
  whole.middleCols(first_, count_) = gradient;
  return whole;
}

}  // namespace bora::surrogates
