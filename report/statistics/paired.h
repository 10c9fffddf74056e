// Two attacks on the same instances.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "common/layers.h"
#include "report/statistics/statistics.h"

namespace bora::report {

/// Observations of the same instance under two attacks.
struct PairedObservation {
  WatchedInstance first;
  WatchedInstance second;
  int cluster = 0;
};

/// Difference of two attacks within a number of queries. Counts and p are over pairs with both sides known at
/// that number: succeeded, or observed at least so long. A side that was censored earlier is not counted as a
/// failure, which would favour the other attack. The difference and its interval are Kaplan-Meier estimates
/// over all pairs.
struct PairedDifference {
  int pairs = 0;
  int only_first = 0;   ///< pairs in which only the first has succeeded by then
  int only_second = 0;  ///< pairs in which only the second has
  int both = 0;
  int neither() const { return pairs - only_first - only_second - both; }
  std::optional<double> difference;  ///< success share of the first minus that of the second, in [-1, 1]
  std::optional<Interval> interval;  ///< clustered bootstrap; none where all resamples are alike
  std::optional<double> p;           ///< mcnemar_clustered; none without pairs or a difference
};

/// Computes the difference of the two success shares at each of `queries`. Both attacks share each resample
/// of clusters, so that the difficulty of an image for both cancels.
std::vector<PairedDifference> paired_differences(std::span<const PairedObservation> pairs,
                                                 std::span<const int> queries,
                                                 const BootstrapOptions& options = {});

/// Returns the two-sided p-value of McNemar's test for pairs in clusters. `differences`: for each cluster,
/// the number of pairs in which only the first attack succeeds less the number in which only the second does.
/// Under the null hypothesis the sign of each cluster's difference is random; p is the probability of a sum
/// at least as far from 0. Exact, by enumeration (Fisher's randomisation test) of the statistic of Obuchowski
/// (Stat. Med. 17, 1998) and Durkalski et al. (Stat. Med. 22, 2003), who take its normal limit. Where every
/// pair is a cluster of its own it is the exact test of McNemar (Psychometrika 12, 1947).
double mcnemar_clustered(std::span<const int> differences);

/// Ratio of the median queries of the first attack to those of the second; failures count as longer than the
/// budget.
struct MedianRatio {
  std::optional<int> first, second;  ///< Kaplan-Meier medians over the pairs; none: not reached, or not known
  /// True: a median, if missing, is beyond the budget, whatever becomes of instances that were cut short.
  bool first_beyond = false, second_beyond = false;
  std::optional<double> ratio;
  /// 95% interval by a bootstrap over clusters. Without `high` it is unbounded above, since in too many
  /// resamples the first attack's median is not reached; without both it is not known, since neither median
  /// is reached in too many resamples, or all of them are equal.
  std::optional<double> low, high;
};
MedianRatio median_ratio(std::span<const PairedObservation> pairs, int budget,
                         const BootstrapOptions& options = {});

}  // namespace bora::report
