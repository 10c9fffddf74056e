#include "surrogates/search/mixed/casmopolitan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "surrogates/pending/pending_policy.h"
#include "surrogates/search/checked.h"
#include "surrogates/search/initial_points.h"
#include "surrogates/search/mixed/lower_tail_of.h"
#include "surrogates/search/propose/interleaved_search.h"

namespace bora::surrogates {
namespace {

int differences(const Eigen::VectorXd& a, const Eigen::VectorXd& b, int categories) {
  return static_cast<int>((a.head(categories).array() != b.head(categories).array()).count());
}

// sqrt(beta_i) of theorem 3 of Ru 2021.
double printed_ucb_beta(const MixedSpace& space, int region) {
  constexpr double kZeta = 0.1;
  double log_argument = std::log(std::numbers::pi * std::numbers::pi / (6 * kZeta)) + 2 * std::log(region);
  for (const int levels : space.levels()) log_argument += std::log(levels);
  return std::sqrt(2 * log_argument);
}

}  // namespace

void CasmopolitanOptions::set_as_printed() {
  restart_points = 0;
  refit_every = 1;
  region.published_radius = true;
  lengthscale_prior = false;
  categories = CategoryKernel::printed;
  least_gain = 0;
  printed_restart = printed_search = true;
  raise_tail = false;
}

void CasmopolitanOptions::read(NamedSettings& settings) {
  std::string as = "tuned";
  settings.read(
      "as", as, {"tuned", "paper"},
      "paper: kernel=printed, prior=no and refit=1, the first radius of the authors' code, success without a margin, acquisition search and restarts as published, values untransformed");
  settings.read("initial", initial_points, 0, 10000,
                "first points, drawn uniformly; 0: 20, with fewer than 67 trials three tenths of them");
  if (as == "paper") set_as_printed();
  settings.read("refit", refit_every, 1, 10000, "points between two fits of the hyper-parameters");
  settings.read("prior", lengthscale_prior, "a prior over lengthscales that grows with the dimension");
  const std::vector<std::string> kernels{"scaled", "printed", "overlap"};
  std::string kernel = kernels[static_cast<std::size_t>(categories)];
  settings.read(
      "kernel", kernel, kernels,
      "of categories: exp(sum l same / d) divided by its value at equal points, this as printed, or the share that is the same");
  categories = static_cast<CategoryKernel>(std::ranges::find(kernels, kernel) - kernels.begin());
  settings.read("region", use_region, "no: one model of all points, and no trust region");
  settings.read("failures", region.failures, 1, 10000,
                "points in a row without gain after which the trust region shrinks");
}

void CasmopolitanOptions::check() const {
  if (budget < 0) throw InputError("budget: {} is below 0", budget);
  if (initial_points != 0 && initial_points < 2)
    throw InputError("initial_points: {} is below 2", initial_points);
  if (restart_points != 0 && restart_points < 2)
    throw InputError("restart_points: {} is below 2", restart_points);
  if (refit_every < 1) throw InputError("refit_every: {} is below 1", refit_every);
  if (!(least_gain >= 0 && std::isfinite(least_gain)))
    throw InputError("least_gain: {} is not a number >= 0", least_gain);
  if (!(ucb_beta >= 0 && std::isfinite(ucb_beta)))
    throw InputError("ucb_beta: {} is not a number >= 0", ucb_beta);
  region.check();
}

namespace {

CasmopolitanOptions with_numbers_of_points(CasmopolitanOptions options) {
  constexpr int kUsual = 20;
  if (options.initial_points == 0) options.initial_points = default_initial_points(kUsual, options.budget);
  if (options.restart_points == 0) options.restart_points = options.initial_points;
  return options;
}

}  // namespace

Casmopolitan::Casmopolitan(MixedSpace space, CasmopolitanOptions options, std::uint64_t seed)
    : TrustRegionOptimiser(std::move(space), seed, checked(options).region, options.least_gain),
      options_(with_numbers_of_points(options)),
      model_(fresh_model()) {
  open_region(options_.initial_points);
}

ProcessModel<Eigen::VectorXd> Casmopolitan::fresh_model() const {
  ProcessModelOptions options;
  options.refit_every = options_.refit_every;
  options.fit.starts = 2;
  options.fit.search.max_iterations = 50;
  if (options_.lengthscale_prior) options.fit.priors = mixed_kernel_priors(space(), options_.categories);
  return {make_mixed_kernel(space(), options_.categories), options};
}

// The lengthscales are the last hyper-parameters of the kernel.
Eigen::VectorXd Casmopolitan::lengthscales() const {
  return model_.kernel().hyperparameters().tail(space().numbers()).array().exp();
}

LowerTail Casmopolitan::lower_tail() const {
  if (!options_.raise_tail) return {};
  const Eigen::VectorXd y = Eigen::Map<const Eigen::VectorXd>(values().data(), observations());
  return lower_tail_of(space(), points(), y, options_.initial_points, unasked_);
}

Casmopolitan::PosteriorPtr Casmopolitan::fit_posterior(Rng& rng) {
  tail_ = lower_tail();
  const Eigen::VectorXd y = tail_.apply(local_values());
  // Values are standardised, because optimisers stop at gradients below an absolute tolerance.
  standardisation_ = Standardisation::of(y);
  return model_.posterior(local_units(), standardisation_.apply(y), rng);
}

// Most points of a box around an allowed point may not be allowed if the allowed set is narrow.
Eigen::VectorXd Casmopolitan::moved_inside(Eigen::VectorXd unit, const Eigen::VectorXd& centre) const {
  if (!space().rules().allows || space().sparse()) return unit;
  constexpr int kHalvings = 6;
  const int d_h = space().categories(), d_x = space().numbers();
  for (const bool of_centre : {false, true}) {
    Eigen::VectorXd near = unit;
    if (of_centre) near.head(d_h) = centre.head(d_h);
    for (int halving = 0; halving <= kHalvings; ++halving) {
      if (space().allows_unit(near)) return near;
      near.tail(d_x) = 0.5 * (near.tail(d_x) + centre.tail(d_x)).eval();
    }
  }
  return unit;
}

Eigen::VectorXd Casmopolitan::draw_in_region(Rng& rng) const {
  if (!options_.use_region) return space().to_unit(space().sample(rng));
  const int d_h = space().categories();
  const Eigen::VectorXd centre = space().to_unit(empty() ? *centre_ : points()[best()]);
  Eigen::VectorXd point = centre;
  if (d_h > 0) {
    const std::vector<int> order = rng.permutation(d_h);
    const int changed = rng.index(std::max(1, region().radius()) + 1);
    for (int k = 0; k < std::min(changed, d_h); ++k) {
      const int i = order[static_cast<std::size_t>(k)];
      point[i] = rng.index(space().levels()[static_cast<std::size_t>(i)]);
    }
  }
  if (space().numbers() > 0) {
    const Bounds box = region().box(centre.tail(space().numbers()), lengthscales());
    for (int j = 0; j < space().numbers(); ++j)
      point[d_h + j] = space().draw_unit(j, rng, box.lower[j], box.upper[j]);
  }
  return moved_inside(std::move(point), centre);
}

Eigen::VectorXd Casmopolitan::search(PosteriorPtr posterior, double imputed_best, Rng& rng) const {
  const int d_h = space().categories();
  const int d_x = space().numbers();
  const Eigen::VectorXd centre = space().to_unit(points()[best()]);
  const double incumbent = std::max(
      standardisation_.apply(tail_.apply(Eigen::VectorXd::Constant(1, values()[best()]))[0]), imputed_best);
  const PosteriorAcquisition<Eigen::VectorXd> score(std::move(posterior),
                                                    std::make_shared<LogExpectedImprovement>(incumbent));
  SearchRegion searched;
  searched.draw = [&](Rng& of) { return draw_in_region(of); };
  searched.known = {centre};
  searched.numbers = {Eigen::VectorXd::Zero(d_x), Eigen::VectorXd::Ones(d_x)};
  if (options_.use_region) {
    if (d_x > 0) searched.numbers = region().box(centre.tail(d_x), lengthscales());
    searched.holds = [&](const Eigen::VectorXd& point) {
      return differences(point, centre, d_h) <= region().radius();
    };
  }
  return interleaved_search(
      space(), score, searched, rng,
      options_.printed_search ? InterleavedOptions::as_printed() : InterleavedOptions{});
}

void Casmopolitan::remember_incumbent(Rng& rng) {
  // Points whose coordinates, in unit coordinates, differ by less are the same maximum.
  constexpr double kSame = 1e-2;
  const auto known = [&](std::size_t at) {
    return std::ranges::any_of(past_points_, [&](const Eigen::VectorXd& past) {
      return (space().to_unit(points()[at]) - space().to_unit(past)).cwiseAbs().maxCoeff() < kSame;
    });
  };
  std::size_t at = best();
  if (options_.printed_restart && known(at)) {
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < points().size(); ++i)
      if (!known(i)) others.push_back(i);
    if (!others.empty()) at = others[static_cast<std::size_t>(rng.index(static_cast<int>(others.size())))];
  }
  past_points_.push_back(points()[at]);
  past_values_.push_back(values()[at]);
}

