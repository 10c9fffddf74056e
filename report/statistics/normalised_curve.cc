#include "report/statistics/normalised_curve.h"

#include <algorithm>

namespace bora::report {
namespace {

std::vector<double> distinct_ratios(const std::vector<WatchedRatio>& observations) {
  std::vector<double> ratios;
  for (const WatchedRatio& each : observations) ratios.push_back(each.ratio);
  std::sort(ratios.begin(), ratios.end());
  ratios.erase(std::unique(ratios.begin(), ratios.end()), ratios.end());
  return ratios;
}

}  // namespace

NormalisedCurve::NormalisedCurve(const std::vector<WatchedRatio>& observations)
    : ratios_(distinct_ratios(observations)), curve_({}) {
  std::vector<WatchedInstance> ranked;
  for (const WatchedRatio& each : observations)
    ranked.push_back({rank(each.ratio), each.success, each.cluster});
  curve_ = SuccessCurve(std::move(ranked));
}

int NormalisedCurve::rank(double ratio) const {
  return static_cast<int>(std::upper_bound(ratios_.begin(), ratios_.end(), ratio) - ratios_.begin());
}

std::optional<double> NormalisedCurve::at(double ratio) const {
  // A ratio above all observed ones has the rank after the last, at which no instance was observed.
  return curve_.at(ratio > last_observed() ? static_cast<int>(ratios_.size()) + 1 : rank(ratio));
}

std::optional<Interval> NormalisedCurve::interval_at(double ratio) const {
  return curve_.interval_at(ratio > last_observed() ? static_cast<int>(ratios_.size()) + 1 : rank(ratio));
}

std::vector<double> NormalisedCurve::event_ratios() const {
  std::vector<double> events;
  for (const int rank : curve_.event_queries()) events.push_back(ratios_[rank - 1]);
  return events;
}

}  // namespace bora::report
