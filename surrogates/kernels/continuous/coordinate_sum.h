// Sum of kernels of one coordinate each.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "surrogates/kernels/continuous/continuous_kernel.h"
#include "surrogates/kernels/continuous/radial.h"
#include "surrogates/kernels/flat_kernel.h"

namespace bora::surrogates {

/// Kernel k(a, b) = 1/d sum_j radial(|a_j - b_j|^2 / l_j^2), for functions that are sums of functions of
/// single coordinates (Durrande, Ginsbourger and Roustant 2012, "Additive covariance kernels for
/// high-dimensional Gaussian process modeling"). For such functions it needs far fewer observations than a
/// kernel of the distance, since the effect of a coordinate is the same at all values of the others.
/// Hyper-parameters: d log lengthscales, default 0.5 within [0.01, 10].
class CoordinateSumKernel final : public FlatKernel<ContinuousKernel> {
 public:
  /// Constructs the kernel for `dimension` coordinates, >= 1, else throws InputError.
  CoordinateSumKernel(RadialFamily family, int dimension);

  Eigen::MatrixXd gram(const Eigen::MatrixXd& X) const override;
  Eigen::MatrixXd cross(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z) const override;
  Eigen::VectorXd diag(const Eigen::MatrixXd& X) const override { return Eigen::VectorXd::Ones(X.rows()); }
  std::vector<std::string> hyperparameter_names() const override;
  Eigen::VectorXd gram_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& W) const override;
  Eigen::MatrixXd input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                 const Eigen::MatrixXd& W) const override;
  std::optional<CosineFeatures> features(int count, Rng& rng) const override;
  std::unique_ptr<Kernel> clone() const override { return std::make_unique<CoordinateSumKernel>(*this); }

 private:
  // Returns X divided by the lengthscales.
  Eigen::MatrixXd scaled(const Eigen::MatrixXd& X) const;

  RadialFamily family_;
};

}  // namespace bora::surrogates
