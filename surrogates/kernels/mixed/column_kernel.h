// Kernel of a range of coordinates.
#pragma once

#include <memory>
#include <utility>

#include "surrogates/kernels/continuous/continuous_kernel.h"

namespace bora::surrogates {

/// Kernel that applies its child to the coordinates first, ..., first + count - 1 of both inputs.
/// Hyper-parameters: those of the child.
class ColumnKernel final : public ContinuousKernel {
 public:
  /// first, count: range of coordinates; dimension: number of all coordinates. Throws InputError if the range
  /// is empty or not within them.
  ColumnKernel(std::unique_ptr<ContinuousKernel> child, int first, int count, int dimension);

  Eigen::MatrixXd gram(const Eigen::MatrixXd& X) const override { return child_->gram(selected(X)); }
  Eigen::MatrixXd cross(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z) const override {
    return child_->cross(selected(X), selected(Z));
  }
  Eigen::VectorXd diag(const Eigen::MatrixXd& X) const override { return child_->diag(selected(X)); }
  int hyperparameter_count() const override { return child_->hyperparameter_count(); }
  Eigen::VectorXd hyperparameters() const override { return child_->hyperparameters(); }
  void set_hyperparameters(const Eigen::VectorXd& log_values) override {
    child_->set_hyperparameters(log_values);
  }
  Bounds bounds() const override { return child_->bounds(); }
  void set_bounds(const Bounds& log_bounds) override { child_->set_bounds(log_bounds); }
  std::vector<std::string> hyperparameter_names() const override { return child_->hyperparameter_names(); }
  Eigen::VectorXd gram_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& W) const override {
    return child_->gram_gradient(selected(X), W);
  }
  DifferentiableGram differentiable_gram(const Eigen::MatrixXd& X) const override {
    // Shared with the returned function, because the child's gradient refers to its inputs.
    const auto columns = std::make_shared<const Eigen::MatrixXd>(selected(X));
    DifferentiableGram of_child = child_->differentiable_gram(*columns);
    return {std::move(of_child.K), [columns, gradient = std::move(of_child.gradient)](
                                       const Eigen::MatrixXd& W) { return gradient(W); }};
  }
  Eigen::MatrixXd input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                 const Eigen::MatrixXd& W) const override {
    return placed(child_->input_gradient(selected(X), selected(Z), W));
  }
  Eigen::MatrixXd diag_gradient(const Eigen::MatrixXd& Z) const override {
    return placed(child_->diag_gradient(selected(Z)));
  }
  std::optional<CosineFeatures> features(int count, Rng& rng) const override {
    auto drawn = child_->features(count, rng);
    if (drawn) drawn->frequencies = placed(drawn->frequencies);
    return drawn;
  }
  std::unique_ptr<Kernel> clone() const override {
    return std::make_unique<ColumnKernel>(copy_of(*child_), first_, count_, dimension_);
  }

 private:
  // Returns the range of columns of X. Throws InputError for another number of columns.
  Eigen::MatrixXd selected(const Eigen::MatrixXd& X) const;
  // Returns a gradient w.r.t. the selected columns as one w.r.t. all columns.
  Eigen::MatrixXd placed(const Eigen::MatrixXd& gradient) const;

  std::unique_ptr<ContinuousKernel> child_;
  int first_, count_, dimension_;
};

}  // namespace bora::surrogates
