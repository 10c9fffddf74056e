// Comparison of two attacks on the same instances.
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

/// Difference of two attacks within a number of queries q. The counts are over the pairs of which both
/// outcomes at q are known: success, or observed for at least q queries. The shares, their difference and its
/// interval are Kaplan-Meier estimates over all pairs. For p, an outcome that is not known (the side was
/// censored earlier) counts as one that favours the attack that is behind. If those pairs were left out, an
/// interrupted run would keep its successes and lose its failures.
struct PairedDifference {
  int pairs = 0;        ///< number of pairs with both outcomes known
  int unknown = 0;      ///< number of the other pairs
  int only_first = 0;   ///< pairs in which only the first attack has succeeded within q
  int only_second = 0;  ///< pairs in which only the second has
  int both = 0;         ///< pairs in which both have
  int neither() const { return pairs - only_first - only_second - both; }
  std::optional<double> first, second;  ///< success shares
  std::optional<double> difference;     ///< success share of the first minus that of the second, in [-1, 1]
  /// 95%, clustered bootstrap; none if unknown outcomes leave more than half of the resamples without a
  /// value. If all resamples are equal, all clusters have the same difference; then the interval allows for a
  /// share of other clusters, up to the upper end of Wilson's interval for none of them.
  std::optional<Interval> interval;
  /// mcnemar_clustered; 1 if unknown outcomes decide which attack is ahead; none without pairs or a
  /// difference.
  std::optional<double> p;
  std::optional<double> least_p;  ///< smallest p that unknown outcomes can lead to, if all favour one attack
};

/// Outcomes of the same input under two conditions; none: not known.
struct PairedOutcome {
  std::optional<bool> first, second;
  int cluster = 0;
};

/// Compares the shares of outcomes that are true. The shares and their difference assume that unknown
/// outcomes favour the condition that is behind; they are none if unknown outcomes decide which one that is.
/// The interval covers those of all unknown outcomes.
PairedDifference paired_outcomes(std::span<const PairedOutcome> pairs, const BootstrapOptions& options = {});

/// Computes the difference of the two success shares at each of `queries`, which are ascending. Both attacks
/// share each resample of clusters, so that the difficulty of an image for both cancels.
std::vector<PairedDifference> paired_differences(std::span<const PairedObservation> pairs,
                                                 std::span<const int> queries,
                                                 const BootstrapOptions& options = {});

/// Returns the two-sided p-value of McNemar's test for pairs in clusters. `differences`: for each cluster,
/// the number of pairs in which only the first attack succeeds less the number in which only the second does.
/// Under the null hypothesis the sign of each cluster's difference is random; p is the probability of a sum
/// at least as far from 0. The statistic is that of Obuchowski (Stat. Med. 17, 1998) and Durkalski et al.
/// (Stat. Med. 22, 2003), who use its normal limit; here its distribution is enumerated exactly (Fisher's
/// randomisation test). If every cluster is a single pair, it is the exact test of McNemar (Psychometrika 12,
/// 1947).
double mcnemar_clustered(std::span<const int> differences);

/// Ratio of the median queries of the first attack to those of the second; failures count as longer than the
/// budget.
struct MedianRatio {
  std::optional<int> first, second;  ///< Kaplan-Meier medians over the pairs; none: not reached, or not known
  /// True if a median is beyond the budget even if all instances that were cut short had succeeded.
  bool first_beyond = false, second_beyond = false;
  std::optional<double> ratio;  ///< first / second; none unless both are known
  /// 95% interval by a bootstrap over clusters. Without `high` it has no upper bound: in too many resamples
  /// the first median is not reached. Without both it is not known: there are fewer than two clusters, in
  /// more than half of the resamples neither median is reached, or all resamples are equal.
  std::optional<double> low, high;
};
/// Computes the ratio of two medians; `budget` is the largest number of queries of an instance.
MedianRatio median_ratio(std::span<const PairedObservation> pairs, int budget,
                         const BootstrapOptions& options = {});

}  // namespace bora::report
