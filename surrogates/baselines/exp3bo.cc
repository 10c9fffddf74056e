#include "surrogates/baselines/exp3bo.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "surrogates/acquisition/maximise.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/kernels/continuous/factory.h"
#include "surrogates/pending/pending_policy.h"
#include "surrogates/search/initial_points.h"
#include "surrogates/search/mixed/lower_tail_of.h"
#include "surrogates/search/mixed/number_search.h"

namespace bora::surrogates {

void Exp3BoOptions::check() const {
  if (budget < 1) throw InputError("budget: {} is below 1", budget);
  if (initial_per_arm < 1) throw InputError("initial_per_arm: {} is below 1", initial_per_arm);
  if (initial_points < 0) throw InputError("initial_points: {} is below 0", initial_points);
  if (refit_every < 1) throw InputError("refit_every: {} is below 1", refit_every);
  if (most_arms < 2) throw InputError("most_arms: {} is below 2", most_arms);
  if (!(ucb_beta >= 0 && std::isfinite(ucb_beta)))
    throw InputError("ucb_beta: {} is not a number >= 0", ucb_beta);
}

namespace {

// Returns a bandit with an arm for each combination of categories. Throws InputError as Exp3Bo() does.
Exp3 make_bandit(const MixedSpace& space, const Exp3BoOptions& options) {
  options.check();
  if (space.categories() == 0 || space.numbers() == 0)
    throw InputError("optimiser exp3bo: needs categories and numbers, the space has {} and {}",
                     space.categories(), space.numbers());
  double arms = 1;
  for (const int levels : space.levels()) arms *= levels;
  if (arms > options.most_arms)
    throw InputError("optimiser exp3bo: takes at most {} combinations of categories, the space has {}",
                     options.most_arms, arms);
  // Tests at random points whether a category is inactive, in which case settled() may change it.
  constexpr int kTried = 1000;
  Rng rng(1);
  for (int i = 0; i < kTried; ++i) {
    Eigen::VectorXd point = space.sample(rng);
    for (int j = 0; j < space.categories(); ++j)
      point[j] = rng.index(space.levels()[static_cast<std::size_t>(j)]);
    if (space.settled(point).head(space.categories()) != point.head(space.categories()))
      throw InputError("optimiser exp3bo: a category is inactive at some points, which is not supported");
  }
  const int count = static_cast<int>(arms);
  return Exp3(count, exp3_exploration(count, options.budget));
}

// Returns `count` of the elements of `arms`: the first occurrence of each arm, then the second of each, and
// so on.
std::vector<int> evenly_from(const std::vector<int>& arms, int count) {
  std::map<int, int> seen;
  std::vector<std::pair<int, int>> ranked;  // number of earlier occurrences, arm
  for (const int arm : arms) ranked.emplace_back(seen[arm]++, arm);
  std::ranges::stable_sort(ranked, {}, &std::pair<int, int>::first);
  std::vector<int> chosen;
  for (int i = 0; i < count; ++i) chosen.push_back(ranked[static_cast<std::size_t>(i)].second);
  return chosen;
}

}  // namespace

Exp3Bo::Exp3Bo(MixedSpace space, Exp3BoOptions options, std::uint64_t seed)
    : MixedOptimiser(std::move(space), seed),
      options_(options),
      bandit_(make_bandit(this->space(), options)),
      observed_(static_cast<std::size_t>(bandit_.arms())) {
  ProcessModelOptions of_arm;
  of_arm.refit_every = options_.refit_every;
  of_arm.fit.starts = 3;
  for (int arm = 0; arm < bandit_.arms(); ++arm) {
    models_.emplace_back(make_kernel("matern52", this->space().numbers(), false), of_arm);
    for (int i = 0; i < options_.initial_per_arm; ++i) design_.push_back(arm);
  }
  Rng rng(mix_seed(seed, "design"));
  rng.shuffle(design_);
  const auto all = static_cast<int>(design_.size());
  const int most =
      options_.initial_points > 0 ? options_.initial_points : default_initial_points(all, options_.budget);
  if (most < all) design_ = evenly_from(design_, most);
}

Eigen::VectorXd Exp3Bo::raised() const {
  const Eigen::VectorXd y = Eigen::Map<const Eigen::VectorXd>(values().data(), observations());
  return lower_tail_of(space(), points(), y, static_cast<int>(design_.size()), unasked_).apply(y);
}

int Exp3Bo::arm_of(const Eigen::VectorXd& point) const {
  int arm = 0;
  for (int i = 0; i < space().categories(); ++i)
    arm = arm * space().levels()[static_cast<std::size_t>(i)] + static_cast<int>(point[i]);
  return arm;
}

Eigen::VectorXd Exp3Bo::sample_of(int arm, Rng& rng) const {
  constexpr int kTries = 50;  // number of draws of numbers that are allowed with these categories
  for (int i = 1;; ++i) {
    Eigen::VectorXd point = space().sample(rng);
    for (int j = space().categories() - 1, left = arm; j >= 0; --j) {
      const int levels = space().levels()[static_cast<std::size_t>(j)];
      point[j] = left % levels;
      left /= levels;
    }
    point = space().settled(std::move(point));
    if (i == kTries || space().allows(point)) return point;
  }
}

Eigen::VectorXd Exp3Bo::best_of(int arm, const std::vector<Eigen::VectorXd>& asked, Rng& rng) {
  const int d_x = space().numbers();
  const auto& observed = observed_[static_cast<std::size_t>(arm)];
  Eigen::VectorXd point = sample_of(arm, rng);
  if (observed.size() < 2) return point;
  const auto numbers = [&](const Eigen::VectorXd& of) { return space().to_unit(of).tail(d_x).eval(); };
  std::vector<Eigen::VectorXd> of_arm;
  for (const std::size_t at : observed) of_arm.push_back(points()[at]);
  const Eigen::MatrixXd X = space().to_units(of_arm).rightCols(d_x);
  const Eigen::VectorXd y = raised()(observed);
  // Values are standardised, because optimisers stop at gradients below an absolute tolerance.
  auto posterior = models_[static_cast<std::size_t>(arm)].posterior(X, Standardisation::of(y).apply(y), rng);
  if (!posterior) return point;
  const KrigingBeliever<Eigen::VectorXd> policy;
  for (const auto& [trial, pending] : waiting())
    if (arm_of(pending) == arm) posterior = policy.given(std::move(posterior), numbers(pending));
  for (const Eigen::VectorXd& pending : asked)
    if (arm_of(pending) == arm) posterior = policy.given(std::move(posterior), numbers(pending));
  const auto score = std::make_shared<const PosteriorAcquisition<Eigen::VectorXd>>(
      posterior, std::make_shared<UpperConfidenceBound>(options_.ucb_beta));
  Eigen::VectorXd unit = space().to_unit(point);
  if (space().ruled()) {
    const auto good = best_in_units(space(), of_arm, y);
    return space().from_unit(search_numbers(space(), NumbersAcquisition(score, d_x), unit, good, rng));
  }
  const Bounds box{Eigen::VectorXd::Zero(d_x), Eigen::VectorXd::Ones(d_x)};
  unit.tail(d_x) = maximise_acquisition(*score, box, rng).point;
  return space().from_unit(unit);
}

std::vector<Eigen::VectorXd> Exp3Bo::propose(int q, std::int64_t first, Rng& rng) {
  std::vector<Eigen::VectorXd> asked;
  for (int i = 0; i < q; ++i) {
    Eigen::VectorXd wanted;
    std::optional<Exp3::Draw> draw;
    // Returns whether an arm needs further initial points. Observations that were not asked for count as
    // such.
    const auto lacks_points = [&](int arm) {
      return static_cast<int>(observed_[static_cast<std::size_t>(arm)].size()) < options_.initial_per_arm;
    };
    // Some arms may have no allowed point.
    bool allowed = false;
    while (!allowed && used_ < design_.size())
      if (const int arm = design_[used_++]; lacks_points(arm)) {
        wanted = sample_of(arm, rng);
        allowed = space().allows(wanted);
        if (allowed) of_design_[first + i] = arm;
      }
    constexpr int kDraws = 20;
    for (int k = 0; !allowed && k < kDraws; ++k) {
      draw = bandit_.draw(1, rng).front();
      wanted = best_of(draw->arm, asked, rng);
      allowed = space().allows(wanted);
    }
    asked.push_back(fresh(std::move(wanted), asked, rng));
    // The bandit gets no reward if the point had to be replaced by one of another arm.
    if (draw && arm_of(asked.back()) == draw->arm) draws_[first + i] = *draw;
  }
  return asked;
}

void Exp3Bo::ended(std::int64_t trial, Outcome outcome) {
  unasked_ |= trial == 0 && outcome == Outcome::told;
  if (outcome == Outcome::told)
    observed_[static_cast<std::size_t>(arm_of(points().back()))].push_back(points().size() - 1);
  if (const auto designed = of_design_.extract(trial); designed && outcome == Outcome::abandoned)
    design_[--used_] = designed.mapped();  // overwrites an arm that was used, and is used next
  const auto found = draws_.find(trial);
  if (found == draws_.end()) return;
  if (outcome == Outcome::told) {
    const Eigen::VectorXd y = raised();
    bandit_.tell(found->second, relative_reward(y[y.size() - 1], {y.begin(), y.end()}));
  }
  draws_.erase(found);
}

}  // namespace bora::surrogates
