// Sums, products and multiples of kernels over any input. They own their children.
#pragma once

#include <cmath>
#include <memory>
#include <utility>

#include "surrogates/kernels/flat_kernel.h"
#include "surrogates/kernels/kernel.h"

namespace bora::surrogates {

/// Returns `first` followed by `rest`.
inline Eigen::VectorXd prefixed(double first, const Eigen::VectorXd& rest) {
  Eigen::VectorXd all(1 + rest.size());
  all << first, rest;
  return all;
}

/// Base of the sum and the product of two kernels. Hyper-parameters: those of the left child, then those of
/// the right child. Base: Kernel<Input> or a class derived from it (ContinuousKernel), which is also the type
/// of the children.
template <typename Base>
class BinaryKernel : public Base {
 public:
  BinaryKernel(std::unique_ptr<Base> left, std::unique_ptr<Base> right)
      : left_(std::move(left)), right_(std::move(right)) {}

  int hyperparameter_count() const override {
    return left_->hyperparameter_count() + right_->hyperparameter_count();
  }
  Eigen::VectorXd hyperparameters() const override {
    return joined(left_->hyperparameters(), right_->hyperparameters());
  }
  void set_hyperparameters(const Eigen::VectorXd& log_values) override {
    check_hyperparameters(log_values, BinaryKernel::hyperparameter_count());
    left_->set_hyperparameters(log_values.head(left_->hyperparameter_count()));
    right_->set_hyperparameters(log_values.tail(right_->hyperparameter_count()));
  }
  Bounds bounds() const override {
    const Bounds left = left_->bounds();
    const Bounds right = right_->bounds();
    return {joined(left.lower, right.lower), joined(left.upper, right.upper)};
  }
  void set_bounds(const Bounds& log_bounds) override {
    check_bounds(log_bounds, BinaryKernel::hyperparameter_count());
    const int p = left_->hyperparameter_count();
    const int q = right_->hyperparameter_count();
    left_->set_bounds({log_bounds.lower.head(p), log_bounds.upper.head(p)});
    right_->set_bounds({log_bounds.lower.tail(q), log_bounds.upper.tail(q)});
  }
  std::vector<std::string> hyperparameter_names() const override {
    std::vector<std::string> names;
    for (const std::string& name : left_->hyperparameter_names()) names.push_back("left." + name);
    for (const std::string& name : right_->hyperparameter_names()) names.push_back("right." + name);
    return names;
  }

 protected:
  static Eigen::VectorXd joined(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
    Eigen::VectorXd c(a.size() + b.size());
    c << a, b;
    return c;
  }

  std::unique_ptr<Base> left_;
  std::unique_ptr<Base> right_;
};

/// Kernel k = left + right.
template <typename Base>
class SumNode : public BinaryKernel<Base> {
 public:
  using Batch = typename Base::Batch;
  using BinaryKernel<Base>::BinaryKernel;

  Eigen::MatrixXd gram(const Batch& X) const override {
    Eigen::MatrixXd K = this->left_->gram(X);
    K += this->right_->gram(X);
    return K;
  }
  Eigen::MatrixXd cross(const Batch& X, const Batch& Z) const override {
    Eigen::MatrixXd K = this->left_->cross(X, Z);
    K += this->right_->cross(X, Z);
    return K;
  }
  Eigen::VectorXd diag(const Batch& X) const override { return this->left_->diag(X) + this->right_->diag(X); }
  Eigen::VectorXd gram_gradient(const Batch& X, const Eigen::MatrixXd& W) const override {
    return this->joined(this->left_->gram_gradient(X, W), this->right_->gram_gradient(X, W));
  }
  DifferentiableGram differentiable_gram(const Batch& X) const override {
    DifferentiableGram left = this->left_->differentiable_gram(X);
    DifferentiableGram right = this->right_->differentiable_gram(X);
    left.K += right.K;
    return {std::move(left.K),
            [of_left = std::move(left.gradient), of_right = std::move(right.gradient)](
                const Eigen::MatrixXd& W) { return SumNode::joined(of_left(W), of_right(W)); }};
  }
};

/// Kernel k = left * right.
template <typename Base>
class ProductNode : public BinaryKernel<Base> {
 public:
  using Batch = typename Base::Batch;
  using BinaryKernel<Base>::BinaryKernel;

