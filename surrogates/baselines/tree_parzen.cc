#include "surrogates/baselines/tree_parzen.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "common/error.h"
#include "common/order.h"
#include "surrogates/search/initial_points.h"

namespace bora::surrogates {
namespace {

using Points = std::vector<Eigen::VectorXd>;

std::vector<ParzenVariable> variables_of(const MixedSpace& space) {
  std::vector<ParzenVariable> variables;
  for (const int levels : space.levels()) variables.push_back({.levels = levels});
  for (int j = 0; j < space.numbers(); ++j) {
    const double edge = space.whole(j) ? 0.5 : 0;  // the bounds of log_whole include half a step
    variables.push_back({.low = space.lower()[j] - edge,
                         .high = space.upper()[j] + edge,
                         .grid = space.whole(j)       ? ParzenVariable::Grid::whole
                                 : space.log_whole(j) ? ParzenVariable::Grid::log_whole
                                                      : ParzenVariable::Grid::real});
  }
  return variables;
}

// Draws candidates from `good` and returns the one of largest density ratio.
Eigen::VectorXd best_of(const ParzenMixture& good, const ParzenMixture& others, int candidates, Rng& rng) {
  Eigen::VectorXd best;
  double highest = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < candidates; ++i) {
    Eigen::VectorXd point = good.draw(rng);
    const double ratio = good.log_density(point) - others.log_density(point);
    if (i > 0 && !(ratio > highest)) continue;
    highest = ratio;
    best = std::move(point);
  }
  return best;
}

}  // namespace

void TreeParzenOptions::read(NamedSettings& settings) {
  settings.read("initial", initial_points, 0, 10000,
                "first points, drawn uniformly; 0: 10, with fewer than 34 trials three tenths of them");
  settings.read("candidates", candidates, 1, 100000, "points drawn from the density of the good ones");
  settings.read("multivariate", multivariate, "one density of all variables; no: one for each");
}

void TreeParzenOptions::check() const {
  if (budget < 0) throw InputError("budget: {} is below 0", budget);
  if (initial_points != 0 && initial_points < 2)
    throw InputError("initial_points: {} is below 2", initial_points);
  if (candidates < 1) throw InputError("candidates: {} is below 1", candidates);
}

TreeParzen::TreeParzen(MixedSpace space, TreeParzenOptions options, std::uint64_t seed)
    : MixedOptimiser(std::move(space), seed), options_(options), variables_(variables_of(this->space())) {
  constexpr int kUsual = 10;
  options_.check();
  if (options_.initial_points == 0) options_.initial_points = default_initial_points(kUsual, options_.budget);
}

Eigen::VectorXd TreeParzen::promising(const Points& without_value, Rng& rng) const {
  Points all = points();
  all.insert(all.end(), without_value.begin(), without_value.end());
  const auto order = descending<std::size_t>(values());
  std::vector<bool> is_good(all.size());
  const std::size_t good = std::min<std::size_t>(25, (order.size() + 9) / 10);
  for (std::size_t i = 0; i < good; ++i) is_good[order[i]] = true;

  // Groups of variables that share a density: the first has those that are active at every point, the others
  // one each.
  std::vector<std::vector<int>> groups(1);
  for (int j = 0; j < space().dimension(); ++j)
    if (options_.multivariate &&
        std::ranges::all_of(all, [&](const auto& point) { return space().active(point, j); }))
      groups.front().push_back(j);
    else
      groups.push_back({j});
  std::vector<Densities> densities;
  for (const std::vector<int>& group : groups) {
    if (group.empty()) continue;
    const auto mixture = [&](bool of_good) {
      std::vector<ParzenVariable> variables;
      for (const int j : group) variables.push_back(variables_[static_cast<std::size_t>(j)]);
      Points seen;
      for (std::size_t i = 0; i < all.size(); ++i)
        if (is_good[i] == of_good && space().active(all[i], group.front())) seen.emplace_back(all[i](group));
      Eigen::MatrixXd rows(static_cast<Eigen::Index>(seen.size()), static_cast<Eigen::Index>(group.size()));
      for (Eigen::Index i = 0; i < rows.rows(); ++i) rows.row(i) = seen[static_cast<std::size_t>(i)];
      return ParzenMixture(std::move(variables), std::move(rows));
    };
    densities.push_back({group, mixture(true), mixture(false)});
  }
  Eigen::VectorXd found(space().dimension());
  for (const Densities& of : densities)
    found(of.variables) = best_of(of.good, of.others, options_.candidates, rng);
  found = space().settled(std::move(found));
  return space().allows(found) ? found : allowed(densities, rng).value_or(found);
}

std::optional<Eigen::VectorXd> TreeParzen::allowed(const std::vector<Densities>& densities, Rng& rng) const {
  constexpr int kTries = 50;  // average number of draws for each candidate
  std::optional<Eigen::VectorXd> best;
  double highest = 0;
  for (int draw = 0, candidates = 0; draw < kTries * options_.candidates && candidates < options_.candidates;
       ++draw) {
    Eigen::VectorXd point(space().dimension());
    for (const Densities& of : densities) point(of.variables) = of.good.draw(rng);
    point = space().settled(std::move(point));
    if (!space().allows(point)) continue;
    ++candidates;
    double ratio = 0;
    for (const Densities& of : densities)
      if (const Eigen::VectorXd part = point(of.variables); space().active(point, of.variables.front()))
        ratio += of.good.log_density(part) - of.others.log_density(part);
    if (best && !(ratio > highest)) continue;
    highest = ratio;
    best = std::move(point);
  }
  return best;
}

Points TreeParzen::propose(int q, std::int64_t /*first*/, Rng& rng) {
  Points asked, without_value = failures();
  for (const auto& [trial, point] : waiting()) without_value.push_back(point);
  const int known = observations() + static_cast<int>(failures().size()) + pending();
  for (int i = 0; i < q; ++i) {
    const bool modelled = observations() >= 2 && known + i >= options_.initial_points;
    Eigen::VectorXd wanted = modelled ? promising(without_value, rng) : sampled(asked, rng);
    asked.push_back(fresh(std::move(wanted), asked, rng));
    without_value.push_back(asked.back());
  }
  return asked;
}

}  // namespace bora::surrogates
