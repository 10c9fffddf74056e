// Formatting of numbers, the same in every format of a report.
#pragma once

#include <optional>
#include <string>

#include "common/layers.h"
#include "common/text.h"
#include "report/statistics/paired.h"
#include "report/statistics/statistics.h"

namespace bora::report {

inline constexpr const char* kUnknown = "n/a";
inline constexpr const char* kNotReached = "not reached";

/// Returns a share, converted to percent: "97.8%", or "n/a"; "< 0.1%" and "> 99.9%" for shares that would be
/// rounded to none or all.
std::string percent(std::optional<double> share);
/// Returns a share in percent without the sign: "97.8", for columns headed %.
std::string percent_number(std::optional<double> share);
/// Returns an interval, converted to percent, such as "[94.4, 99.1]", or "".
std::string percent_interval(const std::optional<Interval>& interval);
/// Returns a share with its interval, converted to percent: "97.8% [94.4, 99.1]", or "n/a".
std::string percent_with(std::optional<double> share, const std::optional<Interval>& interval);
/// Returns a share with its interval, converted to percent, without the sign: "97.8 [94.4, 99.1]", or "n/a".
std::string percent_number_with(std::optional<double> share, const std::optional<Interval>& interval);
/// Returns a difference of two shares in percentage points: "+4.4 [-1.0, +9.9]", or "n/a".
std::string difference(const PairedDifference& difference);
/// Returns a p-value as reports print it: "0.0312", "< 0.0001", or "n/a".
std::string p_text(std::optional<double> p);
/// Returns a ratio of medians as text: "0.31 [0.22, 0.40]", "2.00 [1.10, no bound]", or "n/a".
std::string median_ratio_text(const MedianRatio& medians);
/// Returns a number of queries: "87"; if there is none, "not reached" (it is `beyond` the budget) or "n/a".
std::string reached(std::optional<int> queries, bool beyond);
/// Returns a duration as reports print it: "0.42 s", "3 min 20 s", "2 h 05 min".
std::string duration(double seconds);
/// Returns a number with at most four decimals and without trailing zeros: "0.298".
std::string short_number(double value);

}  // namespace bora::report
