#include "report/statistics/paired.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <utility>

#include "common/sign_test.h"
#include "report/statistics/resampling.h"

namespace bora::report {
namespace {

using Watched = std::vector<WatchedInstance>;

/// Returns the observations of the first and of the second attack, with the cluster of their pair.
std::pair<Watched, Watched> unzip(std::span<const PairedObservation> pairs) {
  std::pair<Watched, Watched> out;
  for (const PairedObservation& pair : pairs) {
    out.first.push_back({pair.first.queries, pair.first.success, pair.cluster});
    out.second.push_back({pair.second.queries, pair.second.success, pair.cluster});
  }
  return out;
}

/// Renumbers the clusters of both and sorts both, as resampling requires. Returns the number of clusters.
int number_and_sort(Watched& first, Watched& second) {
  const int clusters = number_clusters(first);
  number_clusters(second);  // the same numbers: the pairs are in the same order
  sort_by_queries(first);
  sort_by_queries(second);
  return clusters;
}

/// Rounds a difference of shares to 12 decimal places. Shares are products, with errors of about 1e-16. With
/// these, an end of an interval that is 0 would be above or below 0, and a condition on the difference would
/// be decided by them.
double without_rounding_error(double difference) {
  constexpr double kUnits = 1e12;
  return std::round(difference * kUnits) / kUnits + 0.0;  // + 0.0: no negative zero
}

/// Returns the interval of a difference that all clusters have. At most a share `others` of all clusters may
/// have another one, which is from -1 to 1.
Interval without_spread(double same, int clusters) {
  const double others = wilson_interval(0, clusters).high;
  return {same - others * (1 + same), same + others * (1 - same)};
}

/// Sets p and least_p from the differences by cluster if unknown outcomes favour the second (`lowest`) or the
/// first attack (`highest`).
void set_p(PairedDifference& result, const std::map<int, int>& lowest, const std::map<int, int>& highest) {
  const auto p_of = [](const std::map<int, int>& by_cluster, int& sum) {
    std::vector<int> differences;
    for (const auto& [cluster, difference] : by_cluster) differences.push_back(difference);
    sum = std::accumulate(differences.begin(), differences.end(), 0);
    return mcnemar_clustered(differences);
  };
  int low = 0, high = 0;
  const double p_low = p_of(lowest, low), p_high = p_of(highest, high);
  result.least_p = std::min(p_low, p_high);
  result.p = low > 0 || high < 0 ? std::max(p_low, p_high) : 1;
}

}  // namespace

double mcnemar_clustered(std::span<const int> differences) {
  const int sum = std::accumulate(differences.begin(), differences.end(), 0);
  return std::min(1.0, 2 * random_sign_tail(differences, std::abs(sum)));
}

std::vector<PairedDifference> paired_differences(std::span<const PairedObservation> pairs,
                                                 std::span<const int> queries,
                                                 const BootstrapOptions& options) {
  auto [first, second] = unzip(pairs);
  const SuccessCurve first_curve(first);
  const SuccessCurve second_curve(second);
  std::vector<PairedDifference> result(queries.size());
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const auto known = [&](const WatchedInstance& one) { return one.success || one.queries >= queries[q]; };
    // Sums of the differences by cluster, with unknown outcomes in favour of the second and of the first
    // attack.
    std::map<int, int> lowest, highest;
    for (const PairedObservation& pair : pairs) {
      const bool first_by_then = pair.first.success && pair.first.queries <= queries[q];
      const bool second_by_then = pair.second.success && pair.second.queries <= queries[q];
      const bool first_may = first_by_then || !known(pair.first);
      const bool second_may = second_by_then || !known(pair.second);
      lowest[pair.cluster] += static_cast<int>(first_by_then) - static_cast<int>(second_may);
      highest[pair.cluster] += static_cast<int>(first_may) - static_cast<int>(second_by_then);
      if (!known(pair.first) || !known(pair.second)) {
        ++result[q].unknown;
        continue;
      }
      ++result[q].pairs;
      result[q].only_first += first_by_then && !second_by_then ? 1 : 0;
      result[q].only_second += second_by_then && !first_by_then ? 1 : 0;
      result[q].both += first_by_then && second_by_then ? 1 : 0;
    }
    const auto one = first_curve.at(queries[q]);
    const auto other = second_curve.at(queries[q]);
    if (!one || !other) continue;
    result[q].first = *one;
    result[q].second = *other;
    result[q].difference = without_rounding_error(*one - *other);
    if (result[q].pairs > 0) set_p(result[q], lowest, highest);
  }

