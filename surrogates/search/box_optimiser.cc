#include "surrogates/search/box_optimiser.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/random.h"
#include "common/stopwatch.h"
#include "surrogates/kernels/continuous/radial.h"
#include "surrogates/sampling/space_filling.h"
#include "surrogates/search/search_model.h"

namespace bora {
namespace {

void check_count(const char* field, int value, int smallest) {
  if (value < smallest) throw InputError("{}: {} is below {}", field, value, smallest);
}

// Streams of randomness of one optimiser, kept apart so that none depends on how much another one drew.
enum Stream : std::uint64_t { kDesign = 0, kAsk = 1 };

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
  if (additive.groups > 0 && scoring == CandidateScoring::exact)
    throw InputError("scoring: an additive model has no exact scoring, only screened");
  parse_radial_family(kernel);
  if (!(noise > 0) || !(noise <= 1)) throw InputError("noise: {} is not within (0, 1]", noise);
  if (!(ucb_beta >= 0) || !std::isfinite(ucb_beta))
    throw InputError("ucb_beta: {} is not a number >= 0", ucb_beta);
}

/// Inside, everything happens in the unit cube with points as columns.
struct BoxOptimiser::State {
  struct Pending {
    std::int64_t trial;
    Eigen::VectorXd x;
    Eigen::VectorXd unit;
  };

  State(Eigen::VectorXd lower_corner, Eigen::VectorXd upper_corner, BoxOptimiserOptions settings,
        std::uint64_t random_seed)
      : lower(std::move(lower_corner)),
        upper(std::move(upper_corner)),
        range(upper - lower),
        options(std::move(settings)),
        seed(random_seed),
        dimension(static_cast<int>(lower.size())),
        model(make_search_model(options, dimension, random_seed)) {
    if (options.initial_points == 0) return;
    Rng rng(mix_seed(seed, kDesign));
    design = latin_hypercube(options.initial_points, dimension, rng).transpose();
  }

  Eigen::VectorXd to_box(const Eigen::VectorXd& unit) const {
    return (lower + unit.cwiseProduct(range)).cwiseMax(lower).cwiseMin(upper);
  }
  Eigen::VectorXd to_unit(const Eigen::VectorXd& x) const {
    return (x - lower).cwiseQuotient(range).cwiseMax(0.0).cwiseMin(1.0);
  }

  /// Brings the posterior up to the observations told; false if there is no usable model.
  bool update_model() {
    if (observed.empty()) return false;
    const ScopedTimer timer(timings.fit_seconds);
    if (!untold.empty()) {
      Eigen::MatrixXd points(dimension, untold.size());
      for (std::size_t i = 0; i < untold.size(); ++i) points.col(i) = untold[i];
      model->append(points);
      untold.clear();
    }
    const int n = static_cast<int>(observed.size());
    const double growth = options.scoring == CandidateScoring::screened ? options.refit_growth : 0;
    const int wait = std::max(options.refit_every, static_cast<int>(growth * fitted_at));
    const Eigen::VectorXd y = Eigen::Map<const Eigen::VectorXd>(observed.data(), n);
    if (!model->usable() || n - fitted_at >= wait) {
      fitted_at = n;
      ++timings.fits;
      if (!model->refit(y)) return false;
    }
    model->set_values(y);
    return true;
  }

  Eigen::VectorXd propose(bool have_model) {
    if (design_used < design.cols()) return design.col(design_used++);
    Rng rng(mix_seed(mix_seed(seed, kAsk), asks));
    if (!have_model) return uniform_points(1, dimension, rng).row(0).transpose();
    const ScopedTimer timer(timings.acquisition_seconds);
    return model->propose(incumbent_value, rng, timings);
  }

  std::vector<Trial<Eigen::VectorXd>> ask(int q) {
    std::vector<Trial<Eigen::VectorXd>> trials;
    // The initial design needs no model; it is brought up to date when the first proposal does.
    bool model_current = false;
    bool have_model = false;
    Eigen::Index believed = 0;
    for (int i = 0; i < q; ++i) {
      if (!model_current && design_used >= design.cols()) {
        model_current = true;
        have_model = update_model();
        if (have_model) {
          for (const Pending& point : pending) model->append(point.unit);
          believed = static_cast<Eigen::Index>(pending.size());
        }
      }
      const Eigen::VectorXd unit = propose(have_model);
      ++asks;
      trials.push_back({++trials_asked, to_box(unit)});
      pending.push_back({trials.back().number, trials.back().point, unit});
      if (have_model) {
        model->append(unit);
        ++believed;
      }
    }
    model->remove_last(believed);
    return trials;
  }

