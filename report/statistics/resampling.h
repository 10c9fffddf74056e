// Bootstrap over clusters, for the statistics of one attack and of two.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "common/layers.h"
#include "report/statistics/statistics.h"

namespace bora::report {

/// Renumbers clusters 0, 1, ... in order of appearance, so that a resample draws among those that have
/// observations. Returns the number of clusters.
int number_clusters(std::vector<WatchedInstance>& observations);

/// Sorts observations by ascending number of queries, as the two estimates below require.
void sort_by_queries(std::vector<WatchedInstance>& observations);

/// Computes the Kaplan-Meier estimate of success at ascending `queries`, with cluster c counted weights[c]
/// times; NaN where it is not known. `success` has the size of `queries`.
void weighted_success(std::span<const WatchedInstance> by_queries, const std::vector<int>& weights,
                      std::span<const int> queries, std::vector<double>& success);

/// Returns the median of the same estimate: the fewest queries within which half succeed; infinite if half is
/// not reached.
double weighted_median(std::span<const WatchedInstance> by_queries, const std::vector<int>& weights);

/// Draws `clusters` out of as many clusters with replacement, options.resamples times, and calls `use` with
/// the number of times that each was drawn.
void for_each_resample(int clusters, const BootstrapOptions& options,
                       const std::function<void(const std::vector<int>& weights)>& use);

/// Returns the 95% percentile interval of a statistic at each of `points` points. `statistic` fills one value
/// for each point (NaN: not known) in each resample. An interval is none with fewer than two clusters, or if
/// more than half of the resamples have no value. It has no width if all values are equal.
std::vector<std::optional<Interval>> percentile_intervals(
    int clusters, std::size_t points, const BootstrapOptions& options,
    const std::function<void(const std::vector<int>& weights, std::vector<double>& values)>& statistic);

}  // namespace bora::report
