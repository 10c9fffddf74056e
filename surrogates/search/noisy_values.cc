#include "surrogates/search/noisy_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "common/statistics.h"
#include "surrogates/gp/gaussian_process.h"
#include "surrogates/gp/output_transform.h"
#include "surrogates/gp/subset.h"
#include "surrogates/kernels/continuous/compose.h"
#include "surrogates/kernels/continuous/stationary.h"
#include "surrogates/search/mixed/mixed_kernel.h"

namespace bora::surrogates {
namespace {

// Noise variance of a process "without noise", which is also the smallest fitted one, relative to the
// variance of the values.
constexpr double kNone = 1e-6;
constexpr std::uint64_t kFitStream = 0x6e6f697379, kDrawStream = 0x64726177;

// Difference of log evidences that decides between two models without further conditions.
constexpr double kClear = 10;

// Scale on which a process models the values.
struct Scale {
  YeoJohnson transform;
  Eigen::VectorXd targets;  // all values, transformed
  double log_jacobian = 0;  // log-Jacobian of transform and standardisation at the fitted values
};

struct Fit {
  Scale scale;
  FittedGaussianProcess<Eigen::VectorXd> process;
  double log_evidence;  // log evidence of the untransformed values
};

Scale scale_of(YeoJohnson transform, const Eigen::VectorXd& y, const std::vector<int>& fitted) {
  Scale scale{transform, transform.apply(y), 0};
  const Standardisation raw = Standardisation::of(y), seen = Standardisation::of(scale.targets(fitted));
  const Eigen::VectorXd z = raw.apply(y(fitted));
  for (const double value : z)
    scale.log_jacobian += (transform.lambda() - 1) * std::copysign(std::log1p(std::abs(value)), value);
  scale.log_jacobian -= static_cast<double>(z.size()) * std::log(seen.deviation);
  return scale;
}

/// Returns the kernel of a fit and its priors. bumpy: adds a kernel of short lengthscales, under which a
/// function without noise may vary between points as if it had noise.
KernelAndPriors kernel_without_noise(const MixedSpace& space, const Fit& from, bool bumpy) {
  KernelAndPriors chosen = make_default_kernel(space);
  chosen.kernel->set_hyperparameters(from.process.kernel().hyperparameters());
  if (!bumpy) return chosen;
  constexpr double kShortest = 0.005, kLongest = 0.3, kStart = 0.05, kLeastVariance = 1e-6;
  // Categories are 0, 1, ..., so far apart at these lengthscales that the kernel is about 0 between different
  // ones.
  auto bumps = std::make_unique<ScaledKernel>(
      std::make_unique<StationaryKernel>(RadialFamily::matern52, space.dimension(), false));
  Bounds bounds = bumps->bounds();
  bounds.lower << std::log(kLeastVariance), std::log(kShortest);
  bounds.upper[1] = std::log(kLongest);
  bumps->set_bounds(bounds);
  const double variance = std::max(from.process.noise(), 10 * kLeastVariance);
  bumps->set_hyperparameters(Eigen::Vector2d(std::log(variance), std::log(kStart)));
  chosen.kernel = std::make_unique<SumKernel>(std::move(bumps), std::move(chosen.kernel));
  if (!chosen.priors.empty()) chosen.priors.insert(chosen.priors.begin(), 2, nullptr);
  return chosen;
}

/// Fits a process to the values at `places` (indices of rows of X). noise: its fixed noise; none: fits it.
/// Returns nothing if no matrix tried is positive definite.
std::optional<Fit> fitted(KernelAndPriors chosen, const Eigen::MatrixXd& X, const Scale& scale,
                          const std::vector<int>& places, std::optional<double> noise) {
  GaussianProcessOptions options;
  options.learn_noise = !noise;
  options.noise_lower = kNone;
  options.noise = noise.value_or(0.1);
  options.starts = noise ? 3 : 2;
  options.search.max_iterations = 50;
  options.priors = std::move(chosen.priors);
  if (noise && !options.priors.empty()) options.priors.pop_back();
  Rng rng(kFitStream);
  auto fit = GaussianProcess<Eigen::VectorXd>(*chosen.kernel, options)
                 .fit(picked(X, places), scale.targets(places), rng);
  if (!fit.model) return std::nullopt;
  return Fit{scale, std::move(*fit.model), fit.summary.log_evidence + scale.log_jacobian};
}

// Changes of numbers after which a function that varies most near one of their bounds varies more evenly.
enum class Stretch { logarithm, from_lower, from_upper };

/// Returns X (n x d, unit coordinates) with stretched numbers: the distance u of each from its bound becomes
/// log(1 + u / s), scaled to [0, 1]. s is 1e-4; for the logarithm of a number whose lower bound is positive,
/// it is that bound in units of the range. Categories are not changed.
Eigen::MatrixXd stretched(const MixedSpace& space, Eigen::MatrixXd X, Stretch stretch) {
  for (int j = 0; j < space.numbers(); ++j) {
    auto column = X.col(space.categories() + j).array();
    const double low = space.lower()[j], range = space.upper()[j] - low;
    const double start = stretch == Stretch::logarithm && low > 0 ? low / range : 1e-4;
    if (stretch == Stretch::from_upper) column = 1 - column;
    column = (column.cwiseMax(0) / start).log1p() / std::log1p(1 / start);
  }
  return X;
}

double least_step(const Eigen::VectorXd& values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i] > sorted[i - 1]) least = std::min(least, sorted[i] - sorted[i - 1]);
  return least;
}

