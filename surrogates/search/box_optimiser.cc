#include "surrogates/search/box_optimiser.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/error.h"
#include "common/random.h"
#include "common/stopwatch.h"
#include "surrogates/kernels/continuous/radial.h"
#include "surrogates/sampling/space_filling.h"
#include "surrogates/search/search_model.h"

namespace bora::surrogates {
namespace {

void check_count(const char* field, int value, int smallest) {
  if (value < smallest) throw InputError("{}: {} is below {}", field, value, smallest);
}

// Streams of random numbers, separate so that none depends on how many numbers another one has drawn.
enum Stream : std::uint64_t { kDesign = 0, kAsk = 1, kSpread = 2 };

}  // namespace

void BoxOptimiserOptions::check() const {
  check_count("initial_points", initial_points, 0);
  check_count("refit_every", refit_every, 1);
  check_count("candidates", candidates, 1);
  check_count("polished", polished, 0);
  if (!(refit_growth >= 0 && refit_growth <= 1))
    throw InputError("refit_growth: {} is not within [0, 1]", refit_growth);
  check_count("additive.groups", additive.groups, 0);
  check_count("additive.partitions", additive.partitions, 0);
  check_count("additive.relearn_every", additive.relearn_every, 1);
  if (additive.learnt_from != 0) check_count("additive.learnt_from", additive.learnt_from, 2);
  parse_radial_family(kernel);
  if (!(noise > 0) || !(noise <= 1)) throw InputError("noise: {} is not within (0, 1]", noise);
  if (!(ucb_beta >= 0) || !std::isfinite(ucb_beta))
    throw InputError("ucb_beta: {} is not a number >= 0", ucb_beta);
}

BoxOptimiser::BoxOptimiser(Eigen::VectorXd lower, Eigen::VectorXd upper, BoxOptimiserOptions options,
                           std::uint64_t seed)
    : MixedOptimiser(MixedSpace({}, std::move(lower), std::move(upper)), seed),
      options_(std::move(options)),
      seed_(seed) {
  options_.check();
  const int d = space().dimension();
  model_ = make_search_model(options_, d, seed);
  if (options_.initial_points == 0) return;
  Rng rng(mix_seed(seed, kDesign));
  design_ = latin_hypercube(options_.initial_points, d, rng).transpose();
}

BoxOptimiser::~BoxOptimiser() = default;
BoxOptimiser::BoxOptimiser(BoxOptimiser&&) noexcept = default;
BoxOptimiser& BoxOptimiser::operator=(BoxOptimiser&&) noexcept = default;

bool BoxOptimiser::update_model() {
  if (observations() == 0) return false;
  const ScopedTimer timer(timings_.fit_seconds);
  if (!not_appended_.empty()) {
    Eigen::MatrixXd points(space().dimension(), not_appended_.size());
    for (std::size_t i = 0; i < not_appended_.size(); ++i)
      points.col(static_cast<Eigen::Index>(i)) = not_appended_[i];
    model_->append(points);
    not_appended_.clear();
  }
  const int n = observations();
  const double growth = options_.scoring == CandidateScoring::screened ? options_.refit_growth : 0;
  const int wait = std::max(options_.refit_every, static_cast<int>(growth * fitted_at_));
  const Eigen::VectorXd y = Eigen::Map<const Eigen::VectorXd>(values().data(), n);
  if (!model_->usable() || n - fitted_at_ >= wait) {
    fitted_at_ = n;
    ++timings_.fits;
    if (!model_->refit(y)) return false;
  }
  model_->set_values(y);
  return true;
}

Eigen::VectorXd BoxOptimiser::next(std::int64_t trial, bool have_model) {
  if (design_used_ < design_.cols()) return design_.col(design_used_++);
  Rng rng(mix_seed(mix_seed(seed_, kAsk), static_cast<std::uint64_t>(trial - 1)));
  if (!have_model) return uniform_points(1, space().dimension(), rng).row(0).transpose();
  const ScopedTimer timer(timings_.acquisition_seconds);
  return model_->propose(incumbent_value(), rng, timings_);
}

std::vector<Eigen::VectorXd> BoxOptimiser::propose(int q, std::int64_t first, Rng& /*rng*/) {
  std::vector<Eigen::VectorXd> points;
  // The model is updated when it chooses its first point; the initial design does not need it.
  bool model_current = false;
  bool have_model = false;
  Eigen::Index imputed = 0;
  for (int i = 0; i < q; ++i) {
    if (!model_current && design_used_ >= design_.cols()) {
      model_current = true;
      have_model = update_model();
      if (have_model) {
        for (const auto& [trial, point] : waiting())  // registered by expect()
          if (!chosen_.contains(trial)) chosen_.emplace(trial, space().to_unit(point));
        for (const auto& [trial, unit] : chosen_) model_->append(unit);
        imputed = static_cast<Eigen::Index>(chosen_.size());
      }
    }
    Eigen::VectorXd unit = next(first + i, have_model);
    // The model does not know failed points and might propose them again.
    const bool alone = failures().empty() && waiting().empty() && points.empty();
    Rng of_trial(mix_seed(mix_seed(seed_, kSpread), static_cast<std::uint64_t>(first + i)));
    points.push_back(alone ? space().from_unit(unit) : fresh(space().from_unit(unit), points, of_trial));
    if (!alone) unit = space().to_unit(points.back());
    chosen_.emplace(first + i, unit);
    if (have_model) {
      model_->append(unit);
      ++imputed;
    }
  }
  model_->remove_last(imputed);
  return points;
}

void BoxOptimiser::ended(std::int64_t trial, Outcome outcome) {
  chosen_.erase(trial);
  if (outcome == Outcome::told) not_appended_.push_back(space().to_unit(points().back()));
}

void BoxOptimiser::observe(const Eigen::MatrixXd& X, const Eigen::VectorXd& y) {
  if (X.cols() != space().dimension() || X.rows() != y.size())
    throw InputError("observe: {} x {} points with {} values, expected n x {} with n values", X.rows(),
                     X.cols(), y.size(), space().dimension());
  for (Eigen::Index i = 0; i < X.rows(); ++i) {
    if (!std::isfinite(y[i])) throw InputError("observe: value {} is {}, expected a finite number", i, y[i]);
    space().check(X.row(i).transpose());
  }
  for (Eigen::Index i = 0; i < X.rows(); ++i) observe(Eigen::VectorXd(X.row(i).transpose()), y[i]);
}

}  // namespace bora::surrogates
