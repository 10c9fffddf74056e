// Interface of covariance functions, for any type of input.
//
// To add a kernel over vectors that is a function of the scaled distance, add its formula and its slope to
// continuous/radial.h. For another kernel over vectors, copy continuous/stationary.{h,cc}. Add its name to
// continuous/factory.cc and to tests/surrogates/kernels/kernel_conformance_test.cc, which checks the
// interface. To add a kernel over another type of input, such as graphs, derive from Kernel<Input> in a new
// folder.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <Eigen/Core>

namespace bora::surrogates {

/// Type of a batch of n inputs: a std::vector; for vectors, a matrix whose rows they are, n x d.
template <typename Input>
struct BatchOf {
  using type = std::vector<Input>;
};
template <>
struct BatchOf<Eigen::VectorXd> {
  using type = Eigen::MatrixXd;
};

/// Lower and upper bounds of several numbers.
struct Bounds {
  Eigen::VectorXd lower;
  Eigen::VectorXd upper;
};

/// Matrix K = gram(X), n x n, and the function gradient(W) = gram_gradient(X, W), which reuses intermediate
/// results of K. The function may refer to the kernel and to X, which must exist and, including the
/// hyper-parameters, not change until its last call.
struct DifferentiableGram {
  Eigen::MatrixXd K;
  std::function<Eigen::VectorXd(const Eigen::MatrixXd& W)> gradient;
};

/// Covariance function with p hyper-parameters, whose logarithms are one vector. Virtual functions work on
/// whole matrices, so that the cost of the calls does not matter.
template <typename Input>
class Kernel {
 public:
  using Batch = typename BatchOf<Input>::type;

  virtual ~Kernel() = default;

  /// Returns the Gram matrix, which is n x n and symmetric.
  virtual Eigen::MatrixXd gram(const Batch& X) const = 0;
  /// Returns the n x m matrix that holds k(x_a, z_b).
  virtual Eigen::MatrixXd cross(const Batch& X, const Batch& Z) const = 0;
  /// Returns the n values k(x_a, x_a) of the diagonal.
  virtual Eigen::VectorXd diag(const Batch& X) const = 0;

  virtual int hyperparameter_count() const = 0;
  /// Returns the p log hyper-parameters.
  virtual Eigen::VectorXd hyperparameters() const = 0;
  /// Throws InputError for a wrong size or a value that is not finite. Values outside the bounds are
  /// accepted, since the bounds are those of fits.
  virtual void set_hyperparameters(const Eigen::VectorXd& log_values) = 0;
  /// Returns the bounds of the log hyper-parameters in fits, p each.
  virtual Bounds bounds() const = 0;
  /// Throws InputError for a wrong size, a bound that is not finite, or lower > upper.
  virtual void set_bounds(const Bounds& log_bounds) = 0;
  virtual std::vector<std::string> hyperparameter_names() const = 0;

  /// Returns the p values sum_ab W(a,b) dK(a,b)/dtheta_j for K = gram(X); W: n x n, symmetric. Should need
  /// O(n^2) memory, not O(n^2 p).
  virtual Eigen::VectorXd gram_gradient(const Batch& X, const Eigen::MatrixXd& W) const = 0;
  /// Returns the matrix and its gradient together. Override it if both use the same intermediate results, or
  /// if the kernel has child kernels.
  virtual DifferentiableGram differentiable_gram(const Batch& X) const {
    return {gram(X), [this, &X](const Eigen::MatrixXd& W) { return gram_gradient(X, W); }};
  }

  /// Returns a deep copy; changing one leaves the other unchanged.
  virtual std::unique_ptr<Kernel> clone() const = 0;
};

/// Returns clone() with the static type of the argument, which is correct since clone() returns an object of
/// the dynamic class.
template <typename KernelType>
std::unique_ptr<KernelType> copy_of(const KernelType& kernel) {
  return std::unique_ptr<KernelType>(static_cast<KernelType*>(kernel.clone().release()));
}

}  // namespace bora::surrogates
