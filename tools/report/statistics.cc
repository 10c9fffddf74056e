#include "tools/report/statistics.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "common/random.h"

namespace bora {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool ends_before(const Observation& a, const Observation& b) { return a.queries < b.queries; }

/// Renumbers clusters 0, 1, ... so that a resample draws among those that have observations. Returns how
/// many.
int number_clusters(std::vector<Observation>& observations) {
  std::map<int, int> numbers;
  for (Observation& each : observations) {
    each.cluster = numbers.try_emplace(each.cluster, static_cast<int>(numbers.size())).first->second;
  }
  return static_cast<int>(numbers.size());
}

/// Kaplan-Meier estimate at ascending `queries` where cluster c occurs weights[c] times; NaN = not known.
void weighted_success(std::span<const Observation> by_queries, const std::vector<int>& weights,
                      std::span<const int> queries, std::vector<double>& success) {
  double at_risk = 0;
  for (const Observation& each : by_queries) at_risk += weights[each.cluster];
  double survival = 1;
  int last_at_risk = 0;
  std::size_t next = 0;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    while (next < by_queries.size() && by_queries[next].queries <= queries[q]) {
      const int now = by_queries[next].queries;
      double events = 0;
      double ended = 0;
      // Observations that end at the query asked for stay at risk there: only the events are taken off.
      for (; next < by_queries.size() && by_queries[next].queries == now; ++next) {
        const double weight = weights[by_queries[next].cluster];
        ended += weight;
        if (by_queries[next].success) events += weight;
      }
      if (ended == 0) continue;
      survival *= (at_risk - events) / at_risk;
      at_risk -= ended;
      last_at_risk = now;
    }
    const bool known = at_risk > 0 || survival == 0 || last_at_risk >= queries[q];
    success[q] = known ? 1 - survival : kNaN;
  }
}

/// Linear interpolation between order statistics, as R's default (type 7).
double sample_quantile(const std::vector<double>& ascending, double p) {
  const double place = p * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  return ascending[below] + (place - static_cast<double>(below)) * (ascending[above] - ascending[below]);
}

/// Draws cluster weights `resamples` times, lets `statistic` fill one number a point (NaN = not known there),
/// and returns the percentile interval of each point.
std::vector<std::optional<Interval>> percentile_intervals(
    int clusters, std::size_t points, const BootstrapOptions& options,
    const std::function<void(const std::vector<int>&, std::vector<double>&)>& statistic) {
  std::vector<std::optional<Interval>> intervals(points);
  if (clusters < 2) return intervals;
  std::vector<std::vector<double>> draws(points);
  std::vector<int> weights(clusters);
  std::vector<double> values(points);
  Rng rng(options.seed);
  for (int resample = 0; resample < options.resamples; ++resample) {
    std::fill(weights.begin(), weights.end(), 0);
    for (int i = 0; i < clusters; ++i) ++weights[rng.index(clusters)];
    statistic(weights, values);
    for (std::size_t p = 0; p < points; ++p) {
      if (!std::isnan(values[p])) draws[p].push_back(values[p]);
    }
  }
  for (std::size_t p = 0; p < points; ++p) {
    std::vector<double>& drawn = draws[p];
    if (drawn.size() * 2 < static_cast<std::size_t>(options.resamples)) continue;
    std::sort(drawn.begin(), drawn.end());
    if (drawn.back() - drawn.front() < 1e-12) continue;
    intervals[p] = Interval{sample_quantile(drawn, 0.025), sample_quantile(drawn, 0.975)};
  }
  return intervals;
}

}  // namespace

Interval wilson_interval(double proportion, double trials) {
  const double z2 = kNormal95 * kNormal95;
  const double centre = (proportion + z2 / (2 * trials)) / (1 + z2 / trials);
  const double half = kNormal95 / (1 + z2 / trials) *
                      std::sqrt(proportion * (1 - proportion) / trials + z2 / (4 * trials * trials));
  // At a proportion of 0 or 1 that end is exact; rounding would leave it at 1e-17.
  return {proportion <= 0 ? 0 : std::max(0.0, centre - half),
          proportion >= 1 ? 1 : std::min(1.0, centre + half)};
}

SuccessCurve::SuccessCurve(std::vector<Observation> observations) : observations_(std::move(observations)) {
  std::sort(observations_.begin(), observations_.end(), ends_before);
  double at_risk = static_cast<double>(observations_.size());
  double survival = 1;
  // Survival and number at risk after the last censoring. Until the next, what follows is a plain ratio to
  // them: so shares without censoring are exact, where a product over every event would gather rounding
  // errors.
  double base_survival = 1;
  double base_at_risk = at_risk;
  double greenwood = 0;  // sum of d / (r (r - d))
  for (std::size_t next = 0; next < observations_.size();) {
    const int now = observations_[next].queries;
    double events = 0;
    double ended = 0;
    for (; next < observations_.size() && observations_[next].queries == now; ++next) {
      ++ended;
      if (observations_[next].success) ++events;
    }
    const double before = survival;
    const double left = at_risk - events;
    survival = base_survival * left / base_at_risk;
    const double success = 1 - base_survival + base_survival * (base_at_risk - left) / base_at_risk;
    double effective = 0;
    if (left == 0) {
      effective = at_risk / before;  // the limit of the ratio below as the last at risk succeed
    } else {
      greenwood += events / (at_risk * left);
      if (survival < 1) effective = success / (survival * greenwood);
    }
    steps_.push_back({now, success, left == 0, effective});
    at_risk -= ended;
    if (ended > events) {
      base_survival = survival;
      base_at_risk = at_risk;
    }
  }
}

