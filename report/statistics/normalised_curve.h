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

  std::optional<double> at(double ratio) const;
  std::optional<Interval> interval_at(double ratio) const;
  /// Returns the ratios at which an instance succeeded, ascending.
  std::vector<double> event_ratios() const;
  double last_observed() const { return ratios_.empty() ? 0 : ratios_.back(); }

 private:
  int rank(double ratio) const;  // 1, 2, ...; 0: below all

  std::vector<double> ratios_;  // different ones, ascending: rank r is ratios_[r - 1]
  SuccessCurve curve_;
};

}  // namespace bora::report
