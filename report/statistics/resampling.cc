#include "report/statistics/resampling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "common/random.h"
#include "common/statistics.h"

namespace bora::report {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

int number_clusters(std::vector<WatchedInstance>& observations) {
  std::map<int, int> numbers;
  for (WatchedInstance& each : observations) {
    each.cluster = numbers.try_emplace(each.cluster, static_cast<int>(numbers.size())).first->second;
  }
  return static_cast<int>(numbers.size());
}

void sort_by_queries(std::vector<WatchedInstance>& observations) {
  std::sort(observations.begin(), observations.end(),
            [](const WatchedInstance& a, const WatchedInstance& b) { return a.queries < b.queries; });
}

void weighted_success(std::span<const WatchedInstance> by_queries, const std::vector<int>& weights,
                      std::span<const int> queries, std::vector<double>& success) {
  double at_risk = 0;
  for (const WatchedInstance& each : by_queries) at_risk += weights[each.cluster];
  double survival = 1;
  int last_at_risk = 0;
  std::size_t next = 0;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    while (next < by_queries.size() && by_queries[next].queries <= queries[q]) {
      const int now = by_queries[next].queries;
      double events = 0;
      double ended = 0;
      // Instances that end at this query without success stay at risk there; only successes are removed.
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

double weighted_median(std::span<const WatchedInstance> by_queries, const std::vector<int>& weights) {
  double at_risk = 0;
  for (const WatchedInstance& each : by_queries) at_risk += weights[each.cluster];
  double survival = 1;
  for (std::size_t next = 0; next < by_queries.size();) {
    const int now = by_queries[next].queries;
    double events = 0;
    double ended = 0;
    for (; next < by_queries.size() && by_queries[next].queries == now; ++next) {
      const double weight = weights[by_queries[next].cluster];
      ended += weight;
      if (by_queries[next].success) events += weight;
    }
    if (events > 0) survival *= (at_risk - events) / at_risk;
    if (survival <= 0.5 + 1e-12) return now;
    at_risk -= ended;
  }
  return std::numeric_limits<double>::infinity();
}

void for_each_resample(int clusters, const BootstrapOptions& options,
                       const std::function<void(const std::vector<int>& weights)>& use) {
  std::vector<int> weights(clusters);
  Rng rng(options.seed);
  for (int resample = 0; resample < options.resamples; ++resample) {
    std::fill(weights.begin(), weights.end(), 0);
    for (int i = 0; i < clusters; ++i) ++weights[rng.index(clusters)];
    use(weights);
  }
}

std::vector<std::optional<Interval>> percentile_intervals(
    int clusters, std::size_t points, const BootstrapOptions& options,
    const std::function<void(const std::vector<int>&, std::vector<double>&)>& statistic) {
  std::vector<std::optional<Interval>> intervals(points);
  if (clusters < 2) return intervals;
  std::vector<std::vector<double>> draws(points);
  std::vector<double> values(points);
  for_each_resample(clusters, options, [&](const std::vector<int>& weights) {
    statistic(weights, values);
    for (std::size_t p = 0; p < points; ++p) {
      if (!std::isnan(values[p])) draws[p].push_back(values[p]);
    }
  });
  for (std::size_t p = 0; p < points; ++p) {
    std::vector<double>& drawn = draws[p];
    if (drawn.size() * 2 < static_cast<std::size_t>(options.resamples)) continue;
    std::sort(drawn.begin(), drawn.end());
    if (drawn.back() - drawn.front() < 1e-12) continue;
    intervals[p] = Interval{sample_quantile(drawn, 0.025), sample_quantile(drawn, 0.975)};
  }
  return intervals;
}

}  // namespace bora::report
