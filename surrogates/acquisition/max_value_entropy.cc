#include "surrogates/acquisition/max_value_entropy.h"

#include <cmath>
#include <tuple>
#include <utility>

#include "common/error.h"
#include "surrogates/sampling/normal.h"

namespace bora::surrogates {
namespace {

// Returns log f and f' / f for f(g) = g r / 2 - log Phi(g), r = phi(g) / Phi(g). f' = -r (1 + g^2 + g r) / 2.
std::pair<double, double> log_gain(double g) {
  constexpr double kFar = 6, kFarBelow = -1e3;
  // For large g, Phi(g) is nearly 1: r = phi(g) and -log Phi(g) = phi(g) R(g) to rounding, R being Mills'
  // ratio.
  if (g > kFar) {
    const LogImprovement tail = log_improvement(-g);
    const double mills = tail.cdf_over_h / tail.density_over_h;
    const double factor = 0.5 * g + mills;
    return {-0.5 * g * g - kLogSqrtTwoPi + std::log(factor), -0.5 * (1 + g * g) / factor};
  }
  // For very negative g, terms of size g^2 would cancel: by the asymptotic series of r, f = log(-g) + log
  // sqrt(2 pi) - 1/2 + 2 / g^2 + O(g^-4).
  if (g < kFarBelow) {
    const double f = std::log(-g) + kLogSqrtTwoPi - 0.5 + 2 / (g * g);
    return {std::log(f), (1 / g - 4 / (g * g * g)) / f};
  }
  const LogImprovement at = log_improvement(g);
  const double r = at.density_over_h / at.cdf_over_h;
  // -log Phi(g): for g > 0 from the upper tail, to keep its relative accuracy; for g <= 0 by log Phi = log
  // phi - log r.
  const double below = g > 0 ? -std::log1p(-normal_cdf(-g)) : std::log(r) + 0.5 * g * g + kLogSqrtTwoPi;
  const double f = 0.5 * g * r + below;
  return {std::log(f), -0.5 * r * (1 + g * g + g * r) / f};
}

}  // namespace

LogMaxValueEntropy::LogMaxValueEntropy(Eigen::VectorXd maxima) : maxima_(std::move(maxima)) {
  if (maxima_.size() == 0 || !maxima_.allFinite())
    throw InputError("max-value entropy: expected at least one draw of the largest value, all finite");
}

Acquisition::Point LogMaxValueEntropy::at(double mean, double deviation) const {
  const Eigen::Index count = maxima_.size();
  Eigen::ArrayXd logs(count), slopes(count);
  const Eigen::ArrayXd g = (maxima_.array() - mean) / deviation;
  for (Eigen::Index k = 0; k < count; ++k) std::tie(logs[k], slopes[k]) = log_gain(g[k]);
  const double largest = logs.maxCoeff();
  const Eigen::ArrayXd shares = (logs - largest).exp();
  const double sum = shares.sum();
  const double by_mean = -(shares * slopes).sum() / sum / deviation;
  const double by_deviation = -(shares * slopes * g).sum() / sum / deviation;
  return {largest + std::log(sum / static_cast<double>(count)), by_mean, by_deviation};
}

Eigen::VectorXd gumbel_maxima(const MarginalPosterior& values, int count, double least, Rng& rng) {
  if (values.mean.size() == 0) throw InputError("max-value entropy: no values to draw the largest of");
  const Eigen::ArrayXd deviation = values.variance.array().max(Acquisition::kVarianceFloor).sqrt();
  // Returns the y at which P(all values are below y) = p, by bisection.
  const auto quantile = [&](double p) {
    const double wanted = std::log(p);
    constexpr double kDeviations = 8;
    double low = values.mean.maxCoeff() - kDeviations * deviation.maxCoeff();
    double high = (values.mean.array() + kDeviations * deviation).maxCoeff();
    constexpr int kSteps = 60;
    for (int step = 0; step < kSteps; ++step) {
      const double middle = 0.5 * (low + high);
      double log_below = 0;
      for (Eigen::Index i = 0; i < values.mean.size() && log_below > wanted; ++i)
        log_below += std::log(normal_cdf((middle - values.mean[i]) / deviation[i]));
      (log_below > wanted ? high : low) = middle;
    }
    return 0.5 * (low + high);
  };
  const double lower = quantile(0.25), middle = quantile(0.5), upper = quantile(0.75);
  const auto reduced = [](double p) { return -std::log(-std::log(p)); };
  const double scale = (upper - lower) / (reduced(0.75) - reduced(0.25));
  const double location = middle - scale * reduced(0.5);
  Eigen::VectorXd maxima(count);
  constexpr double kLeast = 1e-300;
  for (int i = 0; i < count; ++i)
    maxima[i] = std::max(least, location + scale * reduced(std::max((i + rng.uniform()) / count, kLeast)));
  return maxima;
}

void MaxValueOptions::check() const {
  if (maxima < 1) throw InputError("maxima: {} is below 1", maxima);
  if (points < 1) throw InputError("points: {} is below 1", points);
  if (functions < 1) throw InputError("functions: {} is below 1", functions);
}

}  // namespace bora::surrogates