/// Returns the mean and the standard deviation that transform.inverse(t) has if t is normal.
std::pair<double, double> untransformed(const YeoJohnson& transform, double mean, double deviation) {
  // Gauss-Hermite quadrature with 7 nodes.
  constexpr std::array<double, 4> kNodes{0, 1.154405394739968, 2.366759410734541, 3.750439717725742},
      kWeights{0.457142857142857, 0.240123178605013, 0.0307571239675865, 0.000548268855972218};
  double first = 0, second = 0;
  const double centre = transform.inverse(mean);
  const auto add = [&](double node, double weight) {
    const double value = transform.inverse(mean + node * deviation) - centre;
    first += weight * value;
    second += weight * value * value;
  };
  for (std::size_t i = 0; i < kNodes.size(); ++i) {
    add(kNodes[i], kWeights[i]);
    if (i > 0) add(-kNodes[i], kWeights[i]);
  }
  return {centre + first, std::sqrt(std::max(0.0, second - first * first))};
}

/// Returns the mean and the variance of an equal mixture of the posteriors at each row of X.
MarginalPosterior averaged(const std::vector<std::shared_ptr<const Posterior<Eigen::VectorXd>>>& draws,
                           const Eigen::MatrixXd& X) {
  MarginalPosterior out{Eigen::VectorXd::Zero(X.rows()), Eigen::VectorXd::Zero(X.rows())};
  const auto count = static_cast<double>(draws.size());
  for (const auto& draw : draws) {
    const MarginalPosterior at = draw->marginal(X);
    out.mean += at.mean / count;
    out.variance.array() += (at.variance.array() + at.mean.array().square()) / count;
  }
  out.variance = (out.variance.array() - out.mean.array().square()).cwiseMax(0.0);
  return out;
}

/// Returns the expected values at rows `places` of X. average: averages intervals and noise over draws of the
/// hyper-parameters; if `known` > 0, only over draws whose noise variance is within a factor of 2 of the
/// fit's. Returns nothing if the covariance matrix cannot be factorised or a value is not finite.
std::optional<ExpectedValues> predicted(const Fit& fit, const Eigen::MatrixXd& X, std::vector<int> places,
                                        bool average, double known) {
  const Eigen::MatrixXd of = picked(X, places);
  const auto process = FittedGaussianProcess<Eigen::VectorXd>::condition(
      std::shared_ptr<const ContinuousKernel>(
          static_cast<ContinuousKernel*>(fit.process.kernel().clone().release())),
      of, fit.scale.targets(places), fit.process.noise(), fit.process.standardisation());
  if (!process) return std::nullopt;
  constexpr std::size_t kMostSampled = 400;
  constexpr int kDraws = 32;
  std::vector<std::shared_ptr<const Posterior<Eigen::VectorXd>>> draws;
  Rng rng(kDrawStream);
  if (average && places.size() <= kMostSampled) draws = process->resampled(kDraws, rng);
  const double own = process->observation_noise();
  std::erase_if(draws, [&](const auto& draw) {
    const double noise = draw->observation_noise();
    return known > 0 && (noise < own / 2 || noise > 2 * own);
  });
  if (draws.empty())
    draws.push_back(std::make_shared<const FittedGaussianProcess<Eigen::VectorXd>>(*process));
  double variance = 0;
  for (const auto& draw : draws) variance += draw->observation_noise() / static_cast<double>(draws.size());
  const double noise = std::sqrt(variance), noise_of_fit = std::sqrt(process->observation_noise());
  const Eigen::VectorXd means = process->mean(of);
  const MarginalPosterior at = averaged(draws, of);
  const auto n = static_cast<Eigen::Index>(places.size());
  ExpectedValues out;
  out.points = std::move(places);
  for (auto* part : {&out.mean, &out.lower, &out.upper, &out.noise}) part->resize(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const YeoJohnson& transform = fit.scale.transform;
    const double spread = kNormal95 * std::sqrt(at.variance[i]);
    out.mean[i] = untransformed(transform, means[i], noise_of_fit).first;
    out.noise[i] = untransformed(transform, at.mean[i], noise).second;
    out.lower[i] = std::min(out.mean[i], untransformed(transform, at.mean[i] - spread, noise).first);
    out.upper[i] = std::max(out.mean[i], untransformed(transform, at.mean[i] + spread, noise).first);
  }
  for (const auto* part : {&out.mean, &out.lower, &out.upper, &out.noise})
    if (!part->allFinite()) return std::nullopt;
  return out;
}