Eigen::VectorXd Casmopolitan::printed_centre(Rng& rng) const {
  const Eigen::VectorXd raw = lower_tail().apply(
      Eigen::Map<const Eigen::VectorXd>(past_values_.data(), static_cast<Eigen::Index>(past_values_.size())));
  auto model = fresh_model();
  const PosteriorPtr global =
      model.posterior(space().to_units(past_points_), Standardisation::of(raw).apply(raw), rng);
  const auto draw = [&](Rng& of) { return space().to_unit(space().sample(of)); };
  if (!global) return draw(rng);
  const PosteriorAcquisition<Eigen::VectorXd> score(
      global, std::make_shared<UpperConfidenceBound>(printed_ucb_beta(space(), restarts() + 2)));
  const int d_x = space().numbers();
  return interleaved_search(space(), score,
                            {draw, {Eigen::VectorXd::Zero(d_x), Eigen::VectorXd::Ones(d_x)}, {}}, rng);
}

Eigen::VectorXd Casmopolitan::next_centre(Rng& rng) const {
  if (options_.printed_restart) return printed_centre(rng);
  constexpr int kDrawn = 1000;
  Eigen::MatrixXd drawn(kDrawn, space().dimension());
  for (auto row : drawn.rowwise()) row = space().to_unit(space().sample(rng)).transpose();
  Eigen::Index chosen = 0;
  const Eigen::MatrixXd X = space().to_units(past_points_);
  const Eigen::VectorXd raw =
      lower_tail().apply(Eigen::Map<const Eigen::VectorXd>(past_values_.data(), X.rows()));
  const Eigen::VectorXd y = Standardisation::of(raw).apply(raw);
  const auto global = FittedGaussianProcess<Eigen::VectorXd>::condition(
      make_mixed_kernel(space(), options_.categories), X, y, 1e-3, Standardisation::of(y));
  if (global) {
    const MarginalPosterior at = global->marginal(drawn);
    UpperConfidenceBound(options_.ucb_beta).evaluate(at.mean, at.variance).value.maxCoeff(&chosen);
  }
  return drawn.row(chosen).transpose();
}

