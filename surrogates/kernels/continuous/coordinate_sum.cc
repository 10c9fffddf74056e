#include "surrogates/kernels/continuous/coordinate_sum.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "common/error.h"
#include "surrogates/kernels/continuous/stationary.h"
#include "surrogates/linalg/cholesky.h"

namespace bora::surrogates {
namespace {

/// Covariances k_j in single coordinates of many points with one. A Matern function is a polynomial of the
/// distance times exp(-|t - s|), t and s being scaled coordinates. The exponential is computed as the smaller
/// of exp(t) exp(-s) and exp(-t) exp(s), whose factors depend on one point each, which saves an exponential
/// for each pair.
class Coordinates {
  // Scaled coordinates t, exp(t) and exp(-t) of points.
  struct Exponentials {
    Exponentials() = default;
    explicit Exponentials(Eigen::MatrixXd of)
        : t(std::move(of)), up(t.array().exp()), down((-t).array().exp()) {}
    Eigen::MatrixXd t, up, down;
  };
  // Return |t - s| and exp(-|t - s|) in coordinate j of the last n points of U with point c of V.
  auto distances(Eigen::Index j, Eigen::Index c, Eigen::Index n) const {
    return (of_U_.t.col(j).tail(n).array() - of_V_.t(c, j)).abs();
  }
  auto decays(Eigen::Index j, Eigen::Index c, Eigen::Index n) const {
    return (of_U_.up.col(j).tail(n).array() * of_V_.down(c, j))
        .min(of_U_.down.col(j).tail(n).array() * of_V_.up(c, j));
  }

 public:
  /// U: n x d, V: m x d; divided by the lengthscales.
  Coordinates(RadialFamily family, const Eigen::MatrixXd& U, const Eigen::MatrixXd& V)
      : family_(family), U_(U), V_(V) {
    constexpr double kLargestExponent = 300;  // exp(t) may overflow for larger t
    constexpr Eigen::Index kFewest = 4;       // with fewer points in V there are few more pairs than points
    if (family == RadialFamily::se || U.rows() == 0 || V.rows() < kFewest) return;
    const double rate = std::sqrt(family == RadialFamily::matern32 ? 3.0 : 5.0);
    const Eigen::RowVectorXd low = U.colwise().minCoeff().cwiseMin(V.colwise().minCoeff());
    const Eigen::RowVectorXd high = U.colwise().maxCoeff().cwiseMax(V.colwise().maxCoeff());
    separable_ = rate * (high - low).maxCoeff() <= 2 * kLargestExponent;
    if (!separable_) return;
    of_U_ = Exponentials(rate * (U.rowwise() - (low + high) / 2));
    of_V_ = Exponentials(rate * (V.rowwise() - (low + high) / 2));
  }

  /// Adds to `column` (n) the covariances in coordinate j of the last n points of U with point c of V.
  void add(Eigen::Index j, Eigen::Index c, Eigen::Ref<Eigen::ArrayXd> column) {
    const Eigen::Index n = column.size();
    if (!separable_) {
      part_ = (U_.col(j).tail(n).array() - V_(c, j)).square();
      radial_in_place(family_, part_);
      column += part_;
      return;
    }
    const auto r = distances(j, c, n);
    if (family_ == RadialFamily::matern32)
      column += (1 + r) * decays(j, c, n);
    else
      column += (1 + r + r.square() * (1.0 / 3)) * decays(j, c, n);
  }
  /// Writes the derivatives of these covariances w.r.t. squared distances, as radial_with_slope() defines
  /// them, to `slopes` (n).
  void slopes(Eigen::Index j, Eigen::Index c, Eigen::Ref<Eigen::ArrayXd> slopes) {
    const Eigen::Index n = slopes.size();
    if (!separable_) {
      part_ = (U_.col(j).tail(n).array() - V_(c, j)).square();
      radial_with_slope(family_, part_, slopes);
    } else if (family_ == RadialFamily::matern32) {
      slopes = -1.5 * decays(j, c, n);
    } else {
      slopes = (-5.0 / 6) * (1 + distances(j, c, n)) * decays(j, c, n);
    }
  }
  /// Returns the sum of k_j'(S) S over these pairs, each times its weight (n).
  double weighted_changes(Eigen::Index j, Eigen::Index c, const Eigen::Ref<const Eigen::ArrayXd>& weights) {
    const Eigen::Index n = weights.size();
    if (!separable_) {
      squares_ = (U_.col(j).tail(n).array() - V_(c, j)).square();
      part_ = squares_;
      slopes_.resize(n);
      radial_with_slope(family_, part_, slopes_);
      return (weights * slopes_ * squares_).sum();
    }
    // r includes the factor sqrt(3) or sqrt(5).
    const auto r = distances(j, c, n);
    if (family_ == RadialFamily::matern32) return -1.5 / 3 * (weights * r.square() * decays(j, c, n)).sum();
    return -5.0 / 6 / 5 * (weights * (1 + r) * r.square() * decays(j, c, n)).sum();
  }

