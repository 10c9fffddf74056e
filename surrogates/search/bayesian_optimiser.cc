#include "surrogates/search/bayesian_optimiser.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "common/error.h"
#include "common/statistics.h"
#include "surrogates/gp/evidence/hyperparameter_sampling.h"
#include "surrogates/gp/process_model.h"
#include "surrogates/kernels/continuous/factory.h"
#include "surrogates/pending/local_penalisation.h"
#include "surrogates/sampling/space_filling.h"
#include "surrogates/search/checked.h"
#include "surrogates/search/initial_points.h"
#include "surrogates/search/mixed/lower_tail_of.h"
#include "surrogates/search/mixed/mixed_kernel.h"
#include "surrogates/search/propose/drawn_points.h"
#include "surrogates/search/propose/interleaved_search.h"
#include "surrogates/search/propose/local_and_global_proposer.h"

namespace bora::surrogates {

template class ModelOptimiser<MixedSpace>;

namespace {

// Maximum numbers of observations to which hyper-parameters are fitted, and on which the starts of a fit are
// compared.
constexpr int kMostFitted = 200, kComparedOn = 100;
constexpr std::uint64_t kDesignStream = 0x64657369676e, kRecommendationStream = 0x7265636f6d6d;

std::unique_ptr<Model<Eigen::VectorXd>> process_model(const MixedSpace& space, const BayesianOptions& options,
                                                      int refit_every, double refit_growth) {
  ProcessModelOptions of;
  of.refit_every = refit_every;
  of.refit_growth = refit_growth;
  of.most_fitted = kMostFitted;
  of.starts_compared_on = kComparedOn;
  of.fit.starts = 2;
  of.fit.search.max_iterations = 50;
  // The smaller the least noise, the closer a search approaches the maximum of a function without noise
  // (docs/results/constants.md).
  of.fit.noise_lower = kLeastLearntNoise;
  KernelAndPriors chosen = options.kernel == "default"
                               ? make_default_kernel(space)
                               : KernelAndPriors{make_kernel(options.kernel, space.numbers(), true), {}};
  if (options.lengthscale_prior) of.fit.priors = std::move(chosen.priors);
  return std::make_unique<ProcessModel<Eigen::VectorXd>>(std::move(chosen.kernel), of);
}

int initial_count(const MixedSpace& space, const BayesianOptions& options) {
  if (options.initial_points > 0) return options.initial_points;
  constexpr int kMostInitial = 20;
  return default_initial_points(std::min(2 * (space.dimension() + 1), kMostInitial), options.budget);
}

// Returns `count` Sobol points of the space, categories included, followed by 128 more that are used if the
// model cannot be fitted to these, e.g. because they failed. In more dimensions than Sobol's sequence has,
// returns a Latin hypercube of `count` points.
std::vector<Eigen::VectorXd> initial_design(const MixedSpace& space, int count, std::uint64_t seed) {
  constexpr int kReserve = 128;
  const int d = space.dimension();
  Rng rng(mix_seed(seed, kDesignStream));
  const Eigen::MatrixXd units =
      d <= kMaxSobolDimension ? sobol_points(count + kReserve, d, rng) : latin_hypercube(count, d, rng);
  std::vector<Eigen::VectorXd> design;
  for (const auto& u : units.rowwise()) {
    Eigen::VectorXd point = u.transpose();
    for (int i = 0; i < space.categories(); ++i)
      point[i] = std::floor(u[i] * space.levels()[static_cast<std::size_t>(i)]);
    for (int j = 0; j < space.numbers(); ++j) {
      const int at = space.categories() + j;
      const double low = space.lower()[j], high = space.upper()[j];
      point[at] = space.whole(j) ? std::floor(low + u[at] * (high - low + 1)) : low + u[at] * (high - low);
    }
    point = space.settled(std::move(point));
    // If few points are allowed, a random allowed point replaces one that is not: the allowed points nearest
    // to points of the box would all lie on the boundary.
    design.push_back(space.sparse() && !space.allows(point) ? space.sample(rng) : std::move(point));
  }
  return design;
}

RuleOptions rule_options(const BayesianOptions& options) {
  return {options.acquisition, options.ucb_beta, options.marginalise, options.margin};
}

// Returns the functions by which acquisition rules search the space. Points are in unit coordinates.
SearchedSpace<Eigen::VectorXd> searched(const MixedSpace& space) {
  const auto draw = [space](Rng& rng) { return space.to_unit(space.sample(rng)); };
  SearchedSpace<Eigen::VectorXd> of;
  of.draw = [draw, d = space.dimension()](int count, Rng& rng) {
    Eigen::MatrixXd drawn(count, d);
    for (auto row : drawn.rowwise()) row = draw(rng).transpose();
    return drawn;
  };
  of.largest_at = [draw, space](const PointAcquisition& score, Rng& rng) {
    const SearchRegion everywhere{
        draw, {Eigen::VectorXd::Zero(space.numbers()), Eigen::VectorXd::Ones(space.numbers())}, {}};
    return interleaved_search(space, score, everywhere, rng);
  };
  of.largest = [at = of.largest_at](const PointAcquisition& score, Rng& rng) {
    return score.values(at(score, rng).transpose())[0];
  };
  for (int j = 0; j < space.numbers(); ++j)
    if (space.real(j)) of.real.push_back(space.categories() + j);
  return of;
}

ModelOptimiserParts<Eigen::VectorXd> parts_of(const MixedSpace& space, const BayesianOptions& options,
                                              std::uint64_t seed,
                                              std::unique_ptr<Model<Eigen::VectorXd>> model) {
  if (space.categories() > 0 && options.kernel != "default")
    throw InputError("kernel: '{}' takes numbers only, and the space has categories; expected kernel=default",
                     options.kernel);
  if (space.numbers() == 0) check_imputing_policy(options.pending, "points of categories alone");
  if (model && is_local_penalisation(options.pending))
    throw InputError(
        "pending: '{}' uses the lengthscales of a Gaussian process, which a given model does not have",
        options.pending);
  ModelOptimiserParts<Eigen::VectorXd> parts;
  for (int k = 0; k < options.constraints; ++k)
    parts.constraints.push_back(
        model ? model->fresh() : process_model(space, options, options.refit_every, options.refit_growth));
  parts.model =
      model ? std::move(model) : process_model(space, options, options.refit_every, options.refit_growth);
  parts.rule = make_rule(rule_options(options), space.dimension(), searched(space));
  parts.rule_sees_pending = sees_pending(options.acquisition);
  if (options.drawn_points > 0)
    parts.proposer = std::make_unique<DrawnPoints>(space, options.drawn_points);
  else
    parts.proposer = std::make_unique<LocalAndGlobalProposer>(space);
  parts.pending = options.pending;
  parts.uniform_share = options.uniform_share;
  parts.initial_points = initial_count(space, options);
  parts.design = initial_design(space, parts.initial_points, seed);
  return parts;
}

}  // namespace

void BayesianOptions::read(NamedSettings& settings) {
  if (settings.choice("as", "default", {"default", "paper"},
                      "paper: kernel=se, transform=no and prior=no, as FITBO is published") == "paper") {
    kernel = "se";
    transform_outputs = lengthscale_prior = false;
  }
  settings.read("kernel", kernel, {"default", "se", "matern32", "matern52"},
                "of numbers; others than default: without categories or a prior");
  settings.read("transform", transform_outputs, "a monotone transform of the values");
  settings.read("prior", lengthscale_prior, "a prior over lengthscales that grows with the dimension");
  settings.read("margin", margin, 0, 100,
                "log_ei, ei, pi: standard deviations of the values by which the best is to be exceeded");
  settings.read(
      "points", drawn_points, 0, 1000000,
      "number of random points, the best of which is the next trial; 0: a search from the best of some");
}

void BayesianOptions::check() const {
  if (initial_points < 0) throw InputError("initial_points: {} is below 0", initial_points);
  if (drawn_points < 0) throw InputError("drawn_points: {} is below 0", drawn_points);
  if (budget < 0) throw InputError("budget: {} is below 0", budget);
  if (constraints < 0) throw InputError("constraints: {} is below 0", constraints);
  if (refit_every < 1) throw InputError("refit_every: {} is below 1", refit_every);
  if (!(refit_growth >= 0 && refit_growth <= 1))
    throw InputError("refit_growth: {} is not within [0, 1]", refit_growth);
  rule_options(*this).check();
  if (is_local_penalisation(pending) && sees_pending(acquisition))
    throw InputError(
        "pending: '{}' cannot be used with acquisition '{}', which accounts for pending points itself",
        pending, acquisition);
  if (!(uniform_share >= 0 && uniform_share <= 1))
    throw InputError("uniform_share: {} is not within [0, 1]", uniform_share);
}

BayesianOptimiser::BayesianOptimiser(MixedSpace space, BayesianOptions options, std::uint64_t seed,
                                     std::unique_ptr<Model<Eigen::VectorXd>> model)
    : ModelOptimiser(space, parts_of(space, checked(options), seed, std::move(model)), seed),
      options_(std::move(options)) {}

Eigen::VectorXd BayesianOptimiser::targets() {
  Eigen::VectorXd y = ModelOptimiser::targets();
  latest_ = {};
  if (options_.transform_outputs || options_.raise_tail) {
    if (constraints() > 0) {
      std::vector<bool> meets;
      for (std::size_t i = 0; i < points().size(); ++i) meets.push_back(shortfall(i) == 0);
      y = with_lowered_infeasible(std::move(y), meets, initial_points());
    }
    latest_.tail =
        lower_tail_of(space(), points(), y, initial_points(), unasked_ > 0 && !options_.observed_as_asked);
    y = latest_.tail.apply(y);
  }
  latest_.power = options_.transform_outputs ? YeoJohnson::of(y) : YeoJohnson::standardising(y);
  return latest_.power.apply(y);
}

std::unique_ptr<PendingPolicy<Eigen::VectorXd>> BayesianOptimiser::pending_policy(
    const std::string& name, const PosteriorPtr& posterior, const Eigen::VectorXd& y) const {
  if (!is_local_penalisation(name)) return ModelOptimiser::pending_policy(name, posterior, y);
  // The lengthscales of the stationary kernel are the last hyper-parameters.
  const Eigen::VectorXd lengthscales =
      process()->kernel().hyperparameters().tail(space().numbers()).array().exp();
  return std::make_unique<LocalPenalisation>(name, posterior, y,
                                             PenaltySpace{space().levels(), lengthscales});
}

void BayesianOptimiser::learnt(Rng& rng) {
  transform_ = latest_;
  feasible_ = feasibility();
  cost_ = costs(rng);
}

std::shared_ptr<const PointAcquisition> BayesianOptimiser::score(
    const AcquisitionContext<Eigen::VectorXd>& now) {
  using Factor = PosteriorAcquisition<Eigen::VectorXd>;
  // Logarithms of the factors of the acquisition.
  std::vector<std::shared_ptr<const PointAcquisition>> factors;
  if (feasible_)
    factors.push_back(std::make_shared<const Factor>(feasible_, std::make_shared<LogProbabilityAbove>(0.5)));
  if (cost_) factors.push_back(std::make_shared<const Factor>(cost_, std::make_shared<NegativeMean>()));
  return penalised(ModelOptimiser::score(now), std::move(factors),
                   [&](const PointAcquisition& acquisition) { return least(acquisition, now.rng); });
}

std::optional<BayesianOptimiser::Prediction> BayesianOptimiser::predict(const Eigen::VectorXd& point) const {
  if (!posterior()) return std::nullopt;
  const MarginalPosterior at = posterior()->marginal(space().to_unit(point).transpose());
  const double spread = kNormal95 * std::sqrt(at.variance[0]);
  return Prediction{transform_.inverse(at.mean[0]), transform_.inverse(at.mean[0] - spread),
                    transform_.inverse(at.mean[0] + spread)};
}

std::optional<Eigen::VectorXd> BayesianOptimiser::recommendation() const {
  if (!posterior() || !feasible()) return std::nullopt;
  // If the standard deviation of the noise is at most 1% of that of the values, the best observation is the
  // recommendation. With more noise, observations are excluded if they are further below the best one than
  // two evaluations of one point may differ (three standard deviations of the difference).
  constexpr double kMatters = 1e-4, kDeviations = 3;
  const Eigen::VectorXd y =
      transform_.apply(Eigen::Map<const Eigen::VectorXd>(values().data(), observations()));
  const double noise = posterior()->observation_noise();
  if (!(noise > kMatters * std::pow(Standardisation::of(y).deviation, 2))) return incumbent();
  const double best = transform_.apply(Eigen::VectorXd::Constant(1, incumbent_value()))[0];
  // Other points are candidates only if the variance of the model there is at most that of one evaluation.
  return largest_mean(y.array() >= best - kDeviations * std::sqrt(2 * noise), noise);
}

std::optional<Eigen::VectorXd> BayesianOptimiser::expected_maximum() const {
  if (!posterior() || !feasible()) return std::nullopt;
  return largest_mean(BoolArray::Constant(observations(), true), std::numeric_limits<double>::infinity());
}

Eigen::VectorXd BayesianOptimiser::largest_mean(const BoolArray& among, double most_variance) const {
  // With weight 0 the upper confidence bound is the mean.
  const PosteriorAcquisition<Eigen::VectorXd> expected(posterior(),
                                                       std::make_shared<const UpperConfidenceBound>(0));
  std::vector<Eigen::VectorXd> candidates;
  for (const Eigen::VectorXd& point : points()) candidates.push_back(space().to_unit(point));
  // The search draws points near the observations of largest posterior mean, since values may be noisy.
  Eigen::VectorXd means = expected.values(batch(candidates));
  for (std::size_t i = 0; i < points().size(); ++i)
    if (const auto at = static_cast<Eigen::Index>(i); shortfall(i) > 0 || !among[at])
      means[at] = -std::numeric_limits<double>::infinity();
  const std::vector<double> values(means.begin(), means.end());
  Eigen::Index best = 0;
  const double known = means.maxCoeff(&best);
  const Eigen::VectorXd& tried = points()[static_cast<std::size_t>(best)];
  if (!failures().empty() || constraints() > 0) return tried;
  Rng rng(kRecommendationStream);
  const Eigen::VectorXd found =
      space().from_unit(LocalAndGlobalProposer(space()).propose(expected, {candidates, values}, rng));
  const MarginalPosterior there = posterior()->marginal(space().to_unit(found).transpose());
  const bool better = space().allows(found) && there.mean[0] > known && there.variance[0] <= most_variance;
  return better ? found : tried;
}

BayesianOptimiser::PosteriorPtr BayesianOptimiser::feasibility() const {
  if (failures().empty() || points().empty()) return nullptr;
  const auto n = static_cast<Eigen::Index>(points().size());
  const auto failed = static_cast<Eigen::Index>(failures().size());
  Eigen::MatrixXd X(n + failed, space().dimension());
  X << space().to_units(points()), space().to_units(failures());
  Eigen::VectorXd labels = Eigen::VectorXd::Zero(n + failed);
  labels.head(n).setOnes();
  // The lengthscales are the kernel's defaults. Fitted to labels, which jump between 0 and 1, they would
  // become so short that every new point seemed likely to fail.
  constexpr double kNoise = 1e-2;
  using Process = FittedGaussianProcess<Eigen::VectorXd>;
  auto process =
      Process::condition(make_mixed_kernel(space()), X, labels, kNoise, Standardisation::of(labels));
  return process ? std::make_shared<const Process>(std::move(*process)) : nullptr;
}

void BayesianOptimiser::tell_at_cost(std::int64_t trial, double value, double cost,
                                     const std::vector<double>& slacks) {
  constexpr double kLeast = 1e-3;
  if (!is_logarithm(options_.acquisition))
    throw InputError("tell: costs require an acquisition whose logarithm is computed, which '{}' is not",
                     options_.acquisition);
  if (!(cost >= 0) || !std::isfinite(cost))
    throw InputError("tell: the cost of trial {} is {}, expected a finite number >= 0", trial, cost);
  const int before = observations();
  tell_constrained(trial, value, slacks);
  // A point that violates a constraint that is not modelled has failed, so there is no observation.
  if (observations() == before) return;
  costly_.push_back(points().back());
  log_costs_.push_back(std::log(std::max(cost, kLeast)));
}

BayesianOptimiser::PosteriorPtr BayesianOptimiser::costs(Rng& rng) const {
  const auto n = static_cast<Eigen::Index>(log_costs_.size());
  if (n < 2) return nullptr;
  const Eigen::VectorXd y = Eigen::Map<const Eigen::VectorXd>(log_costs_.data(), n);
  return process_model(space(), options_, 1, 0)->posterior(space().to_units(costly_), y, rng);
}

}  // namespace bora::surrogates
