#include "surrogates/search/additive_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "common/order.h"
#include "common/stopwatch.h"
#include "surrogates/gp/subset.h"
#include "surrogates/search/candidate_search.h"
#include "surrogates/search/hyperparameter_fit.h"
#include "surrogates/search/ranking.h"

namespace bora::surrogates {
namespace {

/// Number of observations beyond which fits take fewer steps, since they cost O(n^3) each, and the result,
/// from which the next fit starts, changes little by then.
constexpr Eigen::Index kManyObservations = 200;
/// Number of steps between the last observations over which Decomposition::change averages (Ru 2021, section
/// 6.5.4).
constexpr int kChangeWindow = 5;
/// Number of candidates of each kind (uniform, local) that are kept when a group is screened.
constexpr Eigen::Index kGroupSurvivors = 4;
/// Number of observations around which local candidates are drawn, and which are candidates themselves.
constexpr int kGroupCentres = 5;
/// Maximum number of evaluations of the acquisition and its gradient for each start in the exact mode.
constexpr int kExactEvaluations = 500;

}  // namespace

AdditiveModel::AdditiveModel(const BoxOptimiserOptions& options, int dimension, std::uint64_t seed)
    : options_(options),
      dimension_(dimension),
      seed_(seed),
      posterior_(parse_radial_family(options.kernel), dimension),
      carried_(dimension, 0) {
  options_.additive.groups = std::min(options_.additive.groups, dimension_);
  const double diameter = std::sqrt(static_cast<double>(dimension_) / options_.additive.groups);
  common_log_lengthscale_ = std::log(0.5 * diameter);
}

AdditiveModel::Range AdditiveModel::lengthscale_range() const {
  const double diameter = std::sqrt(static_cast<double>(dimension_) / options_.additive.groups);
  return {std::log(kSmallestLengthscale * diameter), std::log(kLargestLengthscale * diameter)};
}

LengthscalePrior AdditiveModel::prior() const {
  return options_.lengthscale_prior ? LengthscalePrior{} : LengthscalePrior::none();
}

AdditiveHyperparameters AdditiveModel::common_start() const {
  const int groups = options_.additive.groups;
  return {Eigen::VectorXd::Constant(groups, std::exp(common_log_lengthscale_)),
          Eigen::VectorXd::Constant(groups, common_variance_ / groups), options_.noise};
}

AdditiveModel::TrainingData AdditiveModel::training_data(const Eigen::VectorXd& standardised) const {
  const int n = static_cast<int>(standardised.size());
  const int most = options_.additive.learnt_from;
  if (most == 0 || n <= most) return {posterior_.points(), standardised};
  const std::vector<int> places = spread_evenly(n, most);
  return {posterior_.points()(Eigen::all, places), standardised(places)};
}

std::optional<AdditiveFit> AdditiveModel::fit_common(const Partition& partition, const TrainingData& data,
                                                     bool global) const {
  const auto range = lengthscale_range();
  CommonScaleSearch search;
  search.lower = range.lower;
  search.upper = range.upper;
  search.prior = prior();
  search.starts = global ? kGlobalStarts : 0;
  if (!global) search.max_evaluations = data.y.size() <= kManyObservations ? 6 : 3;
  return fit_common_scale(posterior_.family(), partition, data.points, data.y, common_start(), search);
}

GroupSearch AdditiveModel::group_search(int max_evaluations) const {
  const auto range = lengthscale_range();
  GroupSearch search;
  search.lengthscale_lower = range.lower;
  search.lengthscale_upper = range.upper;
  search.noise_lower = std::log(options_.noise);
  search.noise_upper = options_.learn_noise ? 0 : search.noise_lower;
  search.prior = prior();
  search.max_evaluations = max_evaluations;
  return search;
}

Partition AdditiveModel::partition_by_change() const {
  const auto points = posterior_.points();
  const Eigen::Index last = points.cols() - 1;
  const Eigen::Index steps = std::min<Eigen::Index>(kChangeWindow, last);
  Eigen::VectorXd change = Eigen::VectorXd::Zero(dimension_);
  for (Eigen::Index i = 0; i < steps; ++i)
    change += (points.col(last - i) - points.col(last - i - 1)).cwiseAbs();
  return cut(descending(change), options_.additive.groups);
}

void AdditiveModel::learn_partition(const TrainingData& data) {
  const int groups = options_.additive.groups;
  Rng rng(mix_seed(mix_seed(seed_, "partition"), learnt_++));
  learnt_at_ = static_cast<int>(posterior_.size());
  Partition chosen = partition_;
  AdditiveHyperparameters exactly_fitted;  // fit of the chosen partition; empty unless in the exact mode
  if (options_.additive.decomposition == Decomposition::change) {
    chosen = partition_by_change();
  } else {
    std::vector<Partition> candidates;
    if (partition_.dimension() > 0) candidates.push_back(partition_);
    while (static_cast<int>(candidates.size()) < options_.additive.partitions + (partition_.dimension() > 0))
      candidates.push_back(random_partition(dimension_, groups, rng));
    if (candidates.empty()) candidates.push_back(random_partition(dimension_, groups, rng));
    // In the screened mode one search of the whole range serves all partitions: the maximum of the evidence
    // is at nearly the same lengthscale for each of them.
    if (const auto first = exact() ? std::nullopt : fit_common(candidates.front(), data, true)) {
      common_log_lengthscale_ = std::log(first->hyperparameters.lengthscales[0]);
      common_variance_ = first->hyperparameters.signal_variances.sum();
    }
    double best = -std::numeric_limits<double>::infinity();
    std::optional<AdditiveFit> winner;
    for (auto& candidate : candidates) {
      const bool in_use = partition_.dimension() > 0 && same_groups(candidate, partition_);
      const auto fit = exact() ? fit_exactly(candidate, data, in_use ? &hyperparameters_ : nullptr)
                               : fit_common(candidate, data, false);
      if (!fit || fit->log_posterior <= best) continue;
      best = fit->log_posterior;
      winner = fit;
      chosen = candidate;
    }
    if (winner && exact()) {
      exactly_fitted = winner->hyperparameters;
    } else if (winner) {
      common_log_lengthscale_ = std::log(winner->hyperparameters.lengthscales[0]);
      common_variance_ = winner->hyperparameters.signal_variances.sum();
    }
  }
  if (chosen.dimension() == 0) chosen = random_partition(dimension_, groups, rng);
  if (partition_.dimension() == 0 || !same_groups(chosen, partition_)) {
    partition_ = chosen;
    hyperparameters_ = {};  // values of the previous groups no longer apply
    carried_.resize(dimension_, 0);
  }
  if (exactly_fitted.lengthscales.size() > 0) hyperparameters_ = exactly_fitted;
}

bool AdditiveModel::refit(const Eigen::VectorXd& y) {
  standardisation_ = Standardisation::of(y);
  const TrainingData data = training_data(standardisation_.apply(y));
  const bool relearn = learnt_at_ < 0 || y.size() - learnt_at_ >= options_.additive.relearn_every;
  if (relearn) learn_partition(data);
  if (!exact()) {
    hyperparameters_ = fit_quickly(data);
  } else if (!relearn || hyperparameters_.lengthscales.size() == 0) {
    const auto fit = fit_exactly(partition_, data, &hyperparameters_);
    hyperparameters_ = fit ? fit->hyperparameters : common_start();
  }
  return posterior_.factorise(partition_, hyperparameters_);
}

AdditiveHyperparameters AdditiveModel::fit_quickly(const TrainingData& data) {
  AdditiveHyperparameters start = hyperparameters_;
  const bool fresh = start.lengthscales.size() == 0;
  if (fresh) {
    const auto common = fit_common(partition_, data, true);
    start = common ? common->hyperparameters : common_start();
    start.noise_variance = options_.noise;
    common_log_lengthscale_ = start.lengthscales.array().log().mean();
    common_variance_ = start.signal_variances.sum();
  }
  const bool many = data.y.size() > kManyObservations;
  int evaluations = fresh ? 20 : 8;
  if (many) evaluations = fresh ? 6 : 3;
  const auto fit =
      fit_groups(posterior_.family(), partition_, data.points, data.y, start, group_search(evaluations));
  return fit ? fit->hyperparameters : start;
}

Eigen::MatrixXd AdditiveModel::screened_starts(const Acquisition& acquisition, Rng& rng) {
  const Eigen::VectorXd observed_mean = posterior_.mean_at_targets();
  const Eigen::MatrixXd centres = posterior_.points()(Eigen::all, largest(observed_mean, kGroupCentres));
  const CandidatePool pool = draw_pool(centres, rng);
  const Eigen::MatrixXd survivors = screened(pool, centres, acquisition);
  return best_parts(survivors, acquisition);
}

AdditiveModel::CandidatePool AdditiveModel::draw_pool(const Eigen::MatrixXd& centres, Rng& rng) const {
  // The paper draws half as many candidates for each group as GP-BO draws for all coordinates.
  const Eigen::Index fresh = affordable_candidates(
      std::max(2, (options_.candidates / 2 + options_.refit_every - 1) / options_.refit_every),
      posterior_.size(), dimension_);
  const Eigen::Index uniform = fresh - fresh / 2;
  const Eigen::Index far = uniform + carried_.cols();
  Eigen::MatrixXf points(dimension_, far + fresh / 2);
  for (Eigen::Index i = 0; i < dimension_ * uniform; ++i)
    points.data()[i] = static_cast<float>(rng.uniform());
  points.middleCols(uniform, carried_.cols()) = carried_;
  // Local candidates are observations with some coordinates of each group drawn again.
  for (Eigen::Index i = far; i < points.cols(); ++i) {
    points.col(i) = centres.col((i - far) % centres.cols()).cast<float>();
    for (int j = 0; j < partition_.groups(); ++j) {
      const int size = partition_.size(j);
      const int changed = changed_coordinates(size, rng);
      for (int k = 0; k < changed; ++k)
        points(partition_.order[partition_.start(j) + rng.index(size)], i) =
            static_cast<float>(rng.uniform());
    }
  }
  return {std::move(points), far};
}

Eigen::MatrixXd AdditiveModel::screened(const CandidatePool& pool, const Eigen::MatrixXd& centres,
                                        const Acquisition& acquisition) {
  const auto& [points, far] = pool;
  const Eigen::Index near = points.cols() - far;
  const auto screening = posterior_.screen(points);
  // Columns: kGroupSurvivors uniform candidates, kGroupSurvivors local ones, and the centres.
  Eigen::MatrixXd survivors(dimension_, 2 * kGroupSurvivors + centres.cols());
  survivors.rightCols(centres.cols()) = centres;
  const Eigen::Index kept_far = std::min<Eigen::Index>(kGroupSurvivors, far);
  const Eigen::Index kept_near = std::min<Eigen::Index>(kGroupSurvivors, near);
  Eigen::MatrixXf carried(dimension_, kept_far);
  for (int j = 0; j < partition_.groups(); ++j) {
    const Eigen::VectorXd optimistic =
        acquisition
            .evaluate(screening.mean.row(j).transpose().cast<double>(),
                      screening.lone_variance.row(j).transpose().cast<double>())
            .value;
    const auto far_best = largest(optimistic.head(far), kept_far);
    const auto near_best = largest(optimistic.tail(near), kept_near);
    for (int i = partition_.start(j); i < partition_.start(j + 1); ++i) {
      const int coordinate = partition_.order[i];
      for (Eigen::Index k = 0; k < kept_far; ++k) {
        carried(coordinate, k) = points(coordinate, far_best[k]);
        survivors(coordinate, k) = carried(coordinate, k);
      }
      for (Eigen::Index k = 0; k < kept_near; ++k)
        survivors(coordinate, kGroupSurvivors + k) = points(coordinate, far + near_best[k]);
      for (Eigen::Index k = kept_far; k < kGroupSurvivors; ++k)
        survivors(coordinate, k) = centres(coordinate, 0);
      for (Eigen::Index k = kept_near; k < kGroupSurvivors; ++k)
        survivors(coordinate, kGroupSurvivors + k) = centres(coordinate, 0);
    }
  }
  carried_ = carried;
  return survivors;
}

Eigen::MatrixXd AdditiveModel::best_parts(const Eigen::MatrixXd& survivors,
                                          const Acquisition& acquisition) const {
  const auto marginal = posterior_.marginal(survivors);
  // A group has few coordinates, so half as many starts as for a search over all coordinates suffice.
  const auto wanted = std::min<Eigen::Index>(std::max(1, (options_.polished + 1) / 2), survivors.cols());
  Eigen::MatrixXd best(dimension_, wanted);
  for (int j = 0; j < partition_.groups(); ++j) {
    const Eigen::VectorXd values =
        acquisition.evaluate(marginal.mean.row(j).transpose(), marginal.variance.row(j).transpose()).value;
    std::vector<Eigen::Index> order = largest(values, values.size());
    starts_first(order, wanted,
                 [](Eigen::Index i) { return std::min<Eigen::Index>(i / kGroupSurvivors, 2); });
    for (int i = partition_.start(j); i < partition_.start(j + 1); ++i)
      for (Eigen::Index k = 0; k < wanted; ++k)
        best(partition_.order[i], k) = survivors(partition_.order[i], order[k]);
  }
  return best;
}

Eigen::VectorXd AdditiveModel::propose(double incumbent, Rng& rng, BoxOptimiserTimings& timings) {
  double best_value = standardisation_.apply(incumbent);
  // The imputed value of a pending point may exceed all observed values.
  if (const Eigen::Index pending = posterior_.size() - posterior_.targets(); pending > 0) {
    const auto at_pending = posterior_.marginal(posterior_.points().rightCols(pending));
    best_value = std::max(best_value, at_pending.mean.colwise().sum().maxCoeff());
  }
  // Each group gets an equal share of the incumbent, so that the shares add up to it. The paper only has UCB,
  // which needs no incumbent.
  const auto acquisition =
      make_acquisition(options_.acquisition, best_value / partition_.groups(), options_.ucb_beta);
  Eigen::MatrixXd columns;
  {
    const ScopedTimer timer(timings.candidate_seconds);
    columns = exact() ? exact_starts(*acquisition, rng) : screened_starts(*acquisition, rng);
  }
  const ScopedTimer timer(timings.polish_seconds);
  const Eigen::Index starts = columns.cols();
  GroupMaxima maxima{columns, Eigen::MatrixXd::Constant(partition_.groups(), starts,
                                                        -std::numeric_limits<double>::infinity())};
  if (!exact()) {
    polish(*acquisition, 0, starts, joint_polishing_evaluations(posterior_.size()), maxima);
  } else {
    for (Eigen::Index i = 0; i < starts; ++i) polish(*acquisition, i, 1, kExactEvaluations, maxima);
  }
  return joined(maxima, rng);
}

// The acquisitions of the groups and starts do not share variables, so their sum is maximised as one problem.
// Each evaluation then solves for groups x count right-hand sides at once.
void AdditiveModel::polish(const Acquisition& acquisition, Eigen::Index first, Eigen::Index count,
                           int evaluations, GroupMaxima& maxima) const {
  const int groups = partition_.groups();
  AdditivePosterior::Marginal marginal;
  const PointsFunction function = [&](const Eigen::MatrixXd& Z, Eigen::MatrixXd& slope) {
    posterior_.marginal(Z, true, marginal);
    const Eigen::Map<const Eigen::VectorXd> mean(marginal.mean.data(), groups * count);
    const Eigen::Map<const Eigen::VectorXd> variance(marginal.variance.data(), groups * count);
    const AcquisitionValues values = acquisition.evaluate(mean, variance);
    const Eigen::Map<const Eigen::MatrixXd> value(values.value.data(), groups, count);
    for (Eigen::Index i = 0; i < count; ++i)
      for (int j = 0; j < groups; ++j)
        if (value(j, i) > maxima.values(j, first + i)) {
          maxima.values(j, first + i) = value(j, i);
          for (int c = partition_.start(j); c < partition_.start(j + 1); ++c)
            maxima.parts(partition_.order[c], first + i) = Z(partition_.order[c], i);
        }
    slope = posterior_.input_gradient(
        Z, marginal, Eigen::Map<const Eigen::MatrixXd>(values.mean_slope.data(), groups, count),
        Eigen::Map<const Eigen::MatrixXd>(values.variance_slope.data(), groups, count));
    return values.value.sum();
  };
  polish_points(function, maxima.parts.middleCols(first, count), evaluations);
}

// If the joined maximisers are a point of the model, the groups' second-best maximisers replace them one
// after the other, and finally random points.
Eigen::VectorXd AdditiveModel::joined(const GroupMaxima& maxima, Rng& rng) const {
  Eigen::MatrixXd ranked(dimension_, std::min<Eigen::Index>(maxima.parts.cols(), 2));
  for (int j = 0; j < partition_.groups(); ++j) {
    const auto order = largest(maxima.values.row(j).transpose().eval(), ranked.cols());
    for (int c = partition_.start(j); c < partition_.start(j + 1); ++c)
      for (Eigen::Index r = 0; r < ranked.cols(); ++r)
        ranked(partition_.order[c], r) = maxima.parts(partition_.order[c], order[r]);
  }
  Eigen::VectorXd point = ranked.col(0);
  for (int j = 0; j < partition_.groups() && !is_new(point, posterior_.points()); ++j)
    for (int c = partition_.start(j); c < partition_.start(j + 1); ++c)
      point[partition_.order[c]] = ranked(partition_.order[c], ranked.cols() - 1);
  while (!is_new(point, posterior_.points()))
    for (Eigen::Index i = 0; i < dimension_; ++i) point[i] = rng.uniform();
  return point;
}

}  // namespace bora::surrogates