 private:
  RadialFamily family_;
  const Eigen::MatrixXd &U_, &V_;
  bool separable_ = false;
  Exponentials of_U_, of_V_;
  Eigen::ArrayXd part_, squares_, slopes_;
};

}  // namespace

CoordinateSumKernel::CoordinateSumKernel(RadialFamily family, int dimension) : family_(family) {
  if (dimension < 1) throw InputError("kernel dimension: {} is below 1", dimension);
  initialise(dimension, std::log(0.5), std::log(0.01), std::log(10.0));
}

std::vector<std::string> CoordinateSumKernel::hyperparameter_names() const {
  std::vector<std::string> names;
  for (Eigen::Index j = 0; j < log_values_.size(); ++j)
    names.push_back(fmt::format("coordinate lengthscale[{}]", j));
  return names;
}

Eigen::MatrixXd CoordinateSumKernel::scaled(const Eigen::MatrixXd& X) const {
  if (X.cols() != log_values_.size())
    throw InputError("kernel inputs: {} columns, expected {}", X.cols(), log_values_.size());
  return X * (-log_values_).array().exp().matrix().asDiagonal();
}

// The inner loops go coordinate by coordinate for one column, so that their data stay in the first-level
// cache.
Eigen::MatrixXd CoordinateSumKernel::gram(const Eigen::MatrixXd& X) const {
  const Eigen::MatrixXd U = scaled(X);
  Coordinates coordinates(family_, U, U);
  const Eigen::Index n = X.rows(), d = U.cols();
  Eigen::MatrixXd K(n, n);
  for (Eigen::Index c = 0; c < n; ++c) {
    auto column = K.col(c).tail(n - c - 1).array();
    column.setZero();
    for (Eigen::Index j = 0; j < d; ++j) coordinates.add(j, c, column);
    column /= static_cast<double>(d);
    K(c, c) = 1;
  }
  mirror_lower(K);
  return K;
}

Eigen::MatrixXd CoordinateSumKernel::cross(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z) const {
  const Eigen::MatrixXd U = scaled(X), V = scaled(Z);
  Coordinates coordinates(family_, U, V);
  Eigen::MatrixXd K(X.rows(), Z.rows());
  for (Eigen::Index c = 0; c < Z.rows(); ++c) {
    auto column = K.col(c).array();
    column.setZero();
    for (Eigen::Index j = 0; j < U.cols(); ++j) coordinates.add(j, c, column);
    column /= static_cast<double>(U.cols());
  }
  return K;
}

Eigen::VectorXd CoordinateSumKernel::gram_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& W) const {
  // dk_j / d log l_j = k_j'(S) (-2 S). It is 0 on the diagonal; pairs below it count twice, by symmetry.
  const Eigen::MatrixXd U = scaled(X);
  const Eigen::Index n = X.rows(), d = U.cols();
  Coordinates coordinates(family_, U, U);
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(d);
  for (Eigen::Index c = 0; c + 1 < n; ++c)
    for (Eigen::Index j = 0; j < d; ++j)
      gradient[j] += coordinates.weighted_changes(j, c, W.col(c).tail(n - c - 1).array());
  return gradient * (-4 / static_cast<double>(d));
}

Eigen::MatrixXd CoordinateSumKernel::input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                                    const Eigen::MatrixXd& W) const {
  // d k / d z_j = k_j'(S) 2 (z_j - x_j) / l_j^2 / d.
  const Eigen::MatrixXd U = scaled(X), V = scaled(Z);
  Coordinates coordinates(family_, U, V);
  Eigen::MatrixXd G(Z.rows(), Z.cols());
  Eigen::ArrayXd slopes(X.rows());
  for (Eigen::Index c = 0; c < Z.rows(); ++c)
    for (Eigen::Index j = 0; j < U.cols(); ++j) {
      coordinates.slopes(j, c, slopes);
      G(c, j) = (W.col(c).array() * slopes * (V(c, j) - U.col(j).array())).sum();
    }
  return scaled(G * (2 / static_cast<double>(U.cols())));
}

std::optional<CosineFeatures> CoordinateSumKernel::features(int count, Rng& rng) const {
  // Each feature is a feature of the one-dimensional kernel in a random coordinate.
  const auto d = static_cast<int>(log_values_.size());
  auto drawn = StationaryKernel(family_, 1, true).features(count, rng);
  CosineFeatures placed{Eigen::MatrixXd::Zero(count, d), drawn->phases, drawn->amplitudes};
  for (int i = 0; i < count; ++i) {
    const int j = rng.index(d);
    // 0.5 is the default lengthscale of the StationaryKernel.
    placed.frequencies(i, j) = drawn->frequencies(i, 0) * 0.5 * std::exp(-log_values_[j]);
  }
  return placed;
}

}  // namespace bora::surrogates
