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

/// Kaplan-Meier estimate with cluster c counted weights[c] times, which advances from query to query.
class WeightedCurve {
 public:
  WeightedCurve(std::span<const WatchedInstance> by_queries, const std::vector<int>& weights)
      : by_queries_(by_queries), weights_(weights) {
    for (const WatchedInstance& each : by_queries) at_risk += weights[each.cluster];
  }

  /// Advances to the next query number, at most `last`, at which an observation ends; false if there is none.
  bool advance(int last) {
    if (next_ == by_queries_.size() || by_queries_[next_].queries > last) return false;
    const int now = by_queries_[next_].queries;
    double events = 0;
    double ended = 0;
    // Instances that end at this query without success are at risk there, too.
    for (; next_ < by_queries_.size() && by_queries_[next_].queries == now; ++next_) {
      const double weight = weights_[by_queries_[next_].cluster];
      ended += weight;
      if (by_queries_[next_].success) events += weight;
    }
    if (ended == 0) return true;
    survival *= (at_risk - events) / at_risk;
    at_risk -= ended;
    last_at_risk = now;
    return true;
  }

  double survival = 1, at_risk = 0;
  int last_at_risk = 0;  // last query number at which an observation of positive weight ended

 private:
  std::span<const WatchedInstance> by_queries_;
  const std::vector<int>& weights_;
  std::size_t next_ = 0;
};

}  // namespace

int number_clusters(std::vector<WatchedInstance>& observations) {
  std::map<int, int> numbers;
  for (WatchedInstance& each : observations)
    each.cluster = numbers.try_emplace(each.cluster, static_cast<int>(numbers.size())).first->second;
  return static_cast<int>(numbers.size());
}

void sort_by_queries(std::vector<WatchedInstance>& observations) {
  std::sort(observations.begin(), observations.end(),
            [](const WatchedInstance& a, const WatchedInstance& b) { return a.queries < b.queries; });
}

void weighted_success(std::span<const WatchedInstance> by_queries, const std::vector<int>& weights,
                      std::span<const int> queries, std::vector<double>& success) {
  WeightedCurve curve(by_queries, weights);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    while (curve.advance(queries[q])) {
    }
    const bool known = curve.at_risk > 0 || curve.survival == 0 || curve.last_at_risk >= queries[q];
    success[q] = known ? 1 - curve.survival : kNaN;
  }
}

double weighted_median(std::span<const WatchedInstance> by_queries, const std::vector<int>& weights) {
  WeightedCurve curve(by_queries, weights);
  while (curve.advance(std::numeric_limits<int>::max()))
    if (curve.survival <= 0.5 + 1e-12) return curve.last_at_risk;
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
    for (std::size_t p = 0; p < points; ++p)
      if (!std::isnan(values[p])) draws[p].push_back(values[p]);
  });
  for (std::size_t p = 0; p < points; ++p) {
    std::vector<double>& drawn = draws[p];
    if (drawn.size() * 2 < static_cast<std::size_t>(options.resamples)) continue;
    std::sort(drawn.begin(), drawn.end());
    if (drawn.back() - drawn.front() < 1e-12) drawn = {drawn.front(), drawn.front()};
    intervals[p] = Interval{sample_quantile(drawn, 0.025), sample_quantile(drawn, 0.975)};
  }
  return intervals;
}

}  // namespace bora::report
