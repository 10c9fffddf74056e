// Kernels over categorical variables, which know only whether two values are the same. Points are vectors of
// categories, see space/mixed_space.h.
#pragma once

#include "surrogates/kernels/continuous/continuous_kernel.h"

namespace bora::surrogates {

/// Kernel that counts equal categories, k(a, b) = (1/d) sum_i 1[a_i = b_i] (Ru 2021, eq. 5.7, the kernel of
/// CoCaBO). It has no hyper-parameters.
class OverlapKernel final : public ContinuousKernel {
 public:
  /// dimension >= 1; throws InputError.
  explicit OverlapKernel(int dimension);

  Eigen::MatrixXd gram(const Eigen::MatrixXd& X) const override { return cross(X, X); }
  Eigen::MatrixXd cross(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z) const override;
  Eigen::VectorXd diag(const Eigen::MatrixXd& X) const override;
  int hyperparameter_count() const override { return 0; }
  Eigen::VectorXd hyperparameters() const override { return {}; }
  void set_hyperparameters(const Eigen::VectorXd& log_values) override;
  Bounds bounds() const override { return {}; }
  void set_bounds(const Bounds& log_bounds) override;
  std::vector<std::string> hyperparameter_names() const override { return {}; }
  Eigen::VectorXd gram_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& W) const override;
  /// Returns 0, since a category has no small changes.
  Eigen::MatrixXd input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                 const Eigen::MatrixXd& W) const override;
  Eigen::MatrixXd diag_gradient(const Eigen::MatrixXd& Z) const override;
  std::unique_ptr<Kernel> clone() const override { return std::make_unique<OverlapKernel>(*this); }

 private:
  int dimension_;
};

/// Kernel that weights equal categories, k(a, b) = exp((1/d) sum_i l_i 1[a_i = b_i]) (Ru 2021, eq. 5.11, the
/// kernel of Casmopolitan), or this divided by exp((1/d) sum_i l_i), so that k(a, a) = 1. Alone the two
/// differ by a variance; in a BlendKernel they are different models. Hyper-parameters: log l_1, ..., log l_d,
/// default 0, within [log 1e-3, log 20].
class ExponentialOverlapKernel final : public ContinuousKernel {
 public:
  /// dimension >= 1; throws InputError. scaled: whether k(a, a) = 1; false: as printed.
  explicit ExponentialOverlapKernel(int dimension, bool scaled = true);

  Eigen::MatrixXd gram(const Eigen::MatrixXd& X) const override { return cross(X, X); }
  Eigen::MatrixXd cross(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z) const override;
  Eigen::VectorXd diag(const Eigen::MatrixXd& X) const override;
  int hyperparameter_count() const override { return static_cast<int>(log_weights_.size()); }
  Eigen::VectorXd hyperparameters() const override { return log_weights_; }
  void set_hyperparameters(const Eigen::VectorXd& log_values) override;
  Bounds bounds() const override { return bounds_; }
  void set_bounds(const Bounds& log_bounds) override;
  std::vector<std::string> hyperparameter_names() const override;
  Eigen::VectorXd gram_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& W) const override;
  Eigen::MatrixXd input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                 const Eigen::MatrixXd& W) const override;
  Eigen::MatrixXd diag_gradient(const Eigen::MatrixXd& Z) const override;
  std::unique_ptr<Kernel> clone() const override { return std::make_unique<ExponentialOverlapKernel>(*this); }

 private:
  bool scaled_;
  Eigen::VectorXd log_weights_;
  Bounds bounds_;
};

}  // namespace bora::surrogates
