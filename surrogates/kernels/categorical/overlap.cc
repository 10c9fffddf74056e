#include "surrogates/kernels/categorical/overlap.h"

#include <cmath>

#include "common/error.h"

namespace bora::surrogates {
namespace {

// Returns n x m: 1 if variable i of the two points is equal, else 0.
Eigen::MatrixXd same(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z, int i) {
  Eigen::MatrixXd out(X.rows(), Z.rows());
  for (Eigen::Index b = 0; b < Z.rows(); ++b) out.col(b) = (X.col(i).array() == Z(b, i)).cast<double>();
  return out;
}

}  // namespace

void CategoricalKernel::check_dimension(int dimension) {
  if (dimension < 1) throw InputError("kernel: {} categorical variables, expected at least 1", dimension);
}

void CategoricalKernel::check_columns(const Eigen::MatrixXd& X, int dimension) {
  if (X.cols() != dimension) throw InputError("kernel inputs: {} columns, expected {}", X.cols(), dimension);
}

OverlapKernel::OverlapKernel(int dimension) : dimension_(dimension) {
  check_dimension(dimension);
}

Eigen::MatrixXd OverlapKernel::cross(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z) const {
  check_columns(X, dimension_);
  check_columns(Z, dimension_);
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(X.rows(), Z.rows());
  for (int i = 0; i < dimension_; ++i) K += same(X, Z, i);
  return K / dimension_;
}

ExponentialOverlapKernel::ExponentialOverlapKernel(int dimension, bool scaled) : scaled_(scaled) {
  check_dimension(dimension);
  initialise(dimension, 0, std::log(1e-3), std::log(20.0));
}

Eigen::MatrixXd ExponentialOverlapKernel::cross(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z) const {
  const int d = hyperparameter_count();
  check_columns(X, d);
  check_columns(Z, d);
  const Eigen::VectorXd weights = log_values_.array().exp() / d;
  Eigen::MatrixXd exponent = Eigen::MatrixXd::Constant(X.rows(), Z.rows(), scaled_ ? -weights.sum() : 0);
  for (int i = 0; i < d; ++i) exponent += weights[i] * same(X, Z, i);
  return exponent.array().exp();
}

Eigen::VectorXd ExponentialOverlapKernel::diag(const Eigen::MatrixXd& X) const {
  return Eigen::VectorXd::Constant(X.rows(), scaled_ ? 1 : std::exp(log_values_.array().exp().mean()));
}

std::vector<std::string> ExponentialOverlapKernel::hyperparameter_names() const {
  std::vector<std::string> names;
  for (int i = 0; i < hyperparameter_count(); ++i) names.push_back("weight " + std::to_string(i));
  return names;
}

Eigen::VectorXd ExponentialOverlapKernel::gram_gradient(const Eigen::MatrixXd& X,
                                                        const Eigen::MatrixXd& W) const {
  // d k / d log l_i = (l_i / d) k 1[a_i = b_i] or, if scaled, (l_i / d) k (1[a_i = b_i] - 1).
  const int d = hyperparameter_count();
  const Eigen::MatrixXd weighed = W.cwiseProduct(gram(X));
  const double common = scaled_ ? weighed.sum() : 0;
  Eigen::VectorXd gradient(d);
  for (int i = 0; i < d; ++i)
    gradient[i] = std::exp(log_values_[i]) / d * (weighed.cwiseProduct(same(X, X, i)).sum() - common);
  return gradient;
}

}  // namespace bora::surrogates
