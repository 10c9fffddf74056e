// Success against queries divided by the size of each instance's input.
#pragma once

#include <optional>
#include <vector>

#include "common/layers.h"
#include "report/statistics/statistics.h"

namespace bora::report {

/// Observation like WatchedInstance, with the queries divided by the size of the input.
struct WatchedRatio {
  double ratio = 0;  ///< >= 0
  bool success = false;
  int cluster = 0;
};

/// SuccessCurve over real numbers: the same estimate, computed on the ranks of the ratios.
class NormalisedCurve {
 public:
  NormalisedCurve() : curve_({}) {}
  explicit NormalisedCurve(const std::vector<WatchedRatio>& observations);

  /// Returns the share of instances with success at `ratio` or below, and its interval; see SuccessCurve.
  std::optional<double> at(double ratio) const;
  std::optional<Interval> interval_at(double ratio) const;
  /// Returns the ratios at which an instance succeeded, ascending.
  std::vector<double> event_ratios() const;
  /// Returns the largest ratio that any instance was observed for.
  double last_observed() const { return ratios_.empty() ? 0 : ratios_.back(); }

 private:
  int rank(double ratio) const;  // number of ratios_ that are <= ratio

  std::vector<double> ratios_;  // distinct, ascending: the ratio of rank r is ratios_[r - 1]
  SuccessCurve curve_;
};

}  // namespace bora::report
