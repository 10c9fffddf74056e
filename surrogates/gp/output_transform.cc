#include "surrogates/gp/output_transform.h"

#include <algorithm>
#include <cmath>

#include "surrogates/optim/scalar_search.h"

namespace bora::surrogates {
namespace {

// Returns the transform of one standardised value.
double transformed(double y, double lambda) {
  constexpr double kNearly = 1e-9;
  if (y >= 0) return std::abs(lambda) < kNearly ? std::log1p(y) : std::expm1(lambda * std::log1p(y)) / lambda;
  const double power = 2 - lambda;
  return std::abs(power) < kNearly ? -std::log1p(-y) : -std::expm1(power * std::log1p(-y)) / power;
}

Eigen::VectorXd transformed(const Eigen::VectorXd& y, double lambda) {
  return y.unaryExpr([lambda](double v) { return transformed(v, lambda); });
}

}  // namespace

LowerTail LowerTail::of(const Eigen::VectorXd& y, int first) {
  return of(y, Eigen::VectorXd(y.head(std::min<Eigen::Index>(first, y.size()))));
}

LowerTail LowerTail::of(const Eigen::VectorXd& y, Eigen::VectorXd spread) {
  constexpr double kFence = 5, kFar = 50;
  // The quantile is not the median, since half of the values at Sobol points are nearly equal if the function
  // is symmetric.
  double* const third = spread.data() + (spread.size() - 1) / 3;
  std::nth_element(spread.data(), third, spread.data() + spread.size());
  LowerTail tail;
  const double scale = y.maxCoeff() - *third;
  const double largest = std::max(std::abs(y.maxCoeff()), std::abs(*third));
  if (!exceeds_rounding(scale, largest) || !std::isfinite(kFar * scale) ||
      y.minCoeff() >= *third - kFar * scale)
    return tail;
  tail.fence_ = *third - kFence * scale;
  tail.scale_ = scale;
  return tail;
}

Eigen::VectorXd LowerTail::apply(const Eigen::VectorXd& y) const {
  // u / (1 + u), written so that it is 1 if u is infinite.
  return y.unaryExpr(
      [&](double v) { return v >= fence_ ? v : fence_ - scale_ / (1 + scale_ / (fence_ - v)); });
}

double LowerTail::inverse(double t) const {
  if (t >= fence_) return t;
  const double below = (fence_ - t) / scale_;
  return below < 1 ? fence_ - scale_ * below / (1 - below) : -std::numeric_limits<double>::infinity();
}

YeoJohnson YeoJohnson::standardising(const Eigen::VectorXd& y) {
  YeoJohnson transform;
  transform.standardisation_ = Standardisation::of(y);
  return transform;
}

YeoJohnson YeoJohnson::of(const Eigen::VectorXd& y) {
  YeoJohnson transform = standardising(y);
  const Eigen::VectorXd z = transform.standardisation_.apply(y);
  if (y.size() < 3 || !(z.cwiseAbs().maxCoeff() > 0) || !z.allFinite()) return transform;
  const double n = static_cast<double>(z.size());
  const double jacobian =
      z.unaryExpr([](double v) { return std::copysign(std::log1p(std::abs(v)), v); }).sum();
  const auto likelihood = [&](double lambda) {
    const Eigen::VectorXd t = transformed(z, lambda);
    const double variance = (t.array() - t.mean()).square().mean();
    if (!(variance > 0)) return -std::numeric_limits<double>::infinity();
    return -0.5 * n * std::log(variance) + (lambda - 1) * jacobian;
  };
  const ScalarMaximum best = maximise_scalar(
      likelihood,
      {.start = 1, .step = 0.5, .lower = -1, .upper = 3, .tolerance = 1e-4, .max_evaluations = 40});
  if (std::isfinite(best.value)) transform.lambda_ = best.x;
  return transform;
}

Eigen::VectorXd YeoJohnson::apply(const Eigen::VectorXd& y) const {
  return transformed(standardisation_.apply(y), lambda_);
}

double YeoJohnson::inverse(double t) const {
  constexpr double kNearly = 1e-9;
  const double infinite = std::numeric_limits<double>::infinity();
  double z;
  if (t >= 0) {
    const double base = 1 + lambda_ * t;
    z = std::abs(lambda_) < kNearly ? std::expm1(t)
        : base <= 0                 ? infinite
                                    : std::expm1(std::log(base) / lambda_);
  } else {
    const double power = 2 - lambda_, base = 1 - power * t;
    z = std::abs(power) < kNearly ? -std::expm1(-t)
        : base <= 0               ? -infinite
                                  : -std::expm1(std::log(base) / power);
  }
  return standardisation_.mean + standardisation_.deviation * z;
}

}  // namespace bora::surrogates
