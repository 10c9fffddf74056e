// Sums, products and multiples of kernels over vectors, with gradients w.r.t. the inputs.
#pragma once

#include "surrogates/kernels/composite.h"
#include "surrogates/kernels/continuous/continuous_kernel.h"

namespace bora::surrogates {

class SumKernel final : public SumNode<ContinuousKernel> {
 public:
  using SumNode<ContinuousKernel>::SumNode;
  Eigen::MatrixXd input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                 const Eigen::MatrixXd& W) const override;
  Eigen::MatrixXd diag_gradient(const Eigen::MatrixXd& Z) const override;
  std::optional<CosineFeatures> features(int count, Rng& rng) const override;
  std::unique_ptr<Kernel> clone() const override;
};

class ProductKernel final : public ProductNode<ContinuousKernel> {
 public:
  using ProductNode<ContinuousKernel>::ProductNode;
  Eigen::MatrixXd input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                 const Eigen::MatrixXd& W) const override;
  Eigen::MatrixXd diag_gradient(const Eigen::MatrixXd& Z) const override;
  std::optional<CosineFeatures> features(int count, Rng& rng) const override;
  std::unique_ptr<Kernel> clone() const override;
};

class ScaledKernel final : public ScaledNode<ContinuousKernel> {
 public:
  using ScaledNode<ContinuousKernel>::ScaledNode;
  Eigen::MatrixXd input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                 const Eigen::MatrixXd& W) const override;
  Eigen::MatrixXd diag_gradient(const Eigen::MatrixXd& Z) const override;
  std::optional<CosineFeatures> features(int count, Rng& rng) const override;
  std::unique_ptr<Kernel> clone() const override;
};

}  // namespace bora::surrogates
