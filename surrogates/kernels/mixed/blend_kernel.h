// Blend of the sum and the product of two kernels.
#pragma once

#include <optional>

#include "surrogates/kernels/composite.h"
#include "surrogates/kernels/continuous/continuous_kernel.h"

namespace bora::surrogates {

/// Kernel that blends a sum and a product, k = (1 - lambda)(left + right) + lambda left right (Ru 2021, eq.
/// 5.10). The sum models separate effects of both parts, the product their interaction.
///
/// Hyper-parameters: if lambda is learnt, u within [log 1e-3, 0], which is first set to lambda = 0.5; then
/// those of left, then those of right. Here lambda = e^u, or (e^u - c) / (1 - c) for c = 1e-3 with from_zero.
class BlendKernel final : public BinaryKernel<ContinuousKernel> {
 public:
  /// lambda: fixed value in [0, 1]; none: it is learnt. from_zero: whether a learnt lambda may be 0. Throws
  /// InputError.
  BlendKernel(std::unique_ptr<ContinuousKernel> left, std::unique_ptr<ContinuousKernel> right,
              std::optional<double> lambda, bool from_zero = false);

  double lambda() const;

  Eigen::MatrixXd gram(const Eigen::MatrixXd& X) const override;
  Eigen::MatrixXd cross(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z) const override;
  Eigen::VectorXd diag(const Eigen::MatrixXd& X) const override;
  int hyperparameter_count() const override;
  Eigen::VectorXd hyperparameters() const override;
  void set_hyperparameters(const Eigen::VectorXd& log_values) override;
  Bounds bounds() const override;
  void set_bounds(const Bounds& log_bounds) override;
  std::vector<std::string> hyperparameter_names() const override;
  Eigen::VectorXd gram_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& W) const override;
  DifferentiableGram differentiable_gram(const Eigen::MatrixXd& X) const override;
  Eigen::MatrixXd input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                 const Eigen::MatrixXd& W) const override;
  Eigen::MatrixXd diag_gradient(const Eigen::MatrixXd& Z) const override;
  std::unique_ptr<Kernel> clone() const override;

 private:
  using Parts = BinaryKernel<ContinuousKernel>;
  // Returns the blend of values of the two kernels.
  template <typename Values>
  Values blended(const Values& left, const Values& right) const;

  std::optional<double> fixed_;
  double offset_;                                  // 1e-3 with from_zero, else 0
  double log_lambda_, log_lower_, log_upper_ = 0;  // u and its bounds, if lambda is learnt
};

}  // namespace bora::surrogates
