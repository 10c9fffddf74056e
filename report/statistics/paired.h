// Two attacks on the same instances.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "common/layers.h"
#include "report/statistics/statistics.h"

namespace bora::report {

/// The same instance under two attacks.
struct PairedObservation {
  WatchedInstance first;
  WatchedInstance second;
  int cluster = 0;
};

/// Counts and p are of pairs of which both sides are known by then: succeeded, or watched so far. Where one
/// was cut before, what it would have done is not known, and to count it as a failure would tell for the
/// other. The difference and its interval are Kaplan-Meier's, of all pairs.
struct PairedDifference {
  int pairs = 0;
  int only_first = 0;   ///< pairs in which only the first has succeeded by then
  int only_second = 0;  ///< only the second
  int both = 0;
  int neither() const { return pairs - only_first - only_second - both; }
  std::optional<double> difference;  ///< success share of the first minus that of the second, in [-1, 1]
  std::optional<Interval> interval;  ///< clustered bootstrap; none where all resamples are alike
  std::optional<double> p;           ///< mcnemar_clustered; none where the difference is not known
};

/// Difference of the two success shares at each of `queries`. Both attacks share each resample of clusters,
/// so what makes an image easy for both cancels.
std::vector<PairedDifference> paired_differences(std::span<const PairedObservation> pairs,
                                                 std::span<const int> queries,
                                                 const BootstrapOptions& options = {});

/// Two-sided p of McNemar's test for pairs in clusters. `differences`: of each cluster, the pairs in which
/// only the first attack succeeds less those in which only the second does. If either attack is as likely to
/// be the one that succeeds, the sign of each cluster's difference is a coin's; p is the chance of a sum at
/// least as far from 0. Exact, by enumeration (Fisher's randomisation test) of the statistic of Obuchowski
/// (Stat. Med. 17, 1998) and Durkalski et al. (Stat. Med. 22, 2003), who take its normal limit. Where every
/// pair is a cluster of its own it is the exact test of McNemar (Psychometrika 12, 1947).
double mcnemar_clustered(std::span<const int> differences);

/// Median queries of the first attack over those of the second, failures counted as longer than the budget.
struct MedianRatio {
  std::optional<int> first, second;  ///< Kaplan-Meier medians over the pairs; none: not reached
  std::optional<double> ratio;
  /// 95% interval, bootstrap over clusters; no `high`: it has no bound, since in too many resamples the
  /// first attack's median is not reached. Neither: not known.
  std::optional<double> low, high;
};
MedianRatio median_ratio(std::span<const PairedObservation> pairs, const BootstrapOptions& options = {});

}  // namespace bora::report
