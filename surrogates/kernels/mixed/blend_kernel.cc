#include "surrogates/kernels/mixed/blend_kernel.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bora::surrogates {
namespace {

constexpr double kLeast = 1e-3;  // lower bound of e^u

Eigen::VectorXd without_first(const Eigen::VectorXd& all) {
  return all.tail(all.size() - 1);
}

}  // namespace

BlendKernel::BlendKernel(std::unique_ptr<ContinuousKernel> left, std::unique_ptr<ContinuousKernel> right,
                         std::optional<double> lambda, bool from_zero)
    : Parts(std::move(left), std::move(right)),
      fixed_(lambda),
      offset_(from_zero ? kLeast : 0),
      log_lambda_(std::log(offset_ + (1 - offset_) * 0.5)),
      log_lower_(std::log(kLeast)) {
  if (lambda && !(*lambda >= 0 && *lambda <= 1))
    throw InputError("kernel: lambda is {}, expected within [0, 1]", *lambda);
}

double BlendKernel::lambda() const {
  return fixed_ ? *fixed_ : std::max(0.0, (std::exp(log_lambda_) - offset_) / (1 - offset_));
}

template <typename Values>
Values BlendKernel::blended(const Values& left, const Values& right) const {
  const double l = lambda();
  return (1 - l) * (left + right) + l * left.cwiseProduct(right);
}

Eigen::MatrixXd BlendKernel::gram(const Eigen::MatrixXd& X) const {
  return blended<Eigen::MatrixXd>(left_->gram(X), right_->gram(X));
}
Eigen::MatrixXd BlendKernel::cross(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z) const {
  return blended<Eigen::MatrixXd>(left_->cross(X, Z), right_->cross(X, Z));
}
Eigen::VectorXd BlendKernel::diag(const Eigen::MatrixXd& X) const {
  return blended<Eigen::VectorXd>(left_->diag(X), right_->diag(X));
}

int BlendKernel::hyperparameter_count() const {
  return Parts::hyperparameter_count() + (fixed_ ? 0 : 1);
}

Eigen::VectorXd BlendKernel::hyperparameters() const {
  return fixed_ ? Parts::hyperparameters() : prefixed(log_lambda_, Parts::hyperparameters());
}

void BlendKernel::set_hyperparameters(const Eigen::VectorXd& log_values) {
  check_hyperparameters(log_values, hyperparameter_count());
  Parts::set_hyperparameters(fixed_ ? log_values : without_first(log_values));
  if (!fixed_) log_lambda_ = log_values[0];
}

Bounds BlendKernel::bounds() const {
  const Bounds parts = Parts::bounds();
  if (fixed_) return parts;
  return {prefixed(log_lower_, parts.lower), prefixed(log_upper_, parts.upper)};
}

void BlendKernel::set_bounds(const Bounds& log_bounds) {
  check_bounds(log_bounds, hyperparameter_count());
  if (fixed_) return Parts::set_bounds(log_bounds);
  Parts::set_bounds({without_first(log_bounds.lower), without_first(log_bounds.upper)});
  log_lower_ = log_bounds.lower[0];
  log_upper_ = log_bounds.upper[0];
}

std::vector<std::string> BlendKernel::hyperparameter_names() const {
  std::vector<std::string> names = Parts::hyperparameter_names();
  if (!fixed_) names.insert(names.begin(), "lambda");
  return names;
}

Eigen::VectorXd BlendKernel::gram_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& W) const {
  return differentiable_gram(X).gradient(W);
}

DifferentiableGram BlendKernel::differentiable_gram(const Eigen::MatrixXd& X) const {
  DifferentiableGram left = left_->differentiable_gram(X);
  DifferentiableGram right = right_->differentiable_gram(X);
  Eigen::MatrixXd K = blended<Eigen::MatrixXd>(left.K, right.K);
  return {std::move(K),
          [l = lambda(), slope = std::exp(log_lambda_) / (1 - offset_), fixed = fixed_.has_value(),
           left = std::move(left), right = std::move(right)](const Eigen::MatrixXd& W) {
            const Eigen::VectorXd parts =
                joined(left.gradient((W.array() * (l * right.K.array() + (1 - l))).matrix()),
                       right.gradient((W.array() * (l * left.K.array() + (1 - l))).matrix()));
            if (fixed) return parts;
            const double of_lambda = W.cwiseProduct(left.K.cwiseProduct(right.K) - left.K - right.K).sum();
            return prefixed(slope * of_lambda, parts);
          }};
}

Eigen::MatrixXd BlendKernel::input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                            const Eigen::MatrixXd& W) const {
  const double l = lambda();
  const Eigen::MatrixXd of_left = W.array() * (l * right_->cross(X, Z).array() + (1 - l));
  const Eigen::MatrixXd of_right = W.array() * (l * left_->cross(X, Z).array() + (1 - l));
  return left_->input_gradient(X, Z, of_left) + right_->input_gradient(X, Z, of_right);
}

Eigen::MatrixXd BlendKernel::diag_gradient(const Eigen::MatrixXd& Z) const {
  const double l = lambda();
  const Eigen::VectorXd of_left = l * right_->diag(Z).array() + (1 - l);
  const Eigen::VectorXd of_right = l * left_->diag(Z).array() + (1 - l);
  return of_left.asDiagonal() * left_->diag_gradient(Z) + of_right.asDiagonal() * right_->diag_gradient(Z);
}

std::unique_ptr<Kernel<Eigen::VectorXd>> BlendKernel::clone() const {
  auto copy = std::make_unique<BlendKernel>(copy_of(*left_), copy_of(*right_), fixed_, offset_ > 0);
  copy->log_lambda_ = log_lambda_;
  copy->log_lower_ = log_lower_;
  copy->log_upper_ = log_upper_;
  return copy;
}

}  // namespace bora::surrogates
