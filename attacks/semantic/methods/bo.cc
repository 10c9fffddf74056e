#include "attacks/semantic/methods/bo.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attacks/semantic/moves.h"
#include "common/order.h"
#include "common/stopwatch.h"
#include "surrogates/search/mixed/mixed_kernel.h"

namespace bora::attacks {
namespace {

ProcessModel<Eigen::VectorXd> model_of(const MixedSpace& space) {
  ProcessModelOptions options;
  options.refit_growth = 0.1;
  options.most_fitted = 200;
  options.fit.starts = 2;
  options.fit.search.max_iterations = 50;
  options.fit.priors = mixed_kernel_priors(space);
  return {make_mixed_kernel(space), options};
}

// Logarithm of the difference between the smallest successful severity and that of a point (in units).
class Mildness final : public PointAcquisition {
 public:
  Mildness(const SemanticSpace& space, double mildest) : space_(space), mildest_(mildest) {}
  Eigen::VectorXd values(const Eigen::MatrixXd& Z) const override {
    constexpr double kNone = 1e-12;  // in place of differences that are not positive
    Eigen::VectorXd worth(Z.rows());
    for (Eigen::Index i = 0; i < Z.rows(); ++i)
      worth[i] = std::log(
          std::max(kNone, mildest_ - space_.severity(space_.space().from_unit(Z.row(i).transpose()))));
    return worth;
  }

