#include "surrogates/gp/evidence/hyperparameter_sampling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "common/error.h"
#include "surrogates/sampling/elliptical_slice.h"

namespace bora::surrogates {
namespace {

constexpr double kMostNoise = 1;

void append(Eigen::VectorXd& values, double value) {
  values.conservativeResize(values.size() + 1);
  values[values.size() - 1] = value;
}

}  // namespace

void HyperparameterSampling::check() const {
  if (burn_in < 0) throw InputError("burn_in: {} is below 0", burn_in);
  if (thinning < 1) throw InputError("thinning: {} is below 1", thinning);
  if (most_fitted < 50) throw InputError("most_fitted: {} is below 50", most_fitted);
}

HyperparameterPrior HyperparameterPrior::of(const Bounds& bounds) {
  return {0.5 * (bounds.lower + bounds.upper),
          (0.25 * (bounds.upper - bounds.lower)).cwiseMin(std::numbers::sqrt3).cwiseMax(1e-6), bounds};
}

void HyperparameterPrior::add(double of_mean, double of_deviation, double lower, double upper) {
  append(mean, of_mean);
  append(deviation, of_deviation);
  append(bounds.lower, lower);
  append(bounds.upper, upper);
}

std::vector<Eigen::VectorXd> sample_hyperparameters(
    const HyperparameterPrior& prior, const std::function<double(const Eigen::VectorXd&)>& log_evidence,
    const Eigen::VectorXd& start, int count, const HyperparameterSampling& options, Rng& rng) {
  options.check();
  const auto inside = [&](const Eigen::VectorXd& theta) {
    const bool holds = (theta.array() >= prior.bounds.lower.array()).all() &&
                       (theta.array() <= prior.bounds.upper.array()).all();
    return holds ? log_evidence(theta) : -std::numeric_limits<double>::infinity();
  };
  std::vector<Eigen::VectorXd> samples;
  if (prior.mean.size() == 0) return samples;
  Eigen::VectorXd first = start.cwiseMax(prior.bounds.lower).cwiseMin(prior.bounds.upper);
  if (!(inside(first) > -std::numeric_limits<double>::infinity())) first = prior.mean;
  if (!(inside(first) > -std::numeric_limits<double>::infinity())) return samples;
  EllipticalSlice chain(prior.mean, prior.deviation, inside, std::move(first));
  for (int i = 0; i < options.burn_in; ++i) chain.next(rng);
  for (int i = 0; i < count; ++i) {
    for (int j = 1; j < options.thinning; ++j) chain.next(rng);
    samples.push_back(chain.next(rng));
  }
  return samples;
}

SampledNoise::SampledNoise(double value) : noise(value) {
  // A noise fitted to a bound may differ from it by rounding.
  constexpr double kRounding = 1e-6;
  sampled = noise >= kLeastLearntNoise * (1 - kRounding) && noise <= kMostNoise * (1 + kRounding);
}

void SampledNoise::add_to(HyperparameterPrior& prior) const {
  if (!sampled) return;
  const double mean = std::log(1e-3), deviation = 0.5 * std::log(1e3);
  prior.add(mean, deviation, std::log(kLeastLearntNoise), std::log(kMostNoise));
}

double SampledNoise::of(const Eigen::VectorXd& theta, Eigen::Index place) const {
  return sampled ? std::exp(theta[place]) : noise;
}

}  // namespace bora::surrogates
