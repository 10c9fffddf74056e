#include "attacks/image/methods/bayesian/procedural.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bora::attacks {
namespace {

constexpr int kParameters = 4;  // number of parameters of either noise

surrogates::BoxOptimiserOptions optimiser_options(const ProceduralOptions& options) {
  surrogates::BoxOptimiserOptions box;
  box.initial_points = options.initial;
  box.ard = true;
  box.learn_noise = true;
  box.lengthscale_prior = true;
  box.candidates = 1000;
  return box;
}

}  // namespace

void ProceduralOptions::read(AttackSettings& settings) {
  settings.accept_as();
  settings.read("pattern", pattern, {"perlin", "gabor"}, "the noise function");
  settings.read("initial", initial, 1, 10000, "first queries, a Latin hypercube");
}

double ProceduralAttack::Parameter::at(double position) const {
  position = std::clamp(position, 0.0, 1.0);
  if (whole) return std::min(high, std::floor(low + (high - low + 1) * position));
  return logarithmic ? low * std::pow(high / low, position) : low + (high - low) * position;
}

ProceduralAttack::ProceduralAttack(AttackProblem problem, const ProceduralOptions& options)
    : problem_(std::move(problem)),
      optimiser_(Eigen::VectorXd::Zero(kParameters), Eigen::VectorXd::Ones(kParameters),
                 optimiser_options(options), problem_.seed) {
  Rng rng(mix_seed(problem_.seed, "noise"));
  options.pattern == "perlin" ? set_perlin(rng) : set_gabor(rng);
}

void ProceduralAttack::set_perlin(Rng& rng) {
  const auto& [channels, height, width] = problem_.shape;
  const double scale = std::min(height, width) / 299.0;
  const Parameter wavelength{std::max(2.0, 20 * scale), std::max(4.0, 160 * scale), true};
  parameters_ = {wavelength, wavelength, {.low = 1, .high = 4, .whole = true}, {.low = 4, .high = 32}};
  make_noise_ = [height, width, lattice = draw_lattice(rng)](const Eigen::VectorXd& values) {
    return perlin_noise(height, width, {values[0], values[1], static_cast<int>(values[2]), values[3]},
                        lattice);
  };
}

void ProceduralAttack::set_gabor(Rng& rng) {
  const auto& [channels, height, width] = problem_.shape;
  const double scale = std::min(height, width) / 224.0;
  const Parameter sigma{std::max(0.5, 2 * scale), std::max(1.0, 20 * scale), true};
  parameters_ = {sigma,
                 {std::max(2.0, scale), std::max(4.0, 20 * scale), true},
                 {.low = 0, .high = std::numbers::pi},
                 {.low = 1, .high = 12, .whole = true}};
  const int margin = static_cast<int>(std::ceil(2 * sigma.high));
  make_noise_ = [margin,
                 impulses = draw_impulses(height, width, margin, rng)](const Eigen::VectorXd& values) {
    return gabor_noise(impulses, margin, {values[0], values[1], values[2], static_cast<int>(values[3])});
  };
}

Noise ProceduralAttack::noise_at(const Eigen::VectorXd& point) const {
  Eigen::VectorXd values(kParameters);
  for (int i = 0; i < kParameters; ++i) values[i] = parameters_[i].at(point[i]);
  return make_noise_(values);
}

std::optional<Pixels> ProceduralAttack::ask() {
  constexpr int kMostKnown = 100;  // trials in a row that are told known values
  Noise noise;
  for (int i = 0; i <= kMostKnown; ++i) {
    const auto trial = optimiser_.ask(1).front();
    asked_ = trial.number;
    noise = noise_at(trial.point);
    signs_.clear();
    for (const double value : noise.reshaped()) signs_ += value < 0 ? '-' : '+';
    const auto known = objectives_.find(signs_);
    if (known == objectives_.end()) break;
    if (i < kMostKnown) optimiser_.tell(asked_, known->second);
  }
  const auto epsilon = static_cast<float>(problem_.ball.epsilon());
  Pixels image = problem_.original;
  float* out = image.data();
  for (int c = 0; c < problem_.shape.channels; ++c)
    for (int y = 0; y < problem_.shape.height; ++y)
      for (int x = 0; x < problem_.shape.width; ++x) *out++ += noise(y, x) < 0 ? -epsilon : epsilon;
  return image;
}

void ProceduralAttack::tell(const Pixels& /*queried*/, const Observation& seen) {
  objectives_.emplace(signs_, seen.objective);
  optimiser_.tell(asked_, seen.objective);
}

std::map<std::string, double> ProceduralAttack::seconds() const {
  const auto& timings = optimiser_.timings();
  return {{"fit", timings.fit_seconds}, {"acquisition", timings.acquisition_seconds}};
}

}  // namespace bora::attacks