// Best fit with noise, compared with fits without noise.
struct Compared {
  std::optional<Fit> noisy;
  // Largest log evidence without noise: with the same kernel, and with the added kernel of bumps.
  double smooth = -std::numeric_limits<double>::infinity(), bumpy = smooth;

  // Returns whether the evidence shows noise (the first two conditions of expected_values()).
  bool shown() const {
    // kShown: log evidence, a factor of 20. The others are variances relative to that of the values: standard
    // deviations of 1% and of 40%.
    constexpr double kShown = 3, kMatters = 1e-4, kMostNoise = 0.16;
    const double noise = noisy->process.noise(), over_smooth = noisy->log_evidence - smooth,
                 over_bumpy = noisy->log_evidence - bumpy;
    return noise > kMatters && ((over_smooth > kShown && over_bumpy > kShown) ||
                                (over_smooth > kClear && over_bumpy >= 0 && noise > kMostNoise));
  }
};

/// Returns a noise variance relative to the variance of values.
double share_of(double noise, const Eigen::VectorXd& values) {
  return noise / std::pow(Standardisation::of(values).deviation, 2);
}

/// Fits the values with the noise variance `known`. Without one, fits the noise, too, and compares the fit
/// with fits without noise.
Compared compared(const MixedSpace& space, const Eigen::MatrixXd& X, const Eigen::VectorXd& values,
                  std::optional<double> known) {
  constexpr int kMostPlaces = 200;
  const std::vector<int> places = spread_evenly(static_cast<int>(values.size()), kMostPlaces);
  // A fit standardises the values that it is given.
  std::optional<double> share;
  if (known) share = std::min(share_of(*known, values(places)), 1.0);
  Compared out;
  for (const YeoJohnson& transform : {YeoJohnson::standardising(values), YeoJohnson::of(values)}) {
    const Scale scale = scale_of(transform, values, places);
    auto fit = fitted(make_default_kernel(space), X, scale, places, share);
    if (!fit || !predicted(*fit, X, places, false, 0)) continue;
    for (double* const best : {&out.smooth, &out.bumpy}) {
      if (share) break;
      if (const auto without =
              fitted(kernel_without_noise(space, *fit, best == &out.bumpy), X, scale, places, kNone))
        *best = std::max(*best, without->log_evidence);
    }
    // The untransformed scale, which comes first, is preferred, because noise usually has a constant size on
    // it.
    if (!out.noisy || fit->log_evidence > out.noisy->log_evidence + kClear) out.noisy = std::move(fit);
  }
  if (share || !out.noisy || !out.shown() || space.numbers() == 0) return out;
  for (const Stretch stretch : {Stretch::logarithm, Stretch::from_lower, Stretch::from_upper}) {
    // Without a positive lower bound it equals from_lower.
    if (stretch == Stretch::logarithm && (space.lower().array() <= 0).all()) continue;
    for (const YeoJohnson& transform : {YeoJohnson::standardising(values), YeoJohnson::of(values)}) {
      const auto without =
          fitted(kernel_without_noise(space, *out.noisy, false), stretched(space, X, stretch),
                 scale_of(transform, values, places), places, kNone);
      if (without) out.smooth = std::max(out.smooth, without->log_evidence);
      if (!out.shown()) return out;
    }
  }
  return out;
}

}  // namespace

std::optional<ExpectedValues> expected_values(const MixedSpace& space,
                                              const std::vector<Eigen::VectorXd>& points,
                                              const Eigen::VectorXd& values, std::optional<double> known) {
  constexpr int kFewest = 4, kMostSeen = 2000;
  const auto n = static_cast<int>(values.size());
  if (n < kFewest || !exceeds_rounding(0.5 * values.maxCoeff() - 0.5 * values.minCoeff(),
                                       0.5 * values.cwiseAbs().maxCoeff()))
    return std::nullopt;
  if (known && !(share_of(*known, values) > kNone)) return std::nullopt;
  const Eigen::MatrixXd X = space.to_units(points);
  const Compared found = compared(space, X, values, known);
  if (!found.noisy || (!known && !found.shown())) return std::nullopt;
  auto expected = predicted(*found.noisy, X, spread_evenly(n, kMostSeen), true, known.value_or(0));
  if (!expected || (!known && !(expected->noise.mean() > least_step(values) / 2))) return std::nullopt;
  if (known) expected->noise.setConstant(std::sqrt(*known));
  return expected;
}

}  // namespace bora::surrogates
