#include "surrogates/kernels/continuous/compose.h"

namespace bora {

Eigen::MatrixXd SumKernel::input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                          const Eigen::MatrixXd& W) const {
  return left_->input_gradient(X, Z, W) + right_->input_gradient(X, Z, W);
}

Eigen::MatrixXd SumKernel::diag_gradient(const Eigen::MatrixXd& Z) const {
  return left_->diag_gradient(Z) + right_->diag_gradient(Z);
}

std::unique_ptr<SumKernel::Kernel> SumKernel::clone() const {
  return std::make_unique<SumKernel>(cloned(left_), cloned(right_));
}

Eigen::MatrixXd ProductKernel::input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                              const Eigen::MatrixXd& W) const {
  return left_->input_gradient(X, Z, W.cwiseProduct(right_->cross(X, Z))) +
         right_->input_gradient(X, Z, W.cwiseProduct(left_->cross(X, Z)));
}

Eigen::MatrixXd ProductKernel::diag_gradient(const Eigen::MatrixXd& Z) const {
  return right_->diag(Z).asDiagonal() * left_->diag_gradient(Z) +
         left_->diag(Z).asDiagonal() * right_->diag_gradient(Z);
}

std::unique_ptr<ProductKernel::Kernel> ProductKernel::clone() const {
  return std::make_unique<ProductKernel>(cloned(left_), cloned(right_));
}

Eigen::MatrixXd ScaledKernel::input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                             const Eigen::MatrixXd& W) const {
  return variance() * child_->input_gradient(X, Z, W);
}

Eigen::MatrixXd ScaledKernel::diag_gradient(const Eigen::MatrixXd& Z) const {
  return variance() * child_->diag_gradient(Z);
}

std::unique_ptr<ScaledKernel::Kernel> ScaledKernel::clone() const {
  auto copy = std::make_unique<ScaledKernel>(cloned_child());
  copy->log_variance_ = log_variance_;
  copy->log_lower_ = log_lower_;
  copy->log_upper_ = log_upper_;
  return copy;
}

}  // namespace bora