  Eigen::MatrixXd gram(const Batch& X) const override {
    return this->left_->gram(X).cwiseProduct(this->right_->gram(X));
  }
  Eigen::MatrixXd cross(const Batch& X, const Batch& Z) const override {
    return this->left_->cross(X, Z).cwiseProduct(this->right_->cross(X, Z));
  }
  Eigen::VectorXd diag(const Batch& X) const override {
    return this->left_->diag(X).cwiseProduct(this->right_->diag(X));
  }
  Eigen::VectorXd gram_gradient(const Batch& X, const Eigen::MatrixXd& W) const override {
    return differentiable_gram(X).gradient(W);
  }
  DifferentiableGram differentiable_gram(const Batch& X) const override {
    DifferentiableGram left = this->left_->differentiable_gram(X);
    DifferentiableGram right = this->right_->differentiable_gram(X);
    Eigen::MatrixXd product = left.K.cwiseProduct(right.K);
    return {std::move(product), [left = std::move(left), right = std::move(right)](const Eigen::MatrixXd& W) {
              return ProductNode::joined(left.gradient(W.cwiseProduct(right.K)),
                                         right.gradient(W.cwiseProduct(left.K)));
            }};
  }
};

/// Kernel that scales another one: k = s^2 child. Hyper-parameters: log s^2, then those of the child.
/// Default: s^2 = 1 within [1e-3, 1e4], for standardised targets.
template <typename Base>
class ScaledNode : public Base {
 public:
  using Batch = typename Base::Batch;

  explicit ScaledNode(std::unique_ptr<Base> child) : child_(std::move(child)) {}

  Eigen::MatrixXd gram(const Batch& X) const override {
    Eigen::MatrixXd K = child_->gram(X);
    K *= variance();
    return K;
  }
  Eigen::MatrixXd cross(const Batch& X, const Batch& Z) const override {
    Eigen::MatrixXd K = child_->cross(X, Z);
    K *= variance();
    return K;
  }
  Eigen::VectorXd diag(const Batch& X) const override { return variance() * child_->diag(X); }
  int hyperparameter_count() const override { return 1 + child_->hyperparameter_count(); }
  Eigen::VectorXd hyperparameters() const override {
    return prefixed(log_variance_, child_->hyperparameters());
  }
  void set_hyperparameters(const Eigen::VectorXd& log_values) override {
    check_hyperparameters(log_values, hyperparameter_count());
    log_variance_ = log_values[0];
    child_->set_hyperparameters(log_values.tail(log_values.size() - 1));
  }
  Bounds bounds() const override {
    const Bounds child = child_->bounds();
    return {prefixed(log_lower_, child.lower), prefixed(log_upper_, child.upper)};
  }
  void set_bounds(const Bounds& log_bounds) override {
    check_bounds(log_bounds, hyperparameter_count());
    log_lower_ = log_bounds.lower[0];
    log_upper_ = log_bounds.upper[0];
    const int p = child_->hyperparameter_count();
    child_->set_bounds({log_bounds.lower.tail(p), log_bounds.upper.tail(p)});
  }
  std::vector<std::string> hyperparameter_names() const override {
    std::vector<std::string> names{"signal variance"};
    for (const std::string& name : child_->hyperparameter_names()) names.push_back(name);
    return names;
  }
  Eigen::VectorXd gram_gradient(const Batch& X, const Eigen::MatrixXd& W) const override {
    return differentiable_gram(X).gradient(W);
  }
  DifferentiableGram differentiable_gram(const Batch& X) const override {
    DifferentiableGram child = child_->differentiable_gram(X);
    Eigen::MatrixXd scaled = variance() * child.K;
    return {std::move(scaled), [variance = variance(), child = std::move(child)](const Eigen::MatrixXd& W) {
              return Eigen::VectorXd(variance * prefixed(W.cwiseProduct(child.K).sum(), child.gradient(W)));
            }};
  }

  double variance() const { return std::exp(log_variance_); }
  const Base& child() const { return *child_; }

 protected:
  std::unique_ptr<Base> child_;
  double log_variance_ = 0;
  double log_lower_ = std::log(1e-3);
  double log_upper_ = std::log(1e4);
};

}  // namespace bora::surrogates
