// Interface of covariance functions, for any type of input.
//
// To add a kernel over vectors: if it is a function of the scaled distance, add its formula and its slope to
// continuous/radial.h, nothing else; otherwise copy continuous/stationary.{h,cc}. Name it in
// continuous/factory.cc and in tests/surrogates/kernels/kernel_conformance_test.cc, which then checks
// everything said here. To add one over another input (a graph): derive from Kernel<Input> in
// a folder of its own.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <Eigen/Core>

namespace bora::surrogates {

/// Type that holds n inputs together. Vectors are the rows of a matrix, n x d.
template <typename Input>
struct BatchOf {
  using type = std::vector<Input>;
};
template <>
struct BatchOf<Eigen::VectorXd> {
  using type = Eigen::MatrixXd;
};

struct Bounds {
  Eigen::VectorXd lower;
  Eigen::VectorXd upper;
};

/// Matrix K = gram(X), n x n, and the function gradient(W) = gram_gradient(X, W), which reuses intermediate
/// results of K. The function may refer to the kernel and to X, which must exist and stay unchanged,
/// hyper-parameters included, until its last call.
struct DifferentiableGram {
  Eigen::MatrixXd K;
  std::function<Eigen::VectorXd(const Eigen::MatrixXd& W)> gradient;
};

/// Covariance function with p hyper-parameters, one flat vector of logarithms. A virtual function is called
/// once per Gram matrix, not once per pair, so the cost of the call does not matter.
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
  /// Returns p logarithms.
  virtual Eigen::VectorXd hyperparameters() const = 0;
  /// Throws InputError on a wrong size or a value that is not finite; values outside the bounds are accepted,
  /// the bounds are for fitting.
  virtual void set_hyperparameters(const Eigen::VectorXd& log_values) = 0;
  /// Returns the bounds of the logarithms, p each.
  virtual Bounds bounds() const = 0;
  virtual void set_bounds(const Bounds& log_bounds) = 0;
  virtual std::vector<std::string> hyperparameter_names() const = 0;

  /// Returns the p values sum_ab W(a,b) dK(a,b)/dtheta_j for K = gram(X); W: n x n, symmetric. Takes O(n^2)
  /// memory, never n^2 p.
  virtual Eigen::VectorXd gram_gradient(const Batch& X, const Eigen::MatrixXd& W) const = 0;
  /// Returns the matrix and its gradient, both of which fits need. Worth overriding if both use the same
  /// distances, or if a kernel is made of others.
  virtual DifferentiableGram differentiable_gram(const Batch& X) const {
    return {gram(X), [this, &X](const Eigen::MatrixXd& W) { return gram_gradient(X, W); }};
  }

  /// Returns a deep copy; changing one leaves the other unchanged.
  virtual std::unique_ptr<Kernel> clone() const = 0;
};

/// Returns clone() as the type that the kernel is known by: every implementation's clone() makes an object of
/// its own class.
template <typename KernelType>
std::unique_ptr<KernelType> copy_of(const KernelType& kernel) {
  return std::unique_ptr<KernelType>(static_cast<KernelType*>(kernel.clone().release()));
}

}  // namespace bora::surrogates
