#include "surrogates/search/bayesian_optimiser.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/error.h"
#include "surrogates/pending/pending_policy.h"
#include "surrogates/sampling/space_filling.h"
#include "surrogates/search/mixed_kernel.h"
#include "surrogates/search/propose/interleaved_search.h"

namespace bora {
namespace {

// Of observations to which hyper-parameters are fitted.
constexpr int kMostFitted = 200;
constexpr std::uint64_t kDesignStream = 0x64657369676e;

BayesianOptions checked(BayesianOptions options) {
  options.check();
  return options;
}

GaussianProcessOptions fit_options(const MixedSpace& space, const BayesianOptions& options) {
  GaussianProcessOptions of_fit;
  of_fit.starts = 2;
  of_fit.search.max_iterations = 50;
  if (options.lengthscale_prior) of_fit.priors = mixed_kernel_priors(space);
  return of_fit;
}

// Logarithms, to which that of the probability of not failing can be added; the maximum stays where it is.
std::unique_ptr<Acquisition> log_acquisition(const BayesianOptions& options, double incumbent) {
  if (options.acquisition == AcquisitionKind::ei) return std::make_unique<LogExpectedImprovement>(incumbent);
  if (options.acquisition == AcquisitionKind::pi) return std::make_unique<LogProbabilityAbove>(incumbent);
  return make_acquisition(options.acquisition, incumbent, options.ucb_beta);
}

}  // namespace

void BayesianOptions::check() const {
  if (initial_points < 0) throw InputError("initial_points: {} is below 0", initial_points);
  if (refit_every < 1) throw InputError("refit_every: {} is below 1", refit_every);
  if (!(refit_growth >= 0 && refit_growth <= 1))
    throw InputError("refit_growth: {} is not within [0, 1]", refit_growth);
  if (!(ucb_beta >= 0 && std::isfinite(ucb_beta)))
    throw InputError("ucb_beta: {} is not a number >= 0", ucb_beta);
  make_pending_policy(pending, Eigen::VectorXd::Zero(1));
}

BayesianOptimiser::BayesianOptimiser(MixedSpace space, BayesianOptions options, std::uint64_t seed)
    : MixedOptimiser(std::move(space), seed),
      options_(checked(std::move(options))),
      refitted_(make_mixed_kernel(this->space()), options_.refit_every, fit_options(this->space(), options_),
                options_.refit_growth, kMostFitted) {
  constexpr int kMostInitial = 20;
  const int d = this->space().dimension();
  const int initial =
      options_.initial_points > 0 ? options_.initial_points : std::min(2 * (d + 1), kMostInitial);
  Rng rng(mix_seed(seed, kDesignStream));
  design_ = d <= kMaxSobolDimension ? sobol_points(initial, d, rng) : latin_hypercube(initial, d, rng);
}

Eigen::VectorXd BayesianOptimiser::from_design() {
  const Eigen::VectorXd u = design_.row(used_++).transpose();
  Eigen::VectorXd point = u;
  for (int i = 0; i < space().categories(); ++i)
    point[i] = std::floor(u[i] * space().levels()[static_cast<std::size_t>(i)]);
  for (int j = 0; j < space().numbers(); ++j) {
    const int at = space().categories() + j;
    const double low = space().lower()[j], high = space().upper()[j];
    point[at] = space().whole(j) ? std::floor(low + u[at] * (high - low + 1)) : low + u[at] * (high - low);
  }
  return space().settled(std::move(point));
}

void BayesianOptimiser::fit(Rng& rng) {
  Eigen::VectorXd y = Eigen::Map<const Eigen::VectorXd>(values().data(), observations());
  if (options_.transform_outputs) {
    transform_ = YeoJohnson::of(y);
    y = transform_.apply(y);
  }
  targets_ = y;
  process_ = refitted_.of(space().to_units(points()), y, rng);
}

std::optional<BayesianOptimiser::Prediction> BayesianOptimiser::predict(const Eigen::VectorXd& point) const {
  if (!process_) return std::nullopt;
  constexpr double kDeviations = 1.959963984540054;
  const MarginalPosterior at = process_->marginal(space().to_unit(point).transpose());
  const double spread = kDeviations * std::sqrt(at.variance[0]);
  return Prediction{transform_.inverse(at.mean[0]), transform_.inverse(at.mean[0] - spread),
                    transform_.inverse(at.mean[0] + spread)};
}

std::optional<BayesianOptimiser::Process> BayesianOptimiser::feasibility() const {
  if (failures().empty() || points().empty()) return std::nullopt;
  const auto n = static_cast<Eigen::Index>(points().size());
  const auto failed = static_cast<Eigen::Index>(failures().size());
  Eigen::MatrixXd X(n + failed, space().dimension());
  X << space().to_units(points()), space().to_units(failures());
  Eigen::VectorXd labels = Eigen::VectorXd::Zero(n + failed);
  labels.head(n).setOnes();
  // With the kernel's default lengthscales: fitted to labels, which jump, they get so short that every point
  // not tried yet seems worth failing.
  constexpr double kNoise = 1e-2;
  return Process::condition(make_mixed_kernel(space()), X, labels, kNoise, Standardisation::of(labels));
}

void BayesianOptimiser::tell_at_cost(std::int64_t trial, double value, double cost) {
  constexpr double kLeast = 1e-3;
  if (!(cost >= 0) || !std::isfinite(cost))
    throw InputError("tell: the cost of trial {} is {}, expected a finite number >= 0", trial, cost);
  tell(trial, value);
  costly_.push_back(points().back());
  log_costs_.push_back(std::log(std::max(cost, kLeast)));
}

std::optional<BayesianOptimiser::Process> BayesianOptimiser::costs(Rng& rng) const {
  const auto n = static_cast<Eigen::Index>(log_costs_.size());
  if (n < 2) return std::nullopt;
  const Eigen::VectorXd y = Eigen::Map<const Eigen::VectorXd>(log_costs_.data(), n);
  RefittedProcess fitted(make_mixed_kernel(space()), 1, fit_options(space(), options_), 0, kMostFitted);
  return fitted.of(space().to_units(costly_), y, rng);
}

Eigen::VectorXd BayesianOptimiser::search(const Process& process, const Process* feasible,
                                          const Process* cost, double incumbent, Rng& rng) const {
  constexpr int kDrawn = 1000, kStarts = 4, kEvaluations = 60, kCentres = 5;
  constexpr double kStep = 0.05, kChanged = 10;
  const int d = space().dimension();
  const int d_h = space().categories();
  const auto acquisition = log_acquisition(options_, incumbent);
  const ProcessScore gain(process, *acquisition);
  const LogProbabilityAbove succeeds(0.5);
  const NegativeMean cheap;
  std::optional<ProcessScore> holds, saves;
  std::vector<const PointScore*> parts{&gain};
  if (feasible != nullptr) parts.push_back(&holds.emplace(*feasible, succeeds));
  if (cost != nullptr) parts.push_back(&saves.emplace(*cost, cheap));
  const SumScore score(parts);

  // Half anywhere, half near the best observations, about ten coordinates changed.
  std::vector<Eigen::Index> order(values().size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Eigen::Index>(i);
  const auto centres = std::min<std::size_t>(kCentres, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(centres), order.end(),
                    [&](Eigen::Index a, Eigen::Index b) {
                      const double left = values()[static_cast<std::size_t>(a)];
                      const double right = values()[static_cast<std::size_t>(b)];
                      return left > right || (left == right && a < b);
                    });
  SearchRegion region;
  region.numbers = {Eigen::VectorXd::Zero(space().numbers()), Eigen::VectorXd::Ones(space().numbers())};
  bool near = false;
  region.draw = [&](Rng& of) {
    near = !near;
    Eigen::VectorXd point(d);
    for (int i = 0; i < d_h; ++i) point[i] = of.index(space().levels()[static_cast<std::size_t>(i)]);
    for (int j = d_h; j < d; ++j) point[j] = of.uniform();
    if (near) return point;
    const auto centre =
        static_cast<std::size_t>(order[static_cast<std::size_t>(of.index(static_cast<int>(centres)))]);
    Eigen::VectorXd moved = space().to_unit(points()[centre]);
    const double share = std::min(1.0, kChanged / d);
    for (int i = 0; i < d; ++i) {
      if (of.uniform() >= share) continue;
      if (i >= d_h) {
        moved[i] = std::clamp(moved[i] + kStep * of.normal(), 0.0, 1.0);
      } else if (of.uniform() < share / 2) {
        moved[i] = point[i];
      }
    }
    return moved;
  };
  InterleavedOptions options;
  options.drawn = kDrawn;
  options.starts = kStarts;
  options.evaluations = kEvaluations;
  return space().from_unit(interleaved_search(space(), score, region, rng, options));
}

std::vector<Eigen::VectorXd> BayesianOptimiser::propose(int q, std::int64_t /*first*/, Rng& rng) {
  std::vector<Eigen::VectorXd> asked;
  std::optional<Process> process, feasible, cost;
  std::unique_ptr<PendingPolicy> policy;
  double incumbent = 0;
  bool tried = false;
  for (int i = 0; i < q; ++i) {
    Eigen::VectorXd wanted;
    // What was observed without being asked for stands for as many points of the design.
    const auto known_points = static_cast<Eigen::Index>(observations() + pending()) + i;
    if (used_ < design_.rows() && known_points < design_.rows()) {
      wanted = from_design();
    } else {
      if (!std::exchange(tried, true) && observations() >= 2) {
        fit(rng);
        if ((process = process_)) {
          const Eigen::VectorXd believed = process->marginal(process->inputs()).mean;
          incumbent = believed.maxCoeff();
          policy = make_pending_policy(options_.pending, targets_);
          feasible = feasibility();
          cost = costs(rng);
          for (const auto& [trial, point] : waiting())
            process = policy->given(std::move(*process), space().to_unit(point));
          for (const Eigen::VectorXd& point : asked)
            process = policy->given(std::move(*process), space().to_unit(point));
        }
      }
      wanted =
          process ? search(*process, feasible ? &*feasible : nullptr, cost ? &*cost : nullptr, incumbent, rng)
                  : space().sample(rng);
    }
    asked.push_back(fresh(std::move(wanted), asked, rng));
    if (process) process = policy->given(std::move(*process), space().to_unit(asked.back()));
  }
  return asked;
}

}  // namespace bora
