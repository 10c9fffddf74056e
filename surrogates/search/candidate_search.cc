#include "surrogates/search/candidate_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "common/stopwatch.h"
#include "surrogates/optim/bounded_lbfgs.h"
#include "surrogates/sampling/space_filling.h"

namespace bora {
namespace {

/// Random candidates, and separately observations, that survive the screening by their means.
constexpr int kSurvivors = 256;
constexpr int kSurvivingObservations = 64;
/// Candidates whose variance is computed at once in exact scoring: bounds the n x m temporary.
constexpr Eigen::Index kExactBlock = 512;
/// Evaluations of the acquisition and its gradient for all starts together, and for each on its own.
constexpr int kJointEvaluations = 25;
constexpr int kSingleEvaluations = 500;
/// Two points of the unit cube closer than this in every coordinate are the same.
constexpr double kSamePoint = 1e-7;

/// Indices of the k largest values, largest first; ties by index, NaN last.
template <typename Vector>
std::vector<Eigen::Index> largest(const Vector& values, Eigen::Index k) {
  std::vector<Eigen::Index> order(values.size());
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  k = std::min<Eigen::Index>(k, values.size());
  const auto key = [&](Eigen::Index i) {
    const auto value = static_cast<double>(values[i]);
    return std::isnan(value) ? -std::numeric_limits<double>::infinity() : value;
  };
  std::partial_sort(order.begin(), order.begin() + k, order.end(), [&](Eigen::Index a, Eigen::Index b) {
    const double value_a = key(a);
    const double value_b = key(b);
    return value_a != value_b ? value_a > value_b : a < b;
  });
  order.resize(k);
  return order;
}

bool is_new(const Eigen::VectorXd& point, const StationaryPosterior& posterior) {
  const auto known = posterior.points();
  for (Eigen::Index i = 0; i < known.cols(); ++i) {
    if ((known.col(i) - point).cwiseAbs().maxCoeff() < kSamePoint) return false;
  }
  return true;
}

}  // namespace

CandidateSearch::CandidateSearch(const BoxOptimiserOptions& options, int dimension)
    : dimension_(dimension),
      candidates_(options.candidates),
      fresh_((options.candidates + options.refit_every - 1) / options.refit_every),
      polished_(options.polished),
      screened_(options.scoring == CandidateScoring::screened),
      carried_(dimension, 0) {}

CandidateSearch::Ranked CandidateSearch::score_exactly(const StationaryPosterior& posterior,
                                                       const Acquisition& acquisition, Rng& rng) const {
  const Eigen::Index observed = posterior.targets();
  Eigen::MatrixXd pool(dimension_, candidates_ + observed);
  for (Eigen::Index i = 0; i < dimension_ * static_cast<Eigen::Index>(candidates_); ++i)
    pool.data()[i] = rng.uniform();
  pool.rightCols(observed) = posterior.points().leftCols(observed);
  Eigen::VectorXd values(pool.cols());
  for (Eigen::Index first = 0; first < pool.cols(); first += kExactBlock) {
    const Eigen::Index m = std::min(kExactBlock, pool.cols() - first);
    const auto marginal = posterior.marginal(pool.middleCols(first, m));
    values.segment(first, m) = acquisition.evaluate(marginal.mean, marginal.variance).value;
  }
  // A few more than are polished, to fall back on.
  const auto best = largest(values, 4 * polished_ + 16);
  return {pool(Eigen::all, best), values(best)};
}

CandidateSearch::Ranked CandidateSearch::score_screened(const StationaryPosterior& posterior,
                                                        const Acquisition& acquisition, Rng& rng) {
  Eigen::MatrixXf pool(dimension_, fresh_ + carried_.cols());
  for (Eigen::Index i = 0; i < dimension_ * static_cast<Eigen::Index>(fresh_); ++i)
    pool.data()[i] = static_cast<float>(rng.uniform());
  pool.rightCols(carried_.cols()) = carried_;
  const auto survivors = largest(posterior.screening_mean(pool), kSurvivors);
  // Far from the data all random candidates have nearly the same variance, so their means rank them;
  // observations compete among themselves, or their higher means would push out every point that is
  // uncertain.
  const auto observed = largest(posterior.mean_at_targets(), kSurvivingObservations);

  carried_ = pool(Eigen::all, survivors);
  Eigen::MatrixXd best(dimension_, survivors.size() + observed.size());
  best.leftCols(survivors.size()) = carried_.cast<double>();
  best.rightCols(observed.size()) = posterior.points()(Eigen::all, observed);
  const auto marginal = posterior.marginal(best);
  const Eigen::VectorXd values = acquisition.evaluate(marginal.mean, marginal.variance).value;
  const auto order = largest(values, values.size());
  return {best(Eigen::all, order), values(order)};
}

PolishedPoints polish(const StationaryPosterior& posterior, const Acquisition& acquisition,
                      const Eigen::MatrixXd& starts, bool together, int max_evaluations) {
  const Eigen::Index d = starts.rows();
  PolishedPoints best{starts,
                      Eigen::VectorXd::Constant(starts.cols(), -std::numeric_limits<double>::infinity())};
  const auto improve = [&](Eigen::Index first, Eigen::Index count) {
    const SmoothFunction function = [&](const Eigen::VectorXd& x, Eigen::VectorXd& gradient) {
      // The line search may overstep the box by a rounding error.
      const Eigen::MatrixXd Z =
          Eigen::Map<const Eigen::MatrixXd>(x.data(), d, count).cwiseMax(0.0).cwiseMin(1.0);
      auto marginal = posterior.marginal(Z, true);
      const AcquisitionValues values = acquisition.evaluate(marginal.mean, marginal.variance);
      for (Eigen::Index i = 0; i < count; ++i) {
        if (values.value[i] > best.values[first + i]) {
          best.values[first + i] = values.value[i];
          best.points.col(first + i) = Z.col(i);
        }
      }
      const Eigen::MatrixXd slope =
          posterior.input_gradient(Z, marginal, values.mean_slope, values.variance_slope);
      gradient = -Eigen::Map<const Eigen::VectorXd>(slope.data(), slope.size());
      return -values.value.sum();
    };
    BoundedLbfgsOptions options;
    options.max_evaluations = max_evaluations;
    options.max_iterations = max_evaluations;
    options.gradient_tolerance = 1e-7;
    options.value_tolerance = 1e-9;
    const Eigen::MatrixXd columns = starts.middleCols(first, count);
    const Eigen::VectorXd start = Eigen::Map<const Eigen::VectorXd>(columns.data(), columns.size());
    best.evaluations += minimise_bounded(function, start, Eigen::VectorXd::Zero(start.size()),
                                         Eigen::VectorXd::Ones(start.size()), options)
                            .evaluations;
  };
  if (together) {
    improve(0, starts.cols());
  } else {
    for (Eigen::Index i = 0; i < starts.cols(); ++i) improve(i, 1);
  }
  return best;
}

Eigen::VectorXd CandidateSearch::propose(const StationaryPosterior& posterior, const Acquisition& acquisition,
                                         Rng& rng, BoxOptimiserTimings& timings) {
  Ranked ranked;
  {
    const ScopedTimer timer(timings.candidate_seconds);
    ranked =
        screened_ ? score_screened(posterior, acquisition, rng) : score_exactly(posterior, acquisition, rng);
  }
  const ScopedTimer timer(timings.polish_seconds);
  const Eigen::Index starts = std::min<Eigen::Index>(polished_, ranked.points.cols());
  if (starts > 0) {
    const PolishedPoints polished = polish(posterior, acquisition, ranked.points.leftCols(starts), screened_,
                                           screened_ ? kJointEvaluations : kSingleEvaluations);
    for (const Eigen::Index i : largest(polished.values, starts)) {
      if (is_new(polished.points.col(i), posterior)) return polished.points.col(i);
    }
  }
  for (Eigen::Index i = 0; i < ranked.points.cols(); ++i) {
    if (is_new(ranked.points.col(i), posterior)) return ranked.points.col(i);
  }
  return uniform_points(1, dimension_, rng).row(0).transpose();
}

}  // namespace bora
