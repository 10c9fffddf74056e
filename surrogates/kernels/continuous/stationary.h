// Stationary kernels of vectors.
#pragma once

#include "surrogates/kernels/continuous/continuous_kernel.h"
#include "surrogates/kernels/continuous/radial.h"
#include "surrogates/kernels/flat_kernel.h"

namespace bora::surrogates {

/// Kernel k(a, b) = radial(sum_j (a_j - b_j)^2 / l_j^2), which has variance 1. Hyper-parameters: log l
/// (isotropic) or log l_1, ..., log l_d (automatic relevance determination). Default: every l = 0.5 sqrt(d),
/// within [0.01 sqrt(d), 10 sqrt(d)], where sqrt(d) is the diameter of the unit cube, in which inputs are
/// expected.
class StationaryKernel final : public FlatKernel<ContinuousKernel> {
 public:
  /// dimension: d >= 1, throws InputError; ard: whether each coordinate has its own lengthscale.
  StationaryKernel(RadialFamily family, int dimension, bool ard);

  Eigen::MatrixXd gram(const Eigen::MatrixXd& X) const override;
  Eigen::MatrixXd cross(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z) const override;
  Eigen::VectorXd diag(const Eigen::MatrixXd& X) const override { return Eigen::VectorXd::Ones(X.rows()); }
  std::vector<std::string> hyperparameter_names() const override;
  Eigen::VectorXd gram_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& W) const override;
  DifferentiableGram differentiable_gram(const Eigen::MatrixXd& X) const override;
  Eigen::MatrixXd input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                 const Eigen::MatrixXd& W) const override;
  /// Draws frequencies from the spectral density: normal for se, Student's t with 2 nu degrees of freedom for
  /// Matern kernels.
  std::optional<CosineFeatures> features(int count, Rng& rng) const override;
  std::unique_ptr<Kernel> clone() const override { return std::make_unique<StationaryKernel>(*this); }

  RadialFamily family() const { return family_; }
  bool ard() const { return ard_; }
  int dimension() const { return dimension_; }

 private:
  DifferentiableGram differentiable_gram(const Eigen::MatrixXd& X, bool with_gradient) const;
  // Returns X divided by the lengthscales.
  Eigen::MatrixXd scaled(const Eigen::MatrixXd& X) const;

  RadialFamily family_;
  int dimension_;
  bool ard_;
};

}  // namespace bora::surrogates
