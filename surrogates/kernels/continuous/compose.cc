#include "surrogates/kernels/continuous/compose.h"

#include <cmath>
#include <vector>

namespace bora::surrogates {

Eigen::MatrixXd SumKernel::input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                          const Eigen::MatrixXd& W) const {
  return left_->input_gradient(X, Z, W) + right_->input_gradient(X, Z, W);
}

Eigen::MatrixXd SumKernel::diag_gradient(const Eigen::MatrixXd& Z) const {
  return left_->diag_gradient(Z) + right_->diag_gradient(Z);
}

std::optional<CosineFeatures> SumKernel::features(int count, Rng& rng) const {
  // Each child has half of the features.
  auto left = left_->features(count - count / 2, rng);
  auto right = left ? right_->features(count / 2, rng) : std::nullopt;
  if (!right) return std::nullopt;
  CosineFeatures both{Eigen::MatrixXd(count, left->frequencies.cols()), joined(left->phases, right->phases),
                      joined(left->amplitudes, right->amplitudes)};
  both.frequencies << left->frequencies, right->frequencies;
  return both;
}

std::unique_ptr<SumKernel::Kernel> SumKernel::clone() const {
  return std::make_unique<SumKernel>(copy_of(*left_), copy_of(*right_));
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

std::optional<CosineFeatures> ProductKernel::features(int count, Rng& rng) const {
  // The spectrum of a product is the convolution of the spectra of its factors, so frequencies are added.
  auto left = left_->features(count, rng);
  const auto right = left ? right_->features(count, rng) : std::nullopt;
  if (!right) return std::nullopt;
  // Features are paired at random, since those of a sum are ordered by its parts.
  const std::vector<int> order = rng.permutation(count);
  left->frequencies += right->frequencies(order, Eigen::all);
  // Each amplitude of a child is sqrt(2 v / count), where v is the variance of the child.
  left->amplitudes = left->amplitudes.cwiseProduct(right->amplitudes(order)) * std::sqrt(count / 2.0);
  return left;
}

std::unique_ptr<ProductKernel::Kernel> ProductKernel::clone() const {
  return std::make_unique<ProductKernel>(copy_of(*left_), copy_of(*right_));
}

Eigen::MatrixXd ScaledKernel::input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                             const Eigen::MatrixXd& W) const {
  return variance() * child_->input_gradient(X, Z, W);
}

Eigen::MatrixXd ScaledKernel::diag_gradient(const Eigen::MatrixXd& Z) const {
  return variance() * child_->diag_gradient(Z);
}

std::optional<CosineFeatures> ScaledKernel::features(int count, Rng& rng) const {
  auto drawn = child_->features(count, rng);
  if (drawn) drawn->amplitudes *= std::sqrt(variance());
  return drawn;
}

std::unique_ptr<ScaledKernel::Kernel> ScaledKernel::clone() const {
  auto copy = std::make_unique<ScaledKernel>(copy_of(*child_));
  copy->log_variance_ = log_variance_;
  copy->log_lower_ = log_lower_;
  copy->log_upper_ = log_upper_;
  return copy;
}

}  // namespace bora::surrogates
