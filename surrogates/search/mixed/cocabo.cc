#include "surrogates/search/mixed/cocabo.h"

#include <algorithm>
#include <cmath>

#include "surrogates/acquisition/maximise.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/kernels/categorical/overlap.h"
#include "surrogates/kernels/continuous/compose.h"
#include "surrogates/kernels/continuous/factory.h"
#include "surrogates/kernels/mixed/column_kernel.h"
#include "surrogates/pending/pending_policy.h"
#include "surrogates/search/checked.h"
#include "surrogates/search/initial_points.h"
#include "surrogates/search/mixed/lower_tail_of.h"
#include "surrogates/search/mixed/number_search.h"

namespace bora::surrogates {
namespace {

constexpr int kPublishedInitial = 24;  // number of initial points (Ru 2021, section 5.5)

}  // namespace

void CocaboOptions::read(NamedSettings& settings) {
  if (settings.choice("as", "tuned", {"tuned", "paper"},
                      "paper: initial=24, and values far below all others are not raised") == "paper") {
    initial_points = kPublishedInitial;
    raise_tail = false;
  }
  settings.read("initial", initial_points, 0, 10000,
                "first points, drawn uniformly; 0: 24, with fewer than 80 trials three tenths of them");
  settings.read("refit", refit_every, 1, 10000, "points between two fits of the hyper-parameters");
  settings.read("beta", ucb_beta, 0, 100, "exploration among numbers");
  double share = lambda.value_or(-1);
  settings.read("lambda", share, -1, 1,
                "share of the kernel's product, from 0, a sum, to 1, a product; below 0: learnt");
  lambda = share >= 0 ? std::optional(share) : std::nullopt;
}

void CocaboOptions::check() const {
  if (budget < 1) throw InputError("budget: {} is below 1", budget);
  if (initial_points < 0) throw InputError("initial_points: {} is below 0", initial_points);
  if (refit_every < 1) throw InputError("refit_every: {} is below 1", refit_every);
  if (lambda && !(*lambda >= 0 && *lambda <= 1)) throw InputError("lambda: {} is not within [0, 1]", *lambda);
  if (!(ucb_beta >= 0 && std::isfinite(ucb_beta)))
    throw InputError("ucb_beta: {} is not a number >= 0", ucb_beta);
}

std::unique_ptr<ContinuousKernel> make_cocabo_kernel(const MixedSpace& space, std::optional<double> lambda) {
  const int d_h = space.categories();
  const int d_x = space.numbers();
  std::unique_ptr<ContinuousKernel> of_categories, of_numbers;
  if (d_h > 0)
    of_categories = std::make_unique<ScaledKernel>(
        std::make_unique<ColumnKernel>(std::make_unique<OverlapKernel>(d_h), 0, d_h, d_h + d_x));
  if (d_x > 0)
    of_numbers = std::make_unique<ColumnKernel>(make_kernel("matern52", d_x, false), d_h, d_x, d_h + d_x);
  if (!of_numbers) return of_categories;
  if (!of_categories) return of_numbers;
  return std::make_unique<BlendKernel>(std::move(of_categories), std::move(of_numbers), lambda, true);
}

namespace {

ProcessModelOptions model_options(int refit_every) {
  ProcessModelOptions options;
  options.refit_every = refit_every;
  options.fit.starts = 3;
  return options;
}

}  // namespace

Cocabo::Cocabo(MixedSpace space, CocaboOptions options, std::uint64_t seed)
    : MixedOptimiser(std::move(space), seed),
      options_(checked(options)),
      model_(make_cocabo_kernel(this->space(), options.lambda), model_options(options.refit_every)) {
  if (options_.initial_points == 0)
    options_.initial_points = default_initial_points(kPublishedInitial, options_.budget);
  for (const int levels : this->space().levels())
    bandits_.emplace_back(levels, exp3_exploration(levels, options_.budget));
}

std::vector<Eigen::VectorXd> Cocabo::probabilities() const {
  std::vector<Eigen::VectorXd> all;
  for (const Exp3& bandit : bandits_) all.push_back(bandit.probabilities());
  return all;
}

Eigen::VectorXd Cocabo::raised() const {
  const Eigen::VectorXd y = Eigen::Map<const Eigen::VectorXd>(values().data(), observations());
  if (!options_.raise_tail) return y;
  return lower_tail_of(space(), points(), y, options_.initial_points, unasked_).apply(y);
}

double Cocabo::reward_of(std::size_t observation) const {
  const Eigen::VectorXd y = raised();
  return relative_reward(y[static_cast<Eigen::Index>(observation)], {y.begin(), y.end()});
}

void Cocabo::reward_uniform(std::size_t observation) {
  const double reward = reward_of(observation);
  for (std::size_t h = 0; h < bandits_.size(); ++h)
    if (space().active(points()[observation], static_cast<int>(h)))
      bandits_[h].tell({.arm = static_cast<int>(points()[observation][static_cast<Eigen::Index>(h)]),
                        .probability = 1.0 / bandits_[h].arms()},
                       reward);
}

// Values are standardised, because optimisers stop at gradients below an absolute tolerance.
Cocabo::PosteriorPtr Cocabo::fit_posterior(Rng& rng) {
  const Eigen::VectorXd y = raised();
  return model_.posterior(space().to_units(points()), Standardisation::of(y).apply(y), rng);
}

Eigen::VectorXd Cocabo::best_numbers(PosteriorPtr posterior, Eigen::VectorXd point, Rng& rng) const {
  if (space().numbers() == 0) return space().settled(std::move(point));
  const PosteriorAcquisition<Eigen::VectorXd> score(
      std::move(posterior), std::make_shared<UpperConfidenceBound>(options_.ucb_beta));
  const Eigen::VectorXd unit = space().to_unit(point);
  if (!space().ruled())
    return space().from_unit(maximise_acquisition(score, space().unit_box(unit), rng).point);
  const auto good = best_in_units(space(), points(), values());
  return space().from_unit(search_numbers(space(), score, unit, good, rng));
}

std::vector<Eigen::VectorXd> Cocabo::propose(int q, std::int64_t first, Rng& rng) {
  std::vector<Eigen::VectorXd> points;
  const auto draw = [&](int count) {
    for (int i = 0; i < count; ++i) points.push_back(fresh(sampled(points, rng), points, rng));
  };
  const int known = observations() + static_cast<int>(failures().size()) + pending();
  const int initial = observations() < 2 ? q : std::clamp(options_.initial_points - known, 0, q);
  draw(initial);
  PosteriorPtr posterior = initial < q ? fit_posterior(rng) : nullptr;
  if (!posterior) {
    draw(q - initial);
    return points;
  }
  if (!std::exchange(draws_begun_, true))
    for (std::size_t i = 0; i < values().size(); ++i) reward_uniform(i);
  const KrigingBeliever<Eigen::VectorXd> policy;
  const auto impute = [&](const Eigen::VectorXd& point) {
    posterior = policy.given(std::move(posterior), space().to_unit(point));
  };
  for (const auto& [trial, point] : waiting()) impute(point);
  for (const Eigen::VectorXd& point : points) impute(point);

  std::vector<std::vector<Exp3::Draw>> drawn;  // draws of each variable
  for (const Exp3& bandit : bandits_) drawn.push_back(bandit.draw(q - initial, rng));
  for (int i = initial; i < q; ++i) {
    Eigen::VectorXd point = space().sample(rng);
    std::vector<Exp3::Draw> draws;
    for (std::size_t h = 0; h < bandits_.size(); ++h) {
      draws.push_back(drawn[h][static_cast<std::size_t>(i - initial)]);
      point[static_cast<Eigen::Index>(h)] = draws.back().arm;
    }
    const Eigen::VectorXd wanted = best_numbers(posterior, std::move(point), rng);
    points.push_back(fresh(wanted, points, rng));
    // A bandit gets no reward if its category was not used, because the point was known and replaced, or if
    // its variable is inactive at the point.
    for (std::size_t h = 0; h < bandits_.size(); ++h)
      if (points.back()[static_cast<Eigen::Index>(h)] == draws[h].arm &&
          space().active(points.back(), static_cast<int>(h)))
        draws_[first + i].emplace_back(h, draws[h]);
    if (i + 1 < q) impute(points.back());
  }
  return points;
}

void Cocabo::ended(std::int64_t trial, Outcome outcome) {
  unasked_ |= trial == 0 && outcome == Outcome::told;
  const auto found = draws_.find(trial);
  if (found == draws_.end()) {
    if (draws_begun_ && outcome == Outcome::told) reward_uniform(values().size() - 1);
    return;
  }
  if (outcome == Outcome::told) {
    const double reward = reward_of(values().size() - 1);
    for (const auto& [bandit, draw] : found->second) bandits_[bandit].tell(draw, reward);
  }
  draws_.erase(found);
}

}  // namespace bora::surrogates
