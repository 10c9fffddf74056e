// Radial covariance functions of squared scaled distances, and their derivatives, for whole arrays.
#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

namespace bora::surrogates {

/// Families of covariance functions of s = r^2, where r is the distance divided by the lengthscale (Rasmussen
/// and Williams 2006, section 4.2):
///   se        exp(-s/2)
///   matern32  (1 + sqrt(3) r) exp(-sqrt(3) r)
///   matern52  (1 + sqrt(5) r + 5 r^2 / 3) exp(-sqrt(5) r)
enum class RadialFamily { se, matern32, matern52 };

/// Returns the names se, matern32 and matern52.
const std::vector<std::string>& radial_family_names();
/// Returns the family called `name`; throws InputError with the nearest valid name if there is none.
RadialFamily parse_radial_family(const std::string& name);

/// Overwrites squared scaled distances, each >= 0, by covariances. Values: a writable Eigen array or matrix
/// expression of any shape.
template <typename Values>
void radial_in_place(RadialFamily family, Values&& squared_distances) {
  using Scalar = typename std::decay_t<Values>::Scalar;
  auto&& s = squared_distances.array();
  switch (family) {
    case RadialFamily::se:
      s = (s * Scalar(-0.5)).exp();
      break;
    case RadialFamily::matern32:
      s = (s * Scalar(3)).sqrt();
      s = (Scalar(1) + s) * (-s).exp();
      break;
    case RadialFamily::matern52:
      s = (s * Scalar(5)).sqrt();
      s = (Scalar(1) + s + s.square() * Scalar(1.0 / 3.0)) * (-s).exp();
      break;
  }
}

/// Does the same as radial_in_place(), and writes the derivatives w.r.t. s = r^2 to `slopes`, of the same
/// shape. W.r.t. s instead of r, the derivatives are finite at 0, so gradients at coinciding points need no
/// special case:
///   se: -k/2,  matern32: -3/2 exp(-sqrt(3) r),  matern52: -5/6 (1 + sqrt(5) r) exp(-sqrt(5) r).
template <typename Values, typename Slopes>
void radial_with_slope(RadialFamily family, Values&& squared_distances, Slopes&& slopes) {
  using Scalar = typename std::decay_t<Values>::Scalar;
  auto&& s = squared_distances.array();
  auto&& slope = slopes.array();
  switch (family) {
    case RadialFamily::se:
      s = (s * Scalar(-0.5)).exp();
      slope = Scalar(-0.5) * s;
      break;
    case RadialFamily::matern32: {
      s = (s * Scalar(3)).sqrt();
      const auto decay = (-s).exp().eval();
      slope = Scalar(-1.5) * decay;
      s = (Scalar(1) + s) * decay;
      break;
    }
    case RadialFamily::matern52: {
      s = (s * Scalar(5)).sqrt();
      const auto decay = (-s).exp().eval();
      slope = Scalar(-5.0 / 6.0) * (Scalar(1) + s) * decay;
      s = (Scalar(1) + s + s.square() * Scalar(1.0 / 3.0)) * decay;
      break;
    }
  }
}

/// Returns the squared distances between the rows of A (n x d) and B (m x d), n x m, computed by one matrix
/// product. Values below 0, which rounding of |a|^2 + |b|^2 - 2ab may give for coinciding points, are
/// replaced by 0.
Eigen::MatrixXd squared_distances(const Eigen::Ref<const Eigen::MatrixXd>& A,
                                  const Eigen::Ref<const Eigen::MatrixXd>& B);

}  // namespace bora::surrogates