  const int clusters = number_and_sort(first, second);
  std::vector<double> other(queries.size());
  const auto intervals =
      percentile_intervals(clusters, queries.size(), options,
                           [&](const std::vector<int>& weights, std::vector<double>& difference) {
                             weighted_success(first, weights, queries, difference);
                             weighted_success(second, weights, queries, other);
                             for (std::size_t q = 0; q < queries.size(); ++q) difference[q] -= other[q];
                           });
  for (std::size_t q = 0; q < queries.size(); ++q) {
    if (!result[q].difference || (clusters > 1 && !intervals[q])) continue;
    const bool spread = intervals[q] && intervals[q]->high > intervals[q]->low;
    const Interval interval = spread ? *intervals[q] : without_spread(*result[q].difference, clusters);
    result[q].interval =
        Interval{without_rounding_error(interval.low), without_rounding_error(interval.high)};
  }
  return result;
}

PairedDifference paired_outcomes(std::span<const PairedOutcome> pairs, const BootstrapOptions& options) {
  // Compares the outcomes as successes at the first query; an unknown one is `first` or `second`, or, without
  // these, an observation that ended before.
  const auto compared = [&](std::optional<bool> first, std::optional<bool> second) {
    const auto watched = [](std::optional<bool> outcome, int cluster) {
      return WatchedInstance{outcome ? 1 : 0, outcome.value_or(false), cluster};
    };
    std::vector<PairedObservation> observed;
    for (const PairedOutcome& pair : pairs)
      observed.push_back({watched(pair.first ? pair.first : first, pair.cluster),
                          watched(pair.second ? pair.second : second, pair.cluster), pair.cluster});
    constexpr int kOnce[] = {1};
    return paired_differences(observed, kOnce, options).front();
  };
  PairedDifference out = compared({}, {});
  if (out.unknown == 0) return out;
  const PairedDifference lowest = compared(false, true), highest = compared(true, false);
  out.first = out.second = out.difference = std::nullopt;
  out.interval = Interval{lowest.interval->low, highest.interval->high};
  if (*lowest.difference <= 0 && *highest.difference >= 0) return out;
  const PairedDifference& smallest = *lowest.difference > 0 ? lowest : highest;
  out.first = smallest.first;
  out.second = smallest.second;
  out.difference = smallest.difference;
  return out;
}

MedianRatio median_ratio(std::span<const PairedObservation> pairs, int budget,
                         const BootstrapOptions& options) {
  auto [first, second] = unzip(pairs);
  const SuccessCurve first_curve(first), second_curve(second);
  MedianRatio result;
  result.first = first_curve.quantile(0.5);
  result.second = second_curve.quantile(0.5);
  result.first_beyond = first_curve.stays_below(0.5, budget);
  result.second_beyond = second_curve.stays_below(0.5, budget);
  if (result.first && result.second) result.ratio = static_cast<double>(*result.first) / *result.second;
  const int clusters = number_and_sort(first, second);
  if (clusters < 2 || !result.ratio) return result;
  std::vector<double> drawn;
  for_each_resample(clusters, options, [&](const std::vector<int>& weights) {
    const double ratio = weighted_median(first, weights) / weighted_median(second, weights);
    if (!std::isnan(ratio)) drawn.push_back(ratio);  // NaN: neither median is reached
  });
  if (drawn.size() * 2 < static_cast<std::size_t>(options.resamples)) return result;
  std::sort(drawn.begin(), drawn.end());
  if (drawn.front() == drawn.back()) return result;  // no spread between resamples
  // Order statistics are not interpolated, as some may be infinite.
  const double last = static_cast<double>(drawn.size() - 1);
  result.low = drawn[static_cast<std::size_t>(std::floor(0.025 * last))];
  const double high = drawn[static_cast<std::size_t>(std::ceil(0.975 * last))];
  if (std::isfinite(high)) result.high = high;
  return result;
}

}  // namespace bora::report
