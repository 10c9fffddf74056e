#include "surrogates/acquisition/batch_improvement.h"

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "surrogates/linalg/cholesky.h"
#include "surrogates/sampling/space_filling.h"

namespace bora::surrogates {
namespace {

// Logarithm of log(1 + exp(x)) + 0.1 / (1 + x^2), and its derivative.
struct Smoothed {
  double log_value, slope;
};
Smoothed log_fat_softplus(double x) {
  constexpr double kShare = 0.1;
  const double softplus = x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
  const double sigmoid = x > 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));
  const double tail = kShare / (1 + x * x);
  const double value = softplus + tail;
  return {std::log(value), (sigmoid - 2 * x * tail / (1 + x * x)) / value};
}

}  // namespace

void BatchImprovementOptions::check() const {
  if (draws < 1) throw InputError("draws: {} is below 1", draws);
}

ImprovementDraws::ImprovementDraws(const JointPosterior& pending, double incumbent, double scale,
                                   BatchImprovementOptions options, Rng& rng)
    : smoothed_(options.smoothed), temperature_(1e-6 * scale) {
  options.check();
  if (!(scale > 0)) throw InputError("batch improvement: a scale of {}, expected > 0", scale);
  const Eigen::Index k = pending.mean.size();
  const Eigen::MatrixXd normals = normal_points(options.draws, static_cast<int>(k) + 1, rng);
  of_pending_ = normals.leftCols(k);
  own_ = normals.col(k);
  best_ = Eigen::VectorXd::Constant(options.draws, incumbent);
  if (k == 0) {
    lower_.resize(0, 0);
    return;
  }
  constexpr JitterSchedule kPatient{1e-10, 1e-1};
  // The covariance of a model without uncertainty, such as a forest of identical trees, is 0 and has no
  // factor.
  const auto factor = cholesky(pending.covariance, kPatient);
  lower_ = factor ? factor->lower : Eigen::MatrixXd(Eigen::MatrixXd::Identity(k, k) * 1e-9 * scale);
  Eigen::MatrixXd values = of_pending_ * lower_.transpose();
  values.rowwise() += pending.mean.transpose();
  best_ = best_.cwiseMax(values.rowwise().maxCoeff());
}

double ImprovementDraws::value(const JointMoments& at, Eigen::Index i, JointMomentSlopes* slopes) const {
  constexpr double kLeastVariance = 1e-18;
  const Eigen::Index draws = own_.size();
  const auto L = lower_.triangularView<Eigen::Lower>();
  const Eigen::VectorXd l = L.solve(at.covariance.col(i));
  const double left = at.variance[i] - l.squaredNorm();
  const bool floored = !(left > kLeastVariance);
  const double r = std::sqrt(floored ? kLeastVariance : left);
  const Eigen::ArrayXd gain = (at.mean[i] + (of_pending_ * l + r * own_).array()) - best_.array();

  // result: logarithm of the mean gain; shares: its derivatives w.r.t. the gain of each draw.
  Eigen::ArrayXd shares(draws);
  double result;
  if (smoothed_) {
    Eigen::ArrayXd logs(draws), each(draws);
    for (Eigen::Index s = 0; s < draws; ++s) {
      const Smoothed value = log_fat_softplus(gain[s] / temperature_);
      logs[s] = value.log_value;
      each[s] = value.slope;
    }
    const double largest = logs.maxCoeff();
    shares = (logs - largest).exp();
    const double sum = shares.sum();
    result = largest + std::log(temperature_ * sum / static_cast<double>(draws));
    shares *= each / (sum * temperature_);
  } else {
    constexpr double kNothing = 1e-300;
    const double mean = gain.max(0.0).mean();
    result = std::log(std::max(mean, kNothing));
    shares = (gain > 0).cast<double>() / (std::max(mean, kNothing) * static_cast<double>(draws));
  }
  if (slopes == nullptr) return result;
  const double by_r = (shares * own_.array()).sum();
  const double by_left = floored ? 0 : by_r / (2 * r);
  const Eigen::VectorXd by_l = of_pending_.transpose() * shares.matrix() - 2 * by_left * l;
  slopes->mean = shares.sum();
  slopes->variance = by_left;
  slopes->covariance = L.transpose().solve(by_l);
  return result;
}

}  // namespace bora::surrogates