 private:
  const SemanticSpace& space_;
  double mildest_;
};

}  // namespace

void SemanticBoOptions::read(AttackSettings& settings) {
  settings.read("initial", initial, 1, 10000, "number of random combinations before the model chooses");
  settings.read("pool", pool, 10, 100000, "number of candidates for a query");
  settings.read(
      "explore", explore, 0, 1000,
      "until the goal is reached: an upper confidence bound of large weight chooses each N-th query; 0: none");
  settings.read("polished", polished, 1, 1000,
                "number of the best candidates, around which two further rounds draw half a pool each");
}

SemanticBo::SemanticBo(const SemanticProblem& problem, SemanticBoOptions options)
    : space_(problem.space), options_(options), rng_(problem.seed), model_(model_of(problem.space->space())) {
  const Eigen::VectorXd identity = space_->identity();
  keys_.insert(space_->space().key(identity));
  if (problem.clean) add_observation(identity, problem.clean->objective);
}

void SemanticBo::add_observation(const Eigen::VectorXd& point, double objective) {
  points_.push_back(space_->space().to_unit(point));
  // asinh compresses the log-odds of confident models, which may exceed 10. It keeps the sign, which decides.
  values_.push_back(std::asinh(objective));
}

// Returns the combinations around which proposals are made, best first.
std::vector<Eigen::VectorXd> SemanticBo::centres() const {
  constexpr std::size_t kCentres = 5;
  std::vector<Eigen::VectorXd> centres;
  if (mildest_) centres.push_back(*mildest_);
  const std::vector<std::size_t> order = descending_by(points_.size(), [&](std::size_t i) {
    const Eigen::VectorXd point = space_->space().from_unit(points_[i]);
    // Before a success: by objective. After it: successes by severity; the others also by how much they miss.
    return mildest_ ? (values_[i] > 0 ? 0.0 : values_[i]) - space_->severity(point) : values_[i];
  });
  for (const std::size_t i : order)
    if (centres.size() < kCentres) centres.push_back(space_->space().from_unit(points_[i]));
  return centres;
}

// Returns a random variation of a combination: one to three small steps, in some cases after one or all of
// its changes were reduced or one was removed.
Eigen::VectorXd SemanticBo::moved(const Eigen::VectorXd& centre) {
  Eigen::VectorXd point = centre;
  const std::vector<int> active = active_bounds(*space_, centre);
  const int kind = rng_.index(4);
  if (kind == 0 && mildest_) point = taken_back(*space_, point, rng_.uniform(0.3, 1));
  if (kind == 1 && !active.empty())
    point = taken_back(*space_, point,
                       active[static_cast<std::size_t>(rng_.index(static_cast<int>(active.size())))],
                       rng_.index(2) == 0 ? 0.0 : rng_.uniform());
  if (kind == 2 && mildest_ && !active.empty()) {
    // Removes one change and makes one small step.
    point = taken_back(*space_, point,
                       active[static_cast<std::size_t>(rng_.index(static_cast<int>(active.size())))], 0.0);
    point = stepped(*space_, point, rng_);
  }
  for (int steps = 1 + rng_.index(3); steps > 0; --steps) point = stepped(*space_, point, rng_);
  return point;
}

// Returns the candidates for the next query: random draws and variations of centres().
std::vector<Eigen::VectorXd> SemanticBo::pool() {
  std::vector<Eigen::VectorXd> pool;
  const std::vector<Eigen::VectorXd> around = centres();
  for (int i = 0; i < options_.pool; ++i) {
    const int kind = around.empty() ? 0 : rng_.index(3);
    if (kind == 0) {
      Eigen::VectorXd point =
          rng_.index(2) == 0
              ? drawn_combination(*space_, rng_)
              : drawn_combination(*space_, 1 + rng_.index(std::min(4, space_->bounds())), rng_);
      if (!mildest_ && rng_.index(2) == 0) point = pushed_out(*space_, point, rng_);
      if (mildest_) {
        const double most = space_->severity(*mildest_), severity = space_->severity(point);
        if (severity > most) point = taken_back(*space_, point, rng_.uniform() * most / severity);
      }
      pool.push_back(std::move(point));
    } else {
      pool.push_back(moved(around[static_cast<std::size_t>(rng_.index(static_cast<int>(around.size())))]));
    }
  }
  return pool;
}

// Returns the candidate with the largest score among a pool and two rounds of variations of its best. If all
// were queried before, returns a random combination.
Eigen::VectorXd SemanticBo::best_of_pool(const PointAcquisition& score) {
  std::vector<std::pair<double, Eigen::VectorXd>> ranked;
  const auto rank = [&](std::vector<Eigen::VectorXd> points) {
    std::erase_if(points,
                  [&](const Eigen::VectorXd& point) { return keys_.contains(space_->space().key(point)); });
    if (points.empty()) return;
    const Eigen::VectorXd worth = score.values(space_->space().to_units(points));
    for (std::size_t i = 0; i < points.size(); ++i)
      ranked.emplace_back(worth[static_cast<Eigen::Index>(i)], std::move(points[i]));
    std::ranges::stable_sort(ranked, std::ranges::greater{}, &std::pair<double, Eigen::VectorXd>::first);
  };
  rank(pool());
  constexpr int kRounds = 2;
  for (int round = 0; round < kRounds && !ranked.empty(); ++round) {
    std::vector<Eigen::VectorXd> near;
    const auto from = std::min<std::size_t>(ranked.size(), static_cast<std::size_t>(options_.polished));
    for (int i = 0; i < options_.pool / 2; ++i)
      near.push_back(moved(ranked[static_cast<std::size_t>(i) % from].second));
    rank(std::move(near));
  }
  return ranked.empty() ? drawn_combination(*space_, rng_) : ranked.front().second;
}

std::optional<Transformed> SemanticBo::ask() {
  Eigen::VectorXd chosen;
  std::shared_ptr<const Posterior<Eigen::VectorXd>> posterior;
  if (asked_ >= options_.initial && points_.size() >= 2) {
    const ScopedTimer timer(fit_seconds_);
    Eigen::MatrixXd X(static_cast<Eigen::Index>(points_.size()), points_.front().size());
    for (Eigen::Index i = 0; i < X.rows(); ++i) X.row(i) = points_[static_cast<std::size_t>(i)].transpose();
    posterior = model_.posterior(
        std::move(X),
        Eigen::Map<const Eigen::VectorXd>(values_.data(), static_cast<Eigen::Index>(values_.size())), rng_);
  }
  if (posterior) {
    const ScopedTimer timer(acquisition_seconds_);
    using Acquired = PosteriorAcquisition<Eigen::VectorXd>;
    if (!mildest_) {
      constexpr double kWide = 3;  // weight of the standard deviation
      const bool wide = options_.explore > 0 && asked_ % options_.explore == 0;
      std::shared_ptr<const Acquisition> acquisition = make_log_acquisition(
          wide ? AcquisitionKind::ucb : AcquisitionKind::log_ei, *std::ranges::max_element(values_), kWide);
      chosen = best_of_pool(Acquired(posterior, std::move(acquisition)));
    } else {
      chosen = best_of_pool(SumAcquisition<Eigen::VectorXd>(
          {std::make_shared<const Acquired>(posterior, std::make_shared<LogProbabilityAbove>(0.0)),
           std::make_shared<const Mildness>(*space_, space_->severity(*mildest_))}));
    }
  } else {
    chosen = pushed_out(*space_, drawn_combination(*space_, rng_), rng_);
  }
  ++asked_;
  keys_.insert(space_->space().key(chosen));
  return Transformed{std::move(chosen), {}};
}

void SemanticBo::tell(const Transformed& queried, const Observation& seen) {
  const Eigen::VectorXd& point = queried.point;
  add_observation(point, seen.objective);
  if (seen.success && (!mildest_ || space_->severity(point) < space_->severity(*mildest_))) mildest_ = point;
}

}  // namespace bora::attacks
