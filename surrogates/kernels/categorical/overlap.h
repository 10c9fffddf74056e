// Kernels of categorical variables that depend on whether values are equal. Points are vectors of categories,
// as in space/mixed_space.h.
#pragma once

#include "surrogates/kernels/continuous/continuous_kernel.h"
#include "surrogates/kernels/flat_kernel.h"

namespace bora::surrogates {

/// Base of kernels of categorical variables.
class CategoricalKernel : public FlatKernel<ContinuousKernel> {
 public:
  Eigen::MatrixXd gram(const Eigen::MatrixXd& X) const final { return cross(X, X); }
  /// Returns 0, since categories are not differentiable.
  Eigen::MatrixXd input_gradient(const Eigen::MatrixXd& /*X*/, const Eigen::MatrixXd& Z,
                                 const Eigen::MatrixXd& /*W*/) const final {
    return Eigen::MatrixXd::Zero(Z.rows(), Z.cols());
  }

 protected:
  /// Throw InputError unless there is a variable, and unless X has a column for each.
  static void check_dimension(int dimension);
  static void check_columns(const Eigen::MatrixXd& X, int dimension);
};

/// Kernel that is the share of equal categories, k(a, b) = (1/d) sum_i 1[a_i = b_i] (Ru 2021, eq. 5.7 with
/// sigma = 1, the kernel of CoCaBO). It has no hyper-parameters.
class OverlapKernel final : public CategoricalKernel {
 public:
  /// dimension >= 1; throws InputError.
  explicit OverlapKernel(int dimension);

  Eigen::MatrixXd cross(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z) const override;
  Eigen::VectorXd diag(const Eigen::MatrixXd& X) const override { return Eigen::VectorXd::Ones(X.rows()); }
  std::vector<std::string> hyperparameter_names() const override { return {}; }
  Eigen::VectorXd gram_gradient(const Eigen::MatrixXd& /*X*/, const Eigen::MatrixXd& /*W*/) const override {
    return {};
  }
  std::unique_ptr<Kernel> clone() const override { return std::make_unique<OverlapKernel>(*this); }

 private:
  int dimension_;
};

/// Kernel with weights l_i of the variables, k(a, b) = exp((1/d) sum_i l_i 1[a_i = b_i]) (Ru 2021, eq. 5.11,
/// the kernel of Casmopolitan). If scaled, it is divided by exp((1/d) sum_i l_i), so that k(a, a) = 1. Used
/// alone, the two differ by a variance; in a BlendKernel they are different models. Hyper-parameters: log
/// l_1, ..., log l_d, default 0, within [log 1e-3, log 20].
class ExponentialOverlapKernel final : public CategoricalKernel {
 public:
  /// dimension >= 1; throws InputError. scaled: whether k(a, a) = 1; false: eq. 5.11 as printed.
  explicit ExponentialOverlapKernel(int dimension, bool scaled = true);

  Eigen::MatrixXd cross(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z) const override;
  Eigen::VectorXd diag(const Eigen::MatrixXd& X) const override;
  std::vector<std::string> hyperparameter_names() const override;
  Eigen::VectorXd gram_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& W) const override;
  std::unique_ptr<Kernel> clone() const override { return std::make_unique<ExponentialOverlapKernel>(*this); }

 private:
  bool scaled_;
};

}  // namespace bora::surrogates
