#include "report/statistics/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "report/statistics/resampling.h"

namespace bora::report {

Interval wilson_interval(double proportion, double trials) {
  const double z2 = kNormal95 * kNormal95;
  const double centre = (proportion + z2 / (2 * trials)) / (1 + z2 / trials);
  const double half = kNormal95 / (1 + z2 / trials) *
                      std::sqrt(proportion * (1 - proportion) / trials + z2 / (4 * trials * trials));
  // At a proportion of 0 or 1, the bound on that side is exact; rounding would give 1e-17 instead of 0.
  return {proportion <= 0 ? 0 : std::max(0.0, centre - half),
          proportion >= 1 ? 1 : std::min(1.0, centre + half)};
}

Interval clustered_interval(std::span<const int> clusters, const std::vector<bool>& successes) {
  if (clusters.empty() || clusters.size() != successes.size())
    throw std::invalid_argument("clustered_interval: as many clusters as successes, one at least");
  std::vector<WatchedInstance> observations;
  for (std::size_t i = 0; i < clusters.size(); ++i)
    observations.push_back({successes[i] ? 1 : 2, successes[i], clusters[i]});
  return *SuccessCurve(std::move(observations)).interval_at(1);
}

namespace {

/// Sum over clusters of the squared influence of their instances on log(1 - F). The influence of an instance
/// is the derivative with respect to its weight: the sum of d / (Y (Y - d)) over the query numbers at which
/// it is at risk, less 1 / (Y - d) where it succeeds, for d successes among Y at risk. If each instance is
/// its own cluster, the squares add up to Greenwood's sum.
class ClusterSpread {
 public:
  ClusterSpread(std::span<const WatchedInstance> numbered, int clusters)
      : ended_(clusters), at_risk_(clusters) {
    for (const WatchedInstance& each : numbered) ++at_risk_[each.cluster];
    for (const double r : at_risk_) risk_squared_ += r * r;
  }

  /// Advances to the next number of queries, at which the instances `ending` end. `events`: number of these
  /// that succeed; `at_risk`: number of instances at risk at this query.
  void advance(std::span<const WatchedInstance> ending, double events, double at_risk) {
    const double left = at_risk - events;
    gathered_ += events / (at_risk * left);
    for (const WatchedInstance& each : ending) {
      double& ended = ended_[each.cluster];
      double& risk = at_risk_[each.cluster];
      ended_squared_ -= ended * ended;
      crossed_ -= ended * risk;
      risk_squared_ -= risk * risk;
      ended += gathered_ - (each.success ? 1 / left : 0);
      risk -= 1;
      ended_squared_ += ended * ended;
      crossed_ += ended * risk;
      risk_squared_ += risk * risk;
    }
  }

  /// Returns the sum over clusters. All instances still at risk have the same influence so far, gathered_.
  double sum() const {
    return std::max(0.0, ended_squared_ + gathered_ * (2 * crossed_ + gathered_ * risk_squared_));
  }

 private:
  double gathered_ = 0;
  std::vector<double> ended_;                                  // by cluster: influence of ended instances
  std::vector<double> at_risk_;                                // by cluster: number of the others
  double ended_squared_ = 0, crossed_ = 0, risk_squared_ = 0;  // sums over clusters of their products
};

/// Number of instances with one outcome, success or no success, and of the clusters that contain them.
struct OutcomeCount {
  int instances = 0, clusters = 0;
};

/// Counts of successes and of other instances, query by query.
class ClusterOutcomes {
 public:
  ClusterOutcomes(std::span<const WatchedInstance> numbered, int clusters)
      : successes_(clusters), sizes_(clusters), failed_{static_cast<int>(numbered.size()), clusters} {
    for (const WatchedInstance& each : numbered) ++sizes_[each.cluster];
  }

  /// Advances to the next number of queries, at which the instances `ending` end.
  void advance(std::span<const WatchedInstance> ending) {
    for (const WatchedInstance& each : ending) {
      if (!each.success) continue;
      const int count = ++successes_[each.cluster];
      ++succeeded_.instances;
      --failed_.instances;
      if (count == 1) ++succeeded_.clusters;
      if (count == sizes_[each.cluster]) --failed_.clusters;
    }
  }

  /// Returns the outcome that fewer instances have.
  OutcomeCount rarer() const { return failed_.instances < succeeded_.instances ? failed_ : succeeded_; }

