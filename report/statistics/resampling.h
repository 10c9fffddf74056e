// Resampling of whole clusters, shared by the statistics of one attack and of two.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "common/layers.h"
#include "report/statistics/statistics.h"

namespace bora::report {

/// Renumbers clusters 0, 1, ... in order of appearance, so that a resample draws among those that have
/// observations. Returns how many.
int number_clusters(std::vector<WatchedInstance>& observations);

/// Sorts observations for the estimates below.
void sort_by_queries(std::vector<WatchedInstance>& observations);

/// Computes the Kaplan-Meier estimate at ascending `queries` where cluster c occurs weights[c] times; NaN
/// where it is not known.
void weighted_success(std::span<const WatchedInstance> by_queries, const std::vector<int>& weights,
                      std::span<const int> queries, std::vector<double>& success);

/// Returns the fewest queries within which half succeed by the same estimate; infinite where it is not
/// reached.
double weighted_median(std::span<const WatchedInstance> by_queries, const std::vector<int>& weights);

/// Draws `clusters` clusters out of as many with replacement, options.resamples times, and calls `use` with
/// how often each was drawn.
void for_each_resample(int clusters, const BootstrapOptions& options,
                       const std::function<void(const std::vector<int>& weights)>& use);

/// Lets `statistic` fill one number a point (NaN = not known there) in each resample, and returns the
/// percentile interval of each point: none with fewer than two clusters, if more than half of the resamples
/// have no value, or if all are equal.
std::vector<std::optional<Interval>> percentile_intervals(
    int clusters, std::size_t points, const BootstrapOptions& options,
    const std::function<void(const std::vector<int>& weights, std::vector<double>& values)>& statistic);

}  // namespace bora::report
