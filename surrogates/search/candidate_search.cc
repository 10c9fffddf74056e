#include "surrogates/search/candidate_search.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "common/stopwatch.h"
#include "surrogates/optim/bounded_lbfgs.h"
#include "surrogates/sampling/space_filling.h"
#include "surrogates/search/ranking.h"

namespace bora::surrogates {
namespace {

/// Numbers of candidates of each kind (uniform, local), and of observations, whose exact acquisition is
/// computed after the screening.
constexpr int kSurvivors = 12;
constexpr int kSurvivingObservations = 8;
/// Number of observations around which local candidates are drawn.
constexpr int kCentres = 5;
/// Number of candidates whose variance is computed at once in exact scoring, which bounds an n x m temporary.
constexpr Eigen::Index kExactBlock = 512;
/// Maximum number of evaluations of the acquisition and its gradient: for each start that is improved alone,
/// and (between two limits) for all starts that are improved together.
constexpr int kSingleEvaluations = 500;
constexpr int kMostJointEvaluations = 30;
constexpr int kFewestJointEvaluations = 7;
constexpr double kFewestFrom = 900;  // number of observations from which on the fewest are used

/// Returns m candidates (d x m): the columns of `centres` in turn, each with some coordinates drawn again.
Eigen::MatrixXf local_candidates(const Eigen::MatrixXd& centres, Eigen::Index m, Rng& rng) {
  const auto d = static_cast<int>(centres.rows());
  Eigen::MatrixXf points(d, m);
  for (Eigen::Index i = 0; i < m; ++i) {
    points.col(i) = centres.col(i % centres.cols()).cast<float>();
    const int changed = changed_coordinates(d, rng);
    for (int k = 0; k < changed; ++k) points(rng.index(d), i) = static_cast<float>(rng.uniform());
  }
  return points;
}

}  // namespace

Eigen::Index affordable_candidates(Eigen::Index wanted, Eigen::Index observations, Eigen::Index dimension) {
  constexpr Eigen::Index kFewest = 200;
  constexpr Eigen::Index kProducts = 100'000'000;  // multiplications and additions in single precision
  return std::min(wanted, std::max(kFewest, kProducts / (observations * dimension)));
}

int joint_polishing_evaluations(Eigen::Index observations) {
  const double shrink = kFewestFrom / static_cast<double>(observations);
  return static_cast<int>(std::clamp<double>(kFewestJointEvaluations * shrink * shrink,
                                             kFewestJointEvaluations, kMostJointEvaluations));
}

CandidateSearch::CandidateSearch(const BoxOptimiserOptions& options, int dimension)
    : dimension_(dimension),
      candidates_(options.candidates),
      fresh_((options.candidates + options.refit_every - 1) / options.refit_every),
      polished_(options.polished),
      screened_(options.scoring == CandidateScoring::screened),
      carried_(dimension, 0) {}

CandidateSearch::Ranked CandidateSearch::rank_exactly(const StationaryPosterior& posterior,
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
  // A few more than are polished, in case all polished points are known.
  return {pool(Eigen::all, largest(values, polished_ + 16)), polished_};
}

CandidateSearch::Ranked CandidateSearch::rank_screened(const StationaryPosterior& posterior,
                                                       const Acquisition& acquisition, Rng& rng) {
  const Eigen::VectorXd observed_mean = posterior.mean_at_targets();
  const Eigen::MatrixXd centres = posterior.points()(Eigen::all, largest(observed_mean, kCentres));
  const Eigen::Index fresh = affordable_candidates(fresh_, posterior.size(), dimension_);
  const Eigen::Index uniform = fresh - fresh / 2;
  Eigen::MatrixXf pool(dimension_, fresh + carried_.cols());
  for (Eigen::Index i = 0; i < dimension_ * uniform; ++i) pool.data()[i] = static_cast<float>(rng.uniform());
  pool.middleCols(uniform, carried_.cols()) = carried_;
  const Eigen::Index spread = uniform + carried_.cols();
  pool.rightCols(fresh - uniform) = local_candidates(centres, fresh - uniform, rng);

  // First the candidates of each kind are ranked by the acquisition with an upper bound of the variance, and
  // the observations by their means, since their variance is at most that of the noise. Then the best of each
  // are ranked by the exact acquisition.
  const auto screening = posterior.screen(pool);
  const Eigen::VectorXd optimistic =
      acquisition.evaluate(screening.mean.cast<double>(), screening.variance_bound.cast<double>()).value;
  const auto far = largest(optimistic.head(spread), kSurvivors);
  auto near = largest(optimistic.tail(pool.cols() - spread), kSurvivors);
  for (Eigen::Index& i : near) i += spread;
  const auto observed = largest(observed_mean, kSurvivingObservations);
  carried_ = pool(Eigen::all, far);

  const auto far_count = static_cast<Eigen::Index>(far.size());
  const auto near_count = static_cast<Eigen::Index>(near.size());
  const auto observed_count = static_cast<Eigen::Index>(observed.size());
  Eigen::MatrixXd best(dimension_, far_count + near_count + observed_count);
  best.leftCols(far_count) = carried_.cast<double>();
  best.middleCols(far_count, near_count) = pool(Eigen::all, near).cast<double>();
  best.rightCols(observed_count) = posterior.points()(Eigen::all, observed);
  const auto marginal = posterior.marginal(best);
  const Eigen::VectorXd values = acquisition.evaluate(marginal.mean, marginal.variance).value;

  std::vector<Eigen::Index> order = largest(values, values.size());
  const Eigen::Index starts = starts_first(order, polished_, [&](Eigen::Index i) {
    if (i < far_count) return 0;
    return i < far_count + near_count ? 1 : 2;
  });
  return {best(Eigen::all, order), starts};
}

int polish_points(const PointsFunction& function, const Eigen::MatrixXd& starts, int evaluations) {
  BoundedLbfgsOptions options;
  options.max_evaluations = options.max_iterations = evaluations;
  options.gradient_tolerance = 1e-7;
  options.value_tolerance = 1e-9;
  Eigen::MatrixXd slope;
  const auto negative = [&](const Eigen::VectorXd& x, Eigen::VectorXd& gradient) {
    // The line search may overstep the box by a rounding error.
    const double value =
        function(x.reshaped(starts.rows(), starts.cols()).cwiseMax(0.0).cwiseMin(1.0), slope);
    gradient = -slope.reshaped();
    return -value;
  };
  return minimise_bounded(negative, starts.reshaped(), Eigen::VectorXd::Zero(starts.size()),
                          Eigen::VectorXd::Ones(starts.size()), options)
      .evaluations;
}

PolishedPoints polish(const StationaryPosterior& posterior, const Acquisition& acquisition,
                      const Eigen::MatrixXd& starts, bool together, int max_evaluations) {
  PolishedPoints best{starts,
                      Eigen::VectorXd::Constant(starts.cols(), -std::numeric_limits<double>::infinity())};
  const auto improve = [&](Eigen::Index first, Eigen::Index count) {
    const PointsFunction function = [&](const Eigen::MatrixXd& Z, Eigen::MatrixXd& slope) {
      auto marginal = posterior.marginal(Z, true);
      const AcquisitionValues values = acquisition.evaluate(marginal.mean, marginal.variance);
      for (Eigen::Index i = 0; i < count; ++i) {
        if (values.value[i] > best.values[first + i]) {
          best.values[first + i] = values.value[i];
          best.points.col(first + i) = Z.col(i);
        }
      }
      slope = posterior.input_gradient(Z, marginal, values.mean_slope, values.variance_slope);
      return values.value.sum();
    };
    best.evaluations += polish_points(function, starts.middleCols(first, count), max_evaluations);
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
        screened_ ? rank_screened(posterior, acquisition, rng) : rank_exactly(posterior, acquisition, rng);
  }
  const ScopedTimer timer(timings.polish_seconds);
  const Eigen::Index starts = std::min(ranked.starts, ranked.points.cols());
  if (starts > 0) {
    const PolishedPoints polished =
        polish(posterior, acquisition, ranked.points.leftCols(starts), screened_,
               screened_ ? joint_polishing_evaluations(posterior.size()) : kSingleEvaluations);
    for (const Eigen::Index i : largest(polished.values, starts))
      if (is_new(polished.points.col(i), posterior.points())) return polished.points.col(i);
  }
  for (Eigen::Index i = 0; i < ranked.points.cols(); ++i)
    if (is_new(ranked.points.col(i), posterior.points())) return ranked.points.col(i);
  return uniform_points(1, dimension_, rng).row(0).transpose();
}

}  // namespace bora::surrogates
