// Two attacks on the same instances.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tools/report/statistics.h"

namespace bora {

/// The same instance under two attacks.
struct PairedObservation {
  WatchedInstance first;
  WatchedInstance second;
  int cluster = 0;
};

struct PairedDifference {
  int pairs = 0;
  int only_first = 0;   ///< pairs in which only the first has succeeded by then
  int only_second = 0;  ///< only the second
  int both = 0;
  int neither() const { return pairs - only_first - only_second - both; }
  std::optional<double> difference;  ///< success share of the first minus that of the second, in [-1, 1]
  std::optional<Interval> interval;  ///< clustered bootstrap; none as for clustered_intervals
  std::optional<double> p;           ///< mcnemar_exact; none where the difference is not known
};

/// Difference of the two success shares at each of `queries`. Both attacks share each resample of clusters,
/// so what makes an image easy for both cancels.
std::vector<PairedDifference> paired_differences(std::span<const PairedObservation> pairs,
                                                 std::span<const int> queries,
                                                 const BootstrapOptions& options = {});

/// Exact two-sided p of McNemar's test (Psychometrika 12, 1947): how likely the discordant pairs fall at
/// least as unevenly if either attack is as likely to be the one that succeeds. Takes pairs for independent,
/// so with several instances an image it is smaller than it should be.
double mcnemar_exact(int only_first, int only_second);

/// Median queries of the first attack over those of the second, failures counted as longer than the budget.
struct MedianRatio {
  std::optional<int> first, second;  ///< Kaplan-Meier medians over the pairs; none: not reached
  std::optional<double> ratio;
  /// 95% interval, bootstrap over clusters; no `high`: it has no bound, since in too many resamples the
  /// first attack's median is not reached. Neither: not known.
  std::optional<double> low, high;
};
MedianRatio median_ratio(std::span<const PairedObservation> pairs, const BootstrapOptions& options = {});

}  // namespace bora
