// Sum of kernels of one coordinate each.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "surrogates/kernels/continuous/continuous_kernel.h"
#include "surrogates/kernels/continuous/radial.h"

namespace bora::surrogates {

/// Kernel k(a, b) = 1/d sum_j k_j(|a_j - b_j| / l_j), for functions that are sums of functions of single
/// coordinates (Durrande, Ginsbourger and Roustant 2012, "Additive covariance kernels for high-dimensional
/// Gaussian process modeling"). For such functions it needs far fewer observations than a kernel of the
/// distance, since what is learnt of a coordinate at one point holds at all points. Hyper-parameters: d log
/// lengthscales, default 0.5 within [0.01, 10].
class CoordinateSumKernel final : public ContinuousKernel {
 public:
  /// Constructs the kernel for `dimension` coordinates, >= 1, else throws InputError.
  CoordinateSumKernel(RadialFamily family, int dimension);

  Eigen::MatrixXd gram(const Eigen::MatrixXd& X) const override;
  Eigen::MatrixXd cross(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z) const override;
  Eigen::VectorXd diag(const Eigen::MatrixXd& X) const override;
  int hyperparameter_count() const override { return static_cast<int>(log_lengthscales_.size()); }
  Eigen::VectorXd hyperparameters() const override { return log_lengthscales_; }
  void set_hyperparameters(const Eigen::VectorXd& log_values) override;
  Bounds bounds() const override { return bounds_; }
  void set_bounds(const Bounds& log_bounds) override;
  std::vector<std::string> hyperparameter_names() const override;
  Eigen::VectorXd gram_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& W) const override;
  Eigen::MatrixXd input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                 const Eigen::MatrixXd& W) const override;
  Eigen::MatrixXd diag_gradient(const Eigen::MatrixXd& Z) const override;
  std::optional<CosineFeatures> features(int count, Rng& rng) const override;
  std::unique_ptr<Kernel> clone() const override { return std::make_unique<CoordinateSumKernel>(*this); }

 private:
  Eigen::MatrixXd scaled(const Eigen::MatrixXd& X) const;

  RadialFamily family_;
  Eigen::VectorXd log_lengthscales_;
  Bounds bounds_;
};

}  // namespace bora::surrogates
