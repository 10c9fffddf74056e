#include "tools/report/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "tools/report/resampling.h"

namespace bora {

Interval wilson_interval(double proportion, double trials) {
  const double z2 = kNormal95 * kNormal95;
  const double centre = (proportion + z2 / (2 * trials)) / (1 + z2 / trials);
  const double half = kNormal95 / (1 + z2 / trials) *
                      std::sqrt(proportion * (1 - proportion) / trials + z2 / (4 * trials * trials));
  // At a proportion of 0 or 1 that end is exact; rounding would leave it at 1e-17.
  return {proportion <= 0 ? 0 : std::max(0.0, centre - half),
          proportion >= 1 ? 1 : std::min(1.0, centre + half)};
}

SuccessCurve::SuccessCurve(std::vector<WatchedInstance> observations)
    : observations_(std::move(observations)) {
  sort_by_queries(observations_);
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
                                     [&](const WatchedInstance& each) { return each.queries >= queries; });
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
  for (const WatchedInstance& each : observations_) {
    if (each.success && (queries.empty() || queries.back() != each.queries)) queries.push_back(each.queries);
  }
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
  for (const WatchedInstance& each : observations) {
    if (each.success) queries.push_back(each.queries);
  }
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

std::vector<std::optional<Interval>> clustered_intervals(std::span<const WatchedInstance> observations,
                                                         std::span<const int> queries,
                                                         const BootstrapOptions& options) {
  std::vector<WatchedInstance> by_queries(observations.begin(), observations.end());
  const int clusters = number_clusters(by_queries);
  sort_by_queries(by_queries);
  return percentile_intervals(clusters, queries.size(), options,
                              [&](const std::vector<int>& weights, std::vector<double>& success) {
                                weighted_success(by_queries, weights, queries, success);
                              });
}

}  // namespace bora