const SuccessCurve::Step* SuccessCurve::step_at(int queries) const {
  const auto after = std::upper_bound(steps_.begin(), steps_.end(), queries,
                                      [](int q, const Step& step) { return q < step.queries; });
  return after == steps_.begin() ? nullptr : &*std::prev(after);
}

int SuccessCurve::last_observed() const {
  return observations_.empty() ? 0 : observations_.back().queries;
}

std::optional<double> SuccessCurve::at(int queries) const {
  if (observations_.empty()) return std::nullopt;
  const Step* step = step_at(queries);
  if (step == nullptr) return 0.0;
  if (queries > last_observed() && !step->all_succeeded) return std::nullopt;
  return step->success;
}

std::optional<Interval> SuccessCurve::interval_at(int queries) const {
  const auto success = at(queries);
  if (!success) return std::nullopt;
  if (*success > 0) return wilson_interval(*success, step_at(queries)->effective_trials);
  // Without a success the evidence is those still watched at this query (the limit of the ratio, too).
  const auto watched = std::count_if(observations_.begin(), observations_.end(),
                                     [&](const Observation& each) { return each.queries >= queries; });
  return wilson_interval(0, static_cast<double>(watched));
}

std::optional<int> SuccessCurve::quantile(double p) const {
  for (const Step& step : steps_) {
    if (step.success >= p - 1e-12) return step.queries;
  }
  return std::nullopt;
}

SuccessCurve::QuantileInterval SuccessCurve::quantile_interval(double p) const {
  QuantileInterval interval;
  for (const Step& step : steps_) {
    const Interval band = *interval_at(step.queries);
    if (!interval.low && band.high >= p) interval.low = step.queries;
    if (!interval.high && band.low >= p) interval.high = step.queries;
  }
  return interval;
}

std::vector<int> SuccessCurve::event_queries() const {
  std::vector<int> queries;
  for (const Observation& each : observations_) {
    if (each.success && (queries.empty() || queries.back() != each.queries)) queries.push_back(each.queries);
  }
  return queries;
}

SuccessfulQueries successful_queries(std::span<const Observation> observations) {
  std::vector<int> queries;
  for (const Observation& each : observations) {
    if (each.success) queries.push_back(each.queries);
  }
  if (queries.empty()) return {};
  std::sort(queries.begin(), queries.end());
  const std::size_t n = queries.size();
  SuccessfulQueries result;
  result.successes = static_cast<int>(n);
  result.median = 0.5 * (queries[(n - 1) / 2] + queries[n / 2]);
  result.mean = std::accumulate(queries.begin(), queries.end(), 0.0) / static_cast<double>(n);
  result.max = queries.back();
  return result;
}

std::vector<std::optional<Interval>> clustered_intervals(std::span<const Observation> observations,
                                                         std::span<const int> queries,
                                                         const BootstrapOptions& options) {
  std::vector<Observation> by_queries(observations.begin(), observations.end());
  const int clusters = number_clusters(by_queries);
  std::sort(by_queries.begin(), by_queries.end(), ends_before);
  return percentile_intervals(clusters, queries.size(), options,
                              [&](const std::vector<int>& weights, std::vector<double>& success) {
                                weighted_success(by_queries, weights, queries, success);
                              });
}

std::vector<PairedDifference> paired_differences(std::span<const PairedObservation> pairs,
                                                 std::span<const int> queries,
                                                 const BootstrapOptions& options) {
  std::vector<Observation> first;
  std::vector<Observation> second;
  for (const PairedObservation& pair : pairs) {
    first.push_back({pair.first.queries, pair.first.success, pair.cluster});
    second.push_back({pair.second.queries, pair.second.success, pair.cluster});
  }
  const SuccessCurve first_curve(first);
  const SuccessCurve second_curve(second);
  std::vector<PairedDifference> result(queries.size());
  for (std::size_t q = 0; q < queries.size(); ++q) {
    result[q].pairs = static_cast<int>(pairs.size());
    for (const PairedObservation& pair : pairs) {
      const bool first_by_then = pair.first.success && pair.first.queries <= queries[q];
      const bool second_by_then = pair.second.success && pair.second.queries <= queries[q];
      result[q].only_first += first_by_then && !second_by_then ? 1 : 0;
      result[q].only_second += second_by_then && !first_by_then ? 1 : 0;
    }
    const auto one = first_curve.at(queries[q]);
    const auto other = second_curve.at(queries[q]);
    if (one && other) result[q].difference = *one - *other;
  }

  const int clusters = number_clusters(first);
  number_clusters(second);  // the same numbers: the pairs are in the same order
  std::sort(first.begin(), first.end(), ends_before);
  std::sort(second.begin(), second.end(), ends_before);
  std::vector<double> other(queries.size());
  const auto intervals =
      percentile_intervals(clusters, queries.size(), options,
                           [&](const std::vector<int>& weights, std::vector<double>& difference) {
                             weighted_success(first, weights, queries, difference);
                             weighted_success(second, weights, queries, other);
                             for (std::size_t q = 0; q < queries.size(); ++q) difference[q] -= other[q];
                           });
  for (std::size_t q = 0; q < queries.size(); ++q) {
    if (result[q].difference) result[q].interval = intervals[q];
  }
  return result;
}

}  // namespace bora