void Casmopolitan::restart(Rng& rng) {
  remember_incumbent(rng);
  centre_ = space().from_unit(next_centre(rng));
  centre_trial_ = 0;
  model_ = fresh_model();
  open_region(options_.restart_points);
}

std::vector<Eigen::VectorXd> Casmopolitan::propose(int q, std::int64_t first, Rng& rng) {
  if (options_.use_region && !empty() && region().exhausted()) restart(rng);
  std::vector<Eigen::VectorXd> points;
  PosteriorPtr posterior;
  bool tried = false;
  const KrigingBeliever<Eigen::VectorXd> policy;
  double imputed_best = -std::numeric_limits<double>::infinity();  // largest mean at pending points
  const auto impute = [&](const Eigen::VectorXd& point) {
    const Eigen::VectorXd unit = space().to_unit(point);
    posterior = policy.given(std::move(posterior), unit);
    imputed_best = std::max(imputed_best, posterior->mean(unit.transpose())[0]);
  };
  // The points of the first region are drawn from the whole space, those of later ones from the region.
  const auto drawn = [&] { return centre_ ? space().from_unit(draw_in_region(rng)) : space().sample(rng); };
  for (int i = 0; i < q; ++i) {
    Eigen::VectorXd wanted;
    bool chosen = false;
    if (draws_next()) {
      const bool centre = centre_ && centre_trial_ == 0;
      if (centre) centre_trial_ = first + i;
      wanted = centre ? *centre_ : redrawn(drawn, points);
    } else {
      if (!std::exchange(tried, true) && (posterior = fit_posterior(rng))) {
        for (const auto& [trial, point] : waiting()) impute(point);
        for (const Eigen::VectorXd& point : points) impute(point);
      }
      chosen = posterior != nullptr;
      wanted = chosen ? space().from_unit(search(posterior, imputed_best, rng)) : redrawn(drawn, points);
    }
    points.push_back(fresh(std::move(wanted), points, rng));
    remember(first + i, chosen);
    if (posterior && i + 1 < q) impute(points.back());
  }
  return points;
}

void Casmopolitan::ended(std::int64_t trial, Outcome outcome) {
  unasked_ |= trial == 0 && outcome == Outcome::told;
  if (trial == centre_trial_ && outcome == Outcome::abandoned) centre_trial_ = 0;  // proposed again
  TrustRegionOptimiser::ended(trial, outcome);
}

}  // namespace bora::surrogates
