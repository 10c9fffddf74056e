#include "surrogates/baselines/combo.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "common/error.h"
#include "surrogates/acquisition/averaged_acquisition.h"
#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/gp/subset.h"
#include "surrogates/kernels/continuous/compose.h"
#include "surrogates/pending/pending_policy.h"
#include "surrogates/search/checked.h"
#include "surrogates/search/initial_points.h"
#include "surrogates/search/mixed/lower_tail_of.h"
#include "surrogates/search/ranking.h"

namespace bora::surrogates {

void ComboOptions::read(NamedSettings& settings) {
  raise_tail = settings.choice("as", "tuned", {"tuned", "paper"},
                               "paper: values far below all others are not raised") == "tuned";
  settings.read("initial", initial_points, 0, 10000,
                "first points, drawn uniformly; 0: 20, with fewer than 67 trials three tenths of them");
  settings.read("samples", samples, 1, 1000,
                "draws of the hyper-parameters over which the acquisition is averaged");
  settings.read("burn", burn_in, 0, 10000, "moves of the chain of hyper-parameters before its first draws");
  settings.read("drawn", drawn, 1, 1000000, "random points among which ascents of the acquisition start");
  settings.read("paths", paths, "categories as paths, as in the code of the published experiments");
}

void ComboOptions::check() const {
  if (budget < 0) throw InputError("budget: {} is below 0", budget);
  if (initial_points < 0) throw InputError("initial_points: {} is below 0", initial_points);
  if (samples < 1) throw InputError("samples: {} is below 1", samples);
  if (burn_in < 0) throw InputError("burn_in: {} is below 0", burn_in);
  if (drawn < 1) throw InputError("drawn: {} is below 1", drawn);
  if (most_fitted < 50) throw InputError("most_fitted: {} is below 50", most_fitted);
}

namespace {

// Returns the least value of number j, which is whole.
double least_of(const MixedSpace& space, int j) {
  // On a logarithmic scale the lower bound is log(least - 0.5), where rounding to the least value begins.
  return space.log_whole(j) ? std::round(std::exp(space.lower()[j]) + 0.25) : space.lower()[j];
}

std::vector<ValueGraph> graphs_of(const MixedSpace& space, bool paths) {
  std::vector<ValueGraph> graphs;
  for (const int levels : space.levels()) graphs.push_back({levels, paths});
  for (int j = 0; j < space.numbers(); ++j) {
    if (space.real(j))
      throw InputError("optimiser combo: number {} is real, expected categories and whole numbers", j);
    const double upper = space.upper()[j];
    const double values =
        (space.log_whole(j) ? std::round(std::exp(upper) - 0.25) : upper) - least_of(space, j) + 1;
    if (values > Combo::kMostVertices)
      throw InputError("optimiser combo: number {} has {} values, expected at most {}", j, values,
                       Combo::kMostVertices);
    graphs.push_back({static_cast<int>(values), true});
  }
  return graphs;
}

}  // namespace

Combo::Combo(MixedSpace space, ComboOptions options, std::uint64_t seed)
    : MixedOptimiser(std::move(space), seed),
      options_(checked(options)),
      least_(Eigen::VectorXd::Zero(this->space().dimension())),
      graphs_(graphs_of(this->space(), options.paths)),
      chain_(graphs_) {
  constexpr int kUsual = 20;
  if (options_.initial_points == 0) options_.initial_points = default_initial_points(kUsual, options_.budget);
  for (int j = 0; j < this->space().numbers(); ++j)
    least_[this->space().categories() + j] = least_of(this->space(), j);
}

Eigen::VectorXd Combo::vertices_of(const Eigen::VectorXd& point) const {
  Eigen::VectorXd values = point;
  for (int j = 0; j < space().numbers(); ++j)
    if (double& value = values[space().categories() + j]; space().log_whole(j))
      value = std::round(std::exp(value));
  return values - least_;
}

Eigen::VectorXd Combo::point_of(const Eigen::VectorXd& vertices) const {
  Eigen::VectorXd point = vertices + least_;
  for (int j = 0; j < space().numbers(); ++j)
    if (double& value = point[space().categories() + j]; space().log_whole(j)) value = std::log(value);
  return space().settled(std::move(point));
}

Eigen::MatrixXd Combo::neighbours_of(const Eigen::VectorXd& vertices) const {
  std::vector<Eigen::VectorXd> found;
  for (Eigen::Index i = 0; i < vertices.size(); ++i) {
    const ValueGraph& graph = graphs_[static_cast<std::size_t>(i)];
    for (int v = 0; v < graph.vertices; ++v) {
      const double step = std::abs(v - vertices[i]);
      if (step == 0 || (graph.path && step > 1)) continue;
      Eigen::VectorXd other = vertices;
      other[i] = v;
      if (space().ruled()) {
        const Eigen::VectorXd point = point_of(other);
        if (!space().allows(point)) continue;
        other = vertices_of(point);
        if (other == vertices) continue;
      }
      found.push_back(std::move(other));
    }
  }
  Eigen::MatrixXd rows(std::ssize(found), vertices.size());
  for (Eigen::Index a = 0; a < rows.rows(); ++a) rows.row(a) = found[static_cast<std::size_t>(a)].transpose();
  return rows;
}

std::vector<Combo::PosteriorPtr> Combo::drawn_posteriors(const Eigen::VectorXd& y, Rng& rng) {
  Eigen::MatrixXd X(y.size(), space().dimension());
  for (std::size_t a = 0; a < points().size(); ++a)
    X.row(static_cast<Eigen::Index>(a)) = vertices_of(points()[a]).transpose();
  const int n = static_cast<int>(y.size());
  const std::vector<int> some =
      n > options_.most_fitted ? best_and_others(y, options_.most_fitted, rng) : spread_evenly(n, n);
  const Eigen::MatrixXd X_fitted = X(some, Eigen::all);
  const Eigen::VectorXd y_fitted = y(some);
  if (!std::exchange(burnt_in_, true))
    for (int i = 0; i < options_.burn_in; ++i) chain_.sweep(X_fitted, y_fitted, rng);
  std::vector<PosteriorPtr> posteriors;
  for (int i = 0; i < options_.samples; ++i) {
    chain_.sweep(X_fitted, y_fitted, rng);
    auto kernel = std::make_shared<ScaledKernel>(std::make_unique<DiffusionKernel>(graphs_));
    kernel->set_hyperparameters(chain_.of_kernel());
    auto fitted = FittedGaussianProcess<Eigen::VectorXd>::condition(
        std::move(kernel), X, y, std::exp(chain_.log_noise()), Standardisation{chain_.mean(), 1});
    if (fitted)
      posteriors.push_back(
          std::make_shared<const FittedGaussianProcess<Eigen::VectorXd>>(std::move(*fitted)));
  }
  return posteriors;
}

Eigen::VectorXd Combo::search(const PointAcquisition& score, const std::vector<Eigen::VectorXd>& asked,
                              Rng& rng) const {
  constexpr int kNeighbours = 10, kStarts = 20;
  const Eigen::MatrixXd around = neighbours_of(vertices_of(incumbent()));
  const std::vector<int> order = rng.permutation(static_cast<int>(around.rows()));
  const int near = std::min(kNeighbours, static_cast<int>(order.size()));
  Eigen::MatrixXd candidates(near + options_.drawn, space().dimension());
  for (int a = 0; a < near; ++a) candidates.row(a) = around.row(order[static_cast<std::size_t>(a)]);
  for (int a = 0; a < options_.drawn; ++a)
    candidates.row(near + a) = vertices_of(space().sample(rng)).transpose();
  const Eigen::VectorXd scores = score.values(candidates);

  std::vector<std::pair<double, Eigen::VectorXd>> maxima;
  std::set<std::string> passed;  // keys of all points of ascents; from each the ascent is the same
  for (const Eigen::Index start : largest(scores, kStarts)) {
    std::pair<double, Eigen::VectorXd> at{scores[start], candidates.row(start).transpose()};
    bool climbs = true;
    while (climbs && passed.insert(space().key(at.second)).second) {
      const Eigen::MatrixXd near_it = neighbours_of(at.second);
      const Eigen::VectorXd of_near = score.values(near_it);
      const std::vector<Eigen::Index> best = largest(of_near, 1);
      climbs = !best.empty() && of_near[best.front()] > at.first;
      if (climbs) at = {of_near[best.front()], near_it.row(best.front()).transpose()};
    }
    if (!climbs) maxima.push_back(std::move(at));
  }
  std::ranges::stable_sort(maxima, [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [value, vertices] : maxima)
    if (Eigen::VectorXd point = point_of(vertices);
        !known(point) && std::ranges::find(asked, point) == asked.end())
      return point;
  return point_of(maxima.front().second);
}

std::vector<Eigen::VectorXd> Combo::propose(int q, std::int64_t /*first*/, Rng& rng) {
  std::vector<Eigen::VectorXd> asked;
  const int begun = observations() + static_cast<int>(failures().size()) + pending();
  std::vector<PosteriorPtr> posteriors;
  std::vector<double> incumbents;  // for each posterior: largest value, or mean at a pending point
  const auto impute = [&](const Eigen::VectorXd& point) {
    const Eigen::VectorXd vertices = vertices_of(point);
    for (std::size_t k = 0; k < posteriors.size(); ++k) {
      posteriors[k] = KrigingBeliever<Eigen::VectorXd>().given(posteriors[k], vertices);
      incumbents[k] = std::max(incumbents[k], posteriors[k]->mean(vertices.transpose())[0]);
    }
  };
  bool tried = false;
  for (int i = 0; i < q; ++i) {
    const bool model = observations() >= 2 && begun + i >= options_.initial_points;
    if (model && !std::exchange(tried, true)) {
      Eigen::VectorXd y = Eigen::Map<const Eigen::VectorXd>(values().data(), observations());
      if (options_.raise_tail)
        y = lower_tail_of(space(), points(), y, options_.initial_points, unasked_).apply(y);
      y = Standardisation::of(y).apply(y);
      posteriors = drawn_posteriors(y, rng);
      incumbents.assign(posteriors.size(), y.maxCoeff());
      for (const auto& [trial, point] : waiting()) impute(point);
      for (const Eigen::VectorXd& point : asked) impute(point);
    }
    Eigen::VectorXd wanted;
    if (posteriors.empty()) {
      wanted = space().sample(rng);
    } else {
      std::vector<std::shared_ptr<const PointAcquisition>> parts;
      for (std::size_t k = 0; k < posteriors.size(); ++k)
        parts.push_back(std::make_shared<const PosteriorAcquisition<Eigen::VectorXd>>(
            posteriors[k], std::make_shared<LogExpectedImprovement>(incumbents[k])));
      wanted = search(AveragedAcquisition<Eigen::VectorXd>(parts, Averaged::exponentials), asked, rng);
    }
    asked.push_back(fresh(std::move(wanted), asked, rng));
    if (i + 1 < q) impute(asked.back());
  }
  return asked;
}

}  // namespace bora::surrogates