 private:
  std::vector<int> successes_, sizes_;  // by cluster
  OutcomeCount failed_, succeeded_;
};

/// Returns the effective number of trials. If the rarer outcome has at most two instances, the correlation
/// within clusters cannot be estimated from them. The design effect is then averaged with that of fully
/// correlated instances, which counts as one more cluster. `trials`: number of trials if instances were
/// independent; `effective`: estimated effective sample size; `per_cluster`: mean number of instances in a
/// cluster, which is the design effect of fully correlated instances.
double limit_effective_trials(const OutcomeCount& rarer, double trials, double effective,
                              double per_cluster) {
  constexpr int kFew = 2;
  if (rarer.instances > kFew) return effective;
  const double design = (rarer.clusters * trials / effective + per_cluster) / (rarer.clusters + 1);
  return std::min(effective, trials / design);
}

}  // namespace

SuccessCurve::SuccessCurve(std::vector<WatchedInstance> observations)
    : observations_(std::move(observations)) {
  clusters_ = number_clusters(observations_);
  sort_by_queries(observations_);
  ClusterSpread spread(observations_, clusters_);
  ClusterOutcomes outcomes(observations_, clusters_);
  const double m = clusters_;
  const double n = static_cast<double>(observations_.size());
  double at_risk = static_cast<double>(observations_.size());
  double survival = 1;
  // Survival and number at risk after the last censoring. Until the next censoring, survival is computed as a
  // ratio to them. So shares without censoring are exact; a product over all events would accumulate rounding
  // errors.
  double base_survival = 1;
  double base_at_risk = at_risk;
  double greenwood = 0;  // sum of d / (r (r - d))
  for (std::size_t next = 0; next < observations_.size();) {
    const int now = observations_[next].queries;
    const std::size_t first = next;
    double events = 0;
    double ended = 0;
    for (; next < observations_.size() && observations_[next].queries == now; ++next) {
      ++ended;
      if (observations_[next].success) ++events;
    }
    outcomes.advance(std::span(observations_).subspan(first, next - first));
    const double before = survival;
    const double left = at_risk - events;
    survival = base_survival * left / base_at_risk;
    const double success = 1 - base_survival + base_survival * (base_at_risk - left) / base_at_risk;
    double trials = 0;
    double effective = 0;
    if (left == 0) {
      trials = at_risk / before;  // limit of the ratio below as the last instances at risk succeed
      effective = trials * m / n;
    } else {
      greenwood += events / (at_risk * left);
      spread.advance(std::span(observations_).subspan(first, next - first), events, at_risk);
      if (survival < 1) trials = success / (survival * greenwood);
      effective = trials;
      if (m < n && survival < 1) {
        const double correction = m / (m - 1) * (n - 1) / n;
        effective = m == 1 ? 1 : std::min(trials, success / (survival * spread.sum() * correction));
        if (m > 1) effective = limit_effective_trials(outcomes.rarer(), trials, effective, n / m);
      }
    }
    steps_.push_back({now, success, left == 0, effective, trials});
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
  // Without a success, the sample size is the number of clusters still at risk at this query.
  std::vector<bool> watched(clusters_);
  for (const WatchedInstance& each : observations_)
    if (each.queries >= queries) watched[each.cluster] = true;
  return wilson_interval(0, static_cast<double>(std::count(watched.begin(), watched.end(), true)));
}

std::optional<Interval> SuccessCurve::independent_interval_at(int queries) const {
  const auto success = at(queries);
  if (!success) return std::nullopt;
  if (*success > 0) return wilson_interval(*success, step_at(queries)->instance_trials);
  const auto watched = std::count_if(observations_.begin(), observations_.end(),
                                     [&](const WatchedInstance& each) { return each.queries >= queries; });
  return wilson_interval(0, static_cast<double>(watched));
}

std::optional<int> SuccessCurve::quantile(double p) const {
  for (const Step& step : steps_)
    if (step.success >= p - 1e-12) return step.queries;
  return std::nullopt;
}

SuccessCurve::QuantileInterval SuccessCurve::quantile_interval(double p) const {
  QuantileInterval interval;
  // A few clusters cannot show that the share is below p, even if nothing has succeeded.
  if (const auto none = interval_at(1); none && none->high >= p) interval.low = 1;
  for (const Step& step : steps_) {
    const Interval band = *interval_at(step.queries);
    // Before the first success the interval is that of zero successes, which gives no bound on the median.
    if (!interval.low && step.success > 0 && band.high >= p) interval.low = step.queries;
    if (!interval.high && band.low >= p) interval.high = step.queries;
  }
  return interval;
}

bool SuccessCurve::stays_below(double p, int queries, int unseen) const {
  const auto may_succeed = std::ranges::count_if(observations_, [queries](const WatchedInstance& each) {
    return each.success ? each.queries <= queries : each.queries < queries;
  });
  return static_cast<double>(may_succeed + unseen) < p * (size() + unseen) - 1e-12;
}

std::vector<int> SuccessCurve::event_queries() const {
  std::vector<int> queries;
  for (const WatchedInstance& each : observations_)
    if (each.success && (queries.empty() || queries.back() != each.queries)) queries.push_back(each.queries);
  return queries;
}

Mean mean_of(std::span<const double> values) {
  Mean mean;
  const auto n = static_cast<double>(values.size());
  if (values.empty()) return mean;
  mean.value = std::accumulate(values.begin(), values.end(), 0.0) / n;
  if (values.size() < 2) return mean;
  double squares = 0;
  for (const double value : values) squares += (value - mean.value) * (value - mean.value);
  mean.error = std::sqrt(squares / (n - 1) / n);
  return mean;
}

SuccessfulQueries successful_queries(std::span<const WatchedInstance> observations) {
  std::vector<int> queries;
  for (const WatchedInstance& each : observations)
    if (each.success) queries.push_back(each.queries);
  if (queries.empty()) return {};
  std::sort(queries.begin(), queries.end());
  const std::size_t n = queries.size();
  SuccessfulQueries result;
  result.successes = static_cast<int>(n);
  result.median = 0.5 * (queries[(n - 1) / 2] + queries[n / 2]);
  const Mean mean = mean_of(std::vector<double>(queries.begin(), queries.end()));
  result.mean = mean.value;
  result.mean_error = mean.error;
  result.max = queries.back();
  return result;
}

}  // namespace bora::report