  std::vector<Pending>::iterator find_pending(std::int64_t trial, const char* verb) {
    const auto found = std::find_if(pending.begin(), pending.end(),
                                    [&](const Pending& point) { return point.trial == trial; });
    if (found == pending.end()) throw InputError("{}: trial {} is not pending", verb, trial);
    return found;
  }

  void check(const Eigen::VectorXd& x, Eigen::Index index) const {
    for (Eigen::Index j = 0; j < x.size(); ++j)
      if (!(x[j] >= lower[j] && x[j] <= upper[j]))
        throw InputError("observe: point {} has coordinate {} = {}, expected within [{}, {}]", index, j, x[j],
                         lower[j], upper[j]);
  }

  void take(const Eigen::VectorXd& x, double y) {
    if (observed.empty() || y > incumbent_value) {
      incumbent_value = y;
      incumbent = x;
    }
    untold.push_back(to_unit(x));
    observed.push_back(y);
  }

  Eigen::VectorXd lower, upper, range;
  BoxOptimiserOptions options;
  std::uint64_t seed;
  int dimension;
  std::unique_ptr<SearchModel> model;  ///< of the observations; believed points come and go within ask
  Eigen::MatrixXd design;
  Eigen::Index design_used = 0;
  std::uint64_t asks = 0;
  std::int64_t trials_asked = 0;
  std::vector<Pending> pending;
  std::vector<Eigen::VectorXd> untold;  ///< observed points the model has not seen yet
  std::vector<double> observed;         ///< values, in the order told
  int fitted_at = 0;
  Eigen::VectorXd incumbent;
  double incumbent_value = 0;
  BoxOptimiserTimings timings;
};

BoxOptimiser::BoxOptimiser(Eigen::VectorXd lower, Eigen::VectorXd upper, BoxOptimiserOptions options,
                           std::uint64_t seed) {
  options.check();
  if (lower.size() == 0 || lower.size() != upper.size())
    throw InputError("box: lower has {} coordinates and upper {}, expected the same number, at least 1",
                     lower.size(), upper.size());
  for (Eigen::Index j = 0; j < lower.size(); ++j) {
    if (!std::isfinite(lower[j]) || !std::isfinite(upper[j]) || !(lower[j] < upper[j]))
      throw InputError("box: coordinate {} spans [{}, {}], expected finite lower < upper", j, lower[j],
                       upper[j]);
  }
  state_ = std::make_unique<State>(std::move(lower), std::move(upper), std::move(options), seed);
}

BoxOptimiser::~BoxOptimiser() = default;
BoxOptimiser::BoxOptimiser(BoxOptimiser&&) noexcept = default;
BoxOptimiser& BoxOptimiser::operator=(BoxOptimiser&&) noexcept = default;

std::vector<Trial<Eigen::VectorXd>> BoxOptimiser::ask(int q) {
  if (q < 1) throw InputError("ask: q is {}, expected at least 1", q);
  return state_->ask(q);
}

void BoxOptimiser::tell(std::int64_t trial, double value) {
  const auto found = state_->find_pending(trial, "tell");
  if (!std::isfinite(value))
    throw InputError("tell: the value of trial {} is {}, expected a finite number", trial, value);
  const Eigen::VectorXd x = std::move(found->x);
  state_->pending.erase(found);
  state_->take(x, value);
}

void BoxOptimiser::abandon(std::int64_t trial) {
  state_->pending.erase(state_->find_pending(trial, "abandon"));
}

void BoxOptimiser::observe(const Eigen::VectorXd& point, double value) {
  observe(Eigen::MatrixXd(point.transpose()), Eigen::VectorXd::Constant(1, value));
}

void BoxOptimiser::observe(const Eigen::MatrixXd& X, const Eigen::VectorXd& y) {
  if (X.cols() != state_->dimension || X.rows() != y.size())
    throw InputError("observe: {} x {} points with {} values, expected n x {} with n values", X.rows(),
                     X.cols(), y.size(), state_->dimension);
  for (Eigen::Index i = 0; i < X.rows(); ++i) {
    if (!std::isfinite(y[i])) throw InputError("observe: value {} is {}, expected a finite number", i, y[i]);
    state_->check(X.row(i).transpose(), i);
  }
  for (Eigen::Index i = 0; i < X.rows(); ++i) state_->take(X.row(i).transpose(), y[i]);
}

int BoxOptimiser::observations() const {
  return static_cast<int>(state_->observed.size());
}
int BoxOptimiser::pending() const {
  return static_cast<int>(state_->pending.size());
}

Eigen::VectorXd BoxOptimiser::incumbent() const {
  assert(observations() > 0);
  return state_->incumbent;
}

double BoxOptimiser::incumbent_value() const {
  assert(observations() > 0);
  return state_->incumbent_value;
}

const BoxOptimiserTimings& BoxOptimiser::timings() const {
  return state_->timings;
}

}  // namespace bora
