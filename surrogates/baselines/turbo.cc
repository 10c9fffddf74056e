#include "surrogates/baselines/turbo.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "surrogates/gp/gaussian_process.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/kernels/continuous/factory.h"
#include "surrogates/linalg/cholesky.h"
#include "surrogates/sampling/space_filling.h"
#include "surrogates/search/checked.h"
#include "surrogates/search/initial_points.h"

namespace bora::surrogates {
namespace {

TrustRegionOptions region_of(int dimension, const TurboOptions& options) {
  constexpr int kFewestFailures = 4;
  TrustRegionOptions region;
  region.factor = 2;
  region.failures = options.failures > 0 ? options.failures : std::max(dimension, kFewestFailures);
  return region;
}

// Makes the kernel with the first hyper-parameters and the bounds of the authors.
std::unique_ptr<ContinuousKernel> published_kernel(int dimension) {
  auto kernel = make_kernel("matern52", dimension, true);
  Eigen::VectorXd first = Eigen::VectorXd::Constant(dimension + 1, std::log(0.5));
  Bounds bounds{Eigen::VectorXd::Constant(dimension + 1, std::log(0.005)),
                Eigen::VectorXd::Constant(dimension + 1, std::log(2.0))};
  first[0] = 0;  // the variance
  bounds.lower[0] = std::log(0.05);
  bounds.upper[0] = std::log(20.0);
  kernel->set_bounds(bounds);
  kernel->set_hyperparameters(first);
  return kernel;
}

}  // namespace

void TurboOptions::read(NamedSettings& settings) {
  settings.read(
      "initial", initial_points, 0, 10000,
      "first points and points after a restart, drawn uniformly; 0: 20, with fewer than 67 trials three tenths of them");
  settings.read("candidates", candidates, 1, 5000,
                "points at which the functions of Thompson sampling are drawn");
  settings.read(
      "failures", failures, 0, 10000,
      "points in a row without gain after which the trust region shrinks; 0: one per coordinate, at least 4");
}

void TurboOptions::check() const {
  if (budget < 0) throw InputError("budget: {} is below 0", budget);
  if (initial_points != 0 && initial_points < 2)
    throw InputError("initial_points: {} is below 2", initial_points);
  if (candidates < 1 || candidates > 5000) throw InputError("candidates: {}, expected 1 to 5000", candidates);
  if (failures < 0) throw InputError("failures: {} is below 0", failures);
}

Turbo::Turbo(int dimension, TurboOptions options, std::uint64_t seed)
    : TrustRegionOptimiser(MixedSpace({}, Eigen::VectorXd::Zero(dimension), Eigen::VectorXd::Ones(dimension)),
                           seed, region_of(dimension, checked(options)), 1e-3),
      options_(options) {
  constexpr int kUsual = 20;
  if (options_.initial_points == 0) options_.initial_points = default_initial_points(kUsual, options_.budget);
  open_region(options_.initial_points);
}

std::optional<Turbo::Process> Turbo::fit(Rng& rng) const {
  GaussianProcessOptions options;
  options.noise = 0.005;
  options.learn_noise = true;
  options.noise_lower = 5e-4;
  options.noise_upper = 0.2;
  options.starts = 1;
  options.search.max_iterations = 50;
  // Functions are drawn in units of the deviation, since a covariance in those of the values might overflow.
  options.standardise = false;
  const auto kernel = published_kernel(space().dimension());
  const Eigen::VectorXd y = local_values();
  return GaussianProcess<Eigen::VectorXd>(*kernel, options)
      .fit(local_units(), Standardisation::of(y).apply(y), rng)
      .model;
}

std::optional<Turbo::Candidates> Turbo::draw_candidates(Rng& rng) const {
  const auto process = fit(rng);
  if (!process) return std::nullopt;
  const int d = space().dimension();
  const Eigen::VectorXd& centre = points()[best()];
  const Bounds box = region().box(centre, process->kernel().hyperparameters().tail(d).array().exp());
  // Sobol's sequence is not defined for more coordinates than that.
  Candidates drawn{d <= kMaxSobolDimension ? sobol_points(options_.candidates, d, rng)
                                           : uniform_points(options_.candidates, d, rng),
                   {},
                   {}};
  const double share = std::min(20.0 / d, 1.0);
  for (auto row : drawn.points.rowwise()) {
    for (int j = 0; j < d; ++j)
      row[j] = rng.uniform() < share ? box.lower[j] + row[j] * (box.upper[j] - box.lower[j]) : centre[j];
  }
  JointPosterior joint = process->joint(drawn.points);
  auto factor = cholesky(joint.covariance);
  if (!factor) return std::nullopt;
  drawn.mean = std::move(joint.mean);
  drawn.root = std::move(factor->lower);
  return drawn;
}

std::vector<Eigen::VectorXd> Turbo::propose(int q, std::int64_t first, Rng& rng) {
  if (!empty() && region().exhausted()) open_region(options_.initial_points);
  std::vector<Eigen::VectorXd> asked;
  std::optional<Candidates> candidates;
  bool tried = false;
  for (int i = 0; i < q; ++i) {
    const bool draws = draws_next();
    if (!draws && !std::exchange(tried, true)) candidates = draw_candidates(rng);
    const bool chosen = !draws && candidates;
    Eigen::VectorXd wanted;
    if (chosen) {
      Eigen::VectorXd normal(candidates->mean.size());
      for (double& value : normal) value = rng.normal();
      const Eigen::VectorXd function = candidates->mean + candidates->root * normal;
      Eigen::Index best = 0;
      function.maxCoeff(&best);
      wanted = candidates->points.row(best).transpose();
      candidates->mean[best] = -std::numeric_limits<double>::infinity();  // not proposed again
    } else {
      wanted = sampled(asked, rng);
    }
    asked.push_back(fresh(std::move(wanted), asked, rng));
    remember(first + i, chosen);
  }
  return asked;
}

}  // namespace bora::surrogates
